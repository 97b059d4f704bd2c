/**
 * Fallback: documents of the API requested with an unsupported method (405), and unknown addresses (404).
 * Both are JSON below the API's folders, so that programs never get an HTML page.
 */
import { Problem } from '../problem.ts'
import { OPERATION_PATHS } from '../contract/operations.ts'
import { DOCUMENTS } from '../contract/documents.ts'
import { allowedMethods, type Handler, methodNotAllowed } from '../http/endpoint.ts'
import { preflight, problemResponse } from '../http/respond.ts'

/** Addresses of static files, which support GET and HEAD. */
export const STATIC_PATHS: readonly string[] = [
  ...OPERATION_PATHS.filter(({ servedBy }) => servedBy === 'site').map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1')),
  ...DOCUMENTS.map(({ path }) => path),
]

const PATTERNS = STATIC_PATHS.map((path) => new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`))

/** True when a static file of the API is served at this address. */
export const isDocument = (pathname: string) => PATTERNS.some((pattern) => pattern.test(pathname))

export const notFound: Handler = async (request, _caller, { base, log }) => {
  const { pathname } = new URL(request.url)
  const methods = allowedMethods(['GET'])
  const exists = isDocument(pathname)
  if (exists && request.method === 'OPTIONS') return preflight(methods)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const problem = exists && !isRead ? methodNotAllowed(methods) : new Problem('not-found')
  log('request.refused', { code: problem.code })
  const response = problemResponse(problem, base)
  return request.method === 'HEAD' ? new Response(null, response) : response
}

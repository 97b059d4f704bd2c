/**
 * Answers programs in JSON: 404 at an unknown address, 405 to a wrong method for a document. Also answers OPTIONS for a document, and sends
 * a document that was requested with a slash at the end, because no host finds the file of such an address.
 */
import { Problem } from '../problem.ts'
import { documentAt, documentFile } from '../contract/documents.ts'
import { allowedMethods, type Handler, logRefusal, methodNotAllowed } from '../http/endpoint.ts'
import { documentHeaders, preflight, problemResponse, SECURITY_HEADERS } from '../http/respond.ts'

export const notFound: Handler = async (request, caller, service) => {
  const { pathname } = new URL(request.url)
  const path = pathname.replace(/\/$/, '')
  const methods = allowedMethods(['GET'])
  const document = documentAt(path, service.languages, service.firm)
  if (document && request.method === 'OPTIONS') return preflight(methods)
  const isHead = request.method === 'HEAD'
  const isRead = request.method === 'GET' || isHead
  if (document && isRead && path !== pathname) {
    const text = await service.published.read(documentFile(path).slice(1)).catch(() => undefined)
    const headers = { ...SECURITY_HEADERS, ...documentHeaders(document) }
    if (text !== undefined) return new Response(isHead ? null : text, { headers })
  }
  const problem = document && !isRead ? methodNotAllowed(methods) : new Problem('not-found')
  logRefusal(service, caller, problem)
  const response = problemResponse(problem, service.base)
  return isHead ? new Response(null, response) : response
}

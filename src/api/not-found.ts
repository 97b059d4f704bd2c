/** Answers unknown addresses for programs (404) and documents requested with a wrong method (405), always in JSON. */
import { Problem } from '../problem.ts'
import { isDocument } from '../contract/documents.ts'
import { allowedMethods, type Handler, logRefusal, methodNotAllowed } from '../http/endpoint.ts'
import { preflight, problemResponse } from '../http/respond.ts'

export const notFound: Handler = async (request, caller, service) => {
  const { pathname } = new URL(request.url)
  const methods = allowedMethods(['GET'])
  const exists = isDocument(pathname, service.languages, service.firm)
  if (exists && request.method === 'OPTIONS') return preflight(methods)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const problem = exists && !isRead ? methodNotAllowed(methods) : new Problem('not-found')
  logRefusal(service, caller, problem)
  const response = problemResponse(problem, service.base)
  return request.method === 'HEAD' ? new Response(null, response) : response
}

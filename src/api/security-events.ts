/** `POST /agent/event/notify`: security events of providers (RFC 8935): 202 when accepted, else 400 with `err` and `description`. */
import { AgentError } from '../agents/agent-error.ts'
import { SecurityEventError, acceptSecurityEvent } from '../agents/identity/security-event.ts'
import { PROBLEMS } from '../problem.ts'
import { consumeRateLimit } from '../service/rate-limit.ts'
import { readBodyText } from '../http/body.ts'
import { type Handler, logRefusal, programEndpoint, toProblem } from '../http/endpoint.ts'
import { empty, json } from '../http/respond.ts'
import type { Caller, Service } from '../service/service.ts'

const MEDIA_TYPE = 'application/secevent+jwt'
const REFUSED = 'event.refused'

const handleEvent: Handler = async (request, caller, service) => {
  const rateLimitHeaders = await consumeRateLimit('token', caller, service)
  await acceptSecurityEvent(service, await readBodyText(request, MEDIA_TYPE))
  return empty(202, rateLimitHeaders)
}

function eventErrorResponse(error: unknown, service: Service, caller: Caller): Response {
  if (error instanceof SecurityEventError) {
    logRefusal(service, caller, error, REFUSED)
    return json(400, { err: error.code, description: error.message })
  }
  if (error instanceof AgentError) {
    logRefusal(service, caller, error, REFUSED)
    return json(error.status, { err: 'invalid_request', description: error.description }, error.headers)
  }
  const problem = toProblem(error, service, caller)
  const status = PROBLEMS[problem.code].status === 415 ? 400 : problem.status
  return json(status, { err: 'invalid_request', description: problem.detail }, problem.headers)
}

export const eventNotify = programEndpoint({ POST: handleEvent }, eventErrorResponse)

/**
 * `POST /agent/event/notify`: security events of providers (RFC 8935): 202 when taken, 400 with `err` and `description` when not.
 */
import { AgentError } from '../agents/agent-error.ts'
import { EventRefused, receiveEvent } from '../agents/identity/security-event.ts'
import { PROBLEMS } from '../problem.ts'
import { admit } from '../service/rate-limit.ts'
import { readText } from '../http/body.ts'
import { asProblem, type Handler, programEndpoint } from '../http/endpoint.ts'
import { CORS_HEADERS, json, NO_STORE, SECURITY_HEADERS } from '../http/respond.ts'
import type { Service } from '../service/service.ts'

const MEDIA_TYPE = 'application/secevent+jwt'

const receive: Handler = async (request, caller, service) => {
  const budget = await admit('token', caller, service)
  await receiveEvent(service, await readText(request, MEDIA_TYPE))
  return new Response(null, { status: 202, headers: { ...SECURITY_HEADERS, ...CORS_HEADERS, ...NO_STORE, ...budget } })
}

function refuse(error: unknown, service: Service): Response {
  if (error instanceof EventRefused) {
    service.log('event.refused', { code: error.code })
    return json(400, { err: error.code, description: error.message })
  }
  if (error instanceof AgentError) {
    service.log('event.refused', { code: error.code, reason: error.reason ?? '' })
    return json(error.status, { err: 'invalid_request', description: error.sentence }, error.headers)
  }
  const problem = asProblem(error, service)
  const status = PROBLEMS[problem.code].status === 415 ? 400 : problem.status
  return json(status, { err: 'invalid_request', description: problem.detail }, problem.headers)
}

export const eventNotify = programEndpoint({ POST: receive }, refuse)

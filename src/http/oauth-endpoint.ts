/**
 * What the OAuth and agent endpoints have in common: failures as RFC 6749 section 5.2 has them, with the description once more
 * under the name that other clients read.
 */
import { AGENT_ERRORS, AgentError, type AgentErrorCode } from '../agents/agent-error.ts'
import type { ProblemCode } from '../problem.ts'
import { toProblem, type Handler, type Handlers, programEndpoint } from './endpoint.ts'
import { json } from './respond.ts'
import type { Service } from '../service/service.ts'

/** Problems of any address, by the names that OAuth has for them. All others are the caller's request. */
const OAUTH_CODES: Partial<Record<ProblemCode, AgentErrorCode>> = {
  'rate-limited': 'rate_limited',
  'internal-error': 'server_error',
  'service-unavailable': 'temporarily_unavailable',
}
/** What `error_description` may not hold (RFC 6749 section 5.2). */
const NOT_IN_DESCRIPTION = /[^\x20\x21\x23-\x5b\x5d-\x7e]/g

/** An address whose bodies are JSON. */
export const agentEndpoint = (handlers: Handlers): Handler =>
  programEndpoint(handlers, (error, service) => errorResponse(error, service))

/** An address whose bodies are forms. OAuth clients expect 400 for another media type. */
export const oauthEndpoint = (handlers: Handlers): Handler =>
  programEndpoint(handlers, (error, service) =>
    errorResponse(error, service, { 'unsupported-media-type': AGENT_ERRORS.invalid_request.status }),
  )

function errorResponse(
  error: unknown,
  service: Service,
  statuses: Partial<Record<ProblemCode, number>> = {},
): Response {
  if (error instanceof AgentError) {
    // An agent that waits asks every few seconds; that is no event.
    if (error.code !== 'authorization_pending')
      service.log('request.refused', { code: error.code, ...(error.reason && { reason: error.reason }) })
    return answer(error)
  }
  const problem = toProblem(error, service)
  return answer({
    status: statuses[problem.code] ?? problem.status,
    code: OAUTH_CODES[problem.code] ?? 'invalid_request',
    description: problem.detail.replaceAll('"', "'"),
    members: {},
    headers: problem.headers,
  })
}

type Answer = Pick<AgentError, 'status' | 'code' | 'description' | 'members' | 'headers'>

function answer({ status, code, description, members, headers }: Answer): Response {
  const text = description.replace(NOT_IN_DESCRIPTION, ' ')
  return json(status, { error: code, error_description: text, message: text, ...members }, headers)
}

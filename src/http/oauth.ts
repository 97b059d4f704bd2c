/** Parameters and errors of OAuth (RFC 6749). Some clients read the member `message` of an error. */
import { AGENT_ERRORS, AgentError, type AgentErrorCode } from '../agents/agent-error.ts'
import type { ProblemCode } from '../problem.ts'
import { readForm } from './body.ts'
import { toProblem, type Handler, type Handlers, logRefusal, programEndpoint } from './endpoint.ts'
import { json } from './respond.ts'
import type { Caller, Service } from '../service/service.ts'

/** The OAuth codes of problems. All other problems become `invalid_request`. */
const OAUTH_CODES: Partial<Record<ProblemCode, AgentErrorCode>> = {
  'rate-limited': 'rate_limited',
  'internal-error': 'server_error',
  'service-unavailable': 'temporarily_unavailable',
}
/** Characters that `error_description` must not contain (RFC 6749 section 5.2). */
const NOT_IN_DESCRIPTION = /[^\x20\x21\x23-\x5b\x5d-\x7e]/g

export const agentEndpoint = (handlers: Handlers): Handler => programEndpoint(handlers, errorResponse)

/** OAuth clients expect 400, not 415, for a body of another media type. */
export const oauthEndpoint = (handlers: Handlers): Handler =>
  programEndpoint(handlers, (error, service, caller) =>
    errorResponse(error, service, caller, { 'unsupported-media-type': AGENT_ERRORS.invalid_request.status }),
  )

function errorResponse(
  error: unknown,
  service: Service,
  caller: Caller,
  otherStatuses: Partial<Record<ProblemCode, number>> = {},
): Response {
  if (error instanceof AgentError) {
    // Not logged, because waiting agents poll every few seconds.
    if (error.code !== 'authorization_pending') logRefusal(service, caller, error)
    return json(error.status, { ...bodyOf(error.code, error.description), ...error.members }, error.headers)
  }
  const problem = toProblem(error, service, caller)
  const body = bodyOf(OAUTH_CODES[problem.code] ?? 'invalid_request', problem.detail.replaceAll('"', "'"))
  return json(otherStatuses[problem.code] ?? problem.status, body, problem.headers)
}

function bodyOf(error: AgentErrorCode, description: string) {
  const text = description.replace(NOT_IN_DESCRIPTION, ' ')
  return { error, error_description: text, message: text }
}

/** The one parameter that may repeat (RFC 8707 section 2). */
const RESOURCE = 'resource'
/** RFC 6749 section 5.2: a client that authenticates with a header gets a challenge. */
const CHALLENGE = { headers: { 'WWW-Authenticate': 'Basic realm="This service has no registered clients"' } }
const CLIENT_CREDENTIALS = ['client_secret', 'client_assertion']

/**
 * RFC 6749 section 3.2: only `resource` may repeat, and is returned as a list. An empty parameter counts as missing.
 * @throws AgentError `invalid_request`, or `invalid_client` when a client tries to authenticate; Problem as `readForm`
 */
export async function readParameters(request: Request): Promise<Record<string, string | string[]>> {
  if (/^basic\b/i.test(request.headers.get('authorization') ?? '')) throw new AgentError('invalid_client', CHALLENGE)
  const pairs = [...(await readForm(request))]
  const names = pairs.map(([name]) => name).filter((name) => name !== RESOURCE)
  if (new Set(names).size < names.length)
    throw new AgentError('invalid_request', { description: 'A parameter is repeated.' })
  const given = pairs.filter(([, value]) => value !== '')
  if (given.some(([name]) => CLIENT_CREDENTIALS.includes(name))) throw new AgentError('invalid_client')
  const resource = given.flatMap(([name, value]) => (name === RESOURCE ? [value] : []))
  return { ...Object.fromEntries(given), ...(resource.length > 0 && { resource }) }
}

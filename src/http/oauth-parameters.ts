/**
 * The parameters of an OAuth request (RFC 6749 section 3.2).
 */
import { AgentError } from '../agents/agent-error.ts'
import { readForm } from './body.ts'

/** The one parameter that may repeat (RFC 8707 section 2). */
const RESOURCE = 'resource'
/** RFC 6749 section 5.2: a client that authenticates with a header gets a challenge. */
const CHALLENGE = { headers: { 'WWW-Authenticate': 'Basic realm="This service has no registered clients"' } }
const CLIENT_CREDENTIALS = ['client_secret', 'client_assertion']

/**
 * Reads a form: no parameter may repeat, and an empty one counts as missing.
 * @returns the parameters by name; `resource` as a list
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

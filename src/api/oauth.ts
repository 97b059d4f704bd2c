/**
 * `POST /oauth/token`, `POST /oauth/revoke` and `/oauth/authorize`.
 */
import { AgentError } from '../agents/agent-error.ts'
import { grantToken } from '../agents/grant.ts'
import { revoke as revokeToken } from '../agents/tokens/revocation.ts'
import { API_ROOT, PATHS } from '../site.ts'
import { admit } from '../service/rate-limit.ts'
import { oauthEndpoint } from '../http/oauth-endpoint.ts'
import { readForm } from '../http/body.ts'
import { CORS_HEADERS, json, NO_STORE, SECURITY_HEADERS } from '../http/respond.ts'
import type { Handler } from '../http/endpoint.ts'
import type { Service } from '../service/service.ts'

/** The one parameter that may repeat (RFC 8707 section 2). */
const RESOURCE = 'resource'
const FORBIDDEN = ['client_secret', 'client_assertion']

const issue: Handler = async (request, caller, service) => {
  const budget = await admit('token', caller, service)
  refuseClients(request)
  const form = await readParameters(request)
  requireOwnResources(form.getAll(RESOURCE), service)
  return json(200, await grantToken(service, parametersOf(form), service.pacing), budget)
}

const end: Handler = async (request, caller, service) => {
  const budget = await admit('revoke', caller, service)
  const { token } = parametersOf(await readParameters(request))
  if (token === undefined) throw new AgentError('invalid_request', { sentence: 'The parameter token is missing.' })
  await revokeToken(service, token)
  return new Response(null, { headers: { ...SECURITY_HEADERS, ...CORS_HEADERS, ...NO_STORE, ...budget } })
}

/** Clients and scanners insist on the address; nobody signs in here, and no code is ever given out. */
const refuseSignIn: Handler = async (_request, _caller, { base }) => {
  throw new AgentError('unsupported_response_type', {
    sentence: `Nobody signs in here. Agents register as ${base}${PATHS.authGuide} describes.`,
  })
}

export const token = oauthEndpoint({ POST: issue })
export const revoke = oauthEndpoint({ POST: end })
export const authorize = oauthEndpoint({ GET: refuseSignIn, POST: refuseSignIn })

/** Reads a form, and holds it to RFC 6749 section 3.2: no parameter twice, an empty one is none. */
async function readParameters(request: Request): Promise<URLSearchParams> {
  const form = await readForm(request)
  const names = [...form.keys()].filter((name) => name !== RESOURCE)
  if (new Set(names).size < names.length)
    throw new AgentError('invalid_request', { sentence: 'A parameter is given more than once.' })
  if (FORBIDDEN.some((name) => form.get(name))) throw new AgentError('invalid_client')
  return form
}

function parametersOf(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...form].filter(([name, value]) => value !== '' && name !== RESOURCE))
}

/** RFC 6749 section 5.2: who tries to authenticate in the header is answered in kind. */
function refuseClients(request: Request): void {
  if (/^basic\b/i.test(request.headers.get('authorization') ?? '')) {
    throw new AgentError('invalid_client', {
      headers: { 'WWW-Authenticate': 'Basic realm="This service has no registered clients"' },
    })
  }
}

/** RFC 8707 section 2: a token is good for this service only. */
function requireOwnResources(resources: readonly string[], { base }: Service): void {
  const own = [base, base + API_ROOT, `${base}/mcp`]
  if (resources.some((resource) => resource !== '' && !own.includes(resource))) throw new AgentError('invalid_target')
}

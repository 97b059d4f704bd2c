/**
 * `POST /oauth/token`, `POST /oauth/revoke` and `/oauth/authorize`.
 */
import { AgentError } from '../agents/agent-error.ts'
import { grantToken } from '../agents/grant.ts'
import { revokeToken } from '../agents/tokens/revocation.ts'
import { API_ROOT, PATHS } from '../site.ts'
import { consumeRateLimit } from '../service/rate-limit.ts'
import { oauthEndpoint } from '../http/oauth-endpoint.ts'
import { readForm } from '../http/body.ts'
import { CORS_HEADERS, json, NO_STORE, SECURITY_HEADERS } from '../http/respond.ts'
import type { Handler } from '../http/endpoint.ts'
import type { Service } from '../service/service.ts'

/** The one parameter that may repeat (RFC 8707 section 2). */
const RESOURCE = 'resource'
const FORBIDDEN = ['client_secret', 'client_assertion']

const handleToken: Handler = async (request, caller, service) => {
  const rateLimitHeaders = await consumeRateLimit('token', caller, service)
  rejectClientCredentials(request)
  const form = await readParameters(request)
  requireOwnResources(form.getAll(RESOURCE), service)
  return json(200, await grantToken(service, parametersOf(form), service.pollInterval), rateLimitHeaders)
}

const handleRevoke: Handler = async (request, caller, service) => {
  const rateLimitHeaders = await consumeRateLimit('revoke', caller, service)
  const { token } = parametersOf(await readParameters(request))
  if (token === undefined) throw new AgentError('invalid_request', { description: 'The parameter token is missing.' })
  await revokeToken(service, token)
  return new Response(null, { headers: { ...SECURITY_HEADERS, ...CORS_HEADERS, ...NO_STORE, ...rateLimitHeaders } })
}

/** Clients and scanners expect this endpoint. It always refuses: no one signs in here, and no code is ever issued. */
const handleAuthorize: Handler = async (_request, _caller, { base }) => {
  throw new AgentError('unsupported_response_type', {
    description: `No one signs in here. Agents register as ${base}${PATHS.authGuide} describes.`,
  })
}

export const token = oauthEndpoint({ POST: handleToken })
export const revoke = oauthEndpoint({ POST: handleRevoke })
export const authorize = oauthEndpoint({ GET: handleAuthorize, POST: handleAuthorize })

/** Reads a form by RFC 6749 section 3.2: no parameter may repeat, and an empty one counts as missing. */
async function readParameters(request: Request): Promise<URLSearchParams> {
  const form = await readForm(request)
  const names = [...form.keys()].filter((name) => name !== RESOURCE)
  if (new Set(names).size < names.length)
    throw new AgentError('invalid_request', { description: 'A parameter is repeated.' })
  if (FORBIDDEN.some((name) => form.get(name))) throw new AgentError('invalid_client')
  return form
}

function parametersOf(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...form].filter(([name, value]) => value !== '' && name !== RESOURCE))
}

/** RFC 6749 section 5.2: a client that authenticates with a header gets a WWW-Authenticate challenge. */
function rejectClientCredentials(request: Request): void {
  if (/^basic\b/i.test(request.headers.get('authorization') ?? '')) {
    throw new AgentError('invalid_client', {
      headers: { 'WWW-Authenticate': 'Basic realm="This service has no registered clients"' },
    })
  }
}

/** RFC 8707 section 2: tokens are valid for this service only. */
function requireOwnResources(resources: readonly string[], { base }: Service): void {
  const ownResources = [base, base + API_ROOT, `${base}/mcp`]
  if (resources.some((resource) => resource !== '' && !ownResources.includes(resource)))
    throw new AgentError('invalid_target')
}

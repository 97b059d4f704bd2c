/** Bearer tokens are accepted in the Authorization header only (RFC 6750 section 2.1). */
import { type Agent, type Resource, verifyAccessToken } from '../agents/tokens/access-token.ts'
import type { Scope } from '../agents/scope.ts'
import { isOffered } from '../offers.ts'
import { PATHS } from '../site.ts'
import { Problem } from '../problem.ts'
import type { Service } from '../service/service.ts'

/** What the token must be valid for. */
interface TokenUse {
  resource: Resource
  scope?: Scope | undefined
}

/**
 * @returns undefined without a bearer token, or when the firm does not offer agents; other schemes of authorization are ignored
 * @throws Problem `invalid_token`, `insufficient_scope`, or `invalid-request` when two credentials were sent
 */
export async function optionalAgent(request: Request, service: Service, { resource, scope }: TokenUse) {
  const token = isOffered(service.firm, 'agents') ? bearerToken(request, service.base) : undefined
  if (token === undefined) return undefined
  const agent = await verifyAccessToken(service, token, resource)
  // Unknown, expired and revoked tokens get the same response.
  if (!agent) throw new Problem('invalid_token', { headers: challengeHeaders(service.base, 'error="invalid_token"') })
  if (scope && !agent.scopes.includes(scope))
    throw new Problem('insufficient_scope', {
      headers: challengeHeaders(service.base, `error="insufficient_scope", scope="${scope}"`),
    })
  return agent
}

/** @throws Problem as `optionalAgent`, and `missing-token` */
export async function requireAgent(request: Request, service: Service, use: TokenUse): Promise<Agent> {
  const agent = await optionalAgent(request, service, use)
  if (agent) return agent
  // RFC 6750 section 3.1: without a credential, the challenge has no error code.
  throw new Problem('missing-token', { headers: challengeHeaders(service.base) })
}

function bearerToken(request: Request, base: string): string | undefined {
  const header = request.headers.get('authorization') ?? ''
  const isBearer = /^bearer(\s|,|$)/i.test(header)
  // Two header lines arrive as one line with a comma, and a token cannot contain a comma.
  const hasTwoCredentials = isBearer
    ? header.includes(',') || new URL(request.url).searchParams.has('access_token')
    : /,\s*bearer\s/i.test(header)
  if (hasTwoCredentials)
    throw new Problem('invalid-request', {
      detail: 'Send one credential: a single Authorization header with a single bearer token.',
      headers: challengeHeaders(base, 'error="invalid_request"'),
    })
  return isBearer ? header.slice('bearer'.length).trim() : undefined
}

/** @returns a value of WWW-Authenticate (RFC 6750 section 3, RFC 9728 section 5.1). @param resource path of the resource; without it, the API */
export const challenge = (base: string, resource = '') =>
  `Bearer resource_metadata="${base}${PATHS.protectedResource}${resource}"`

const challengeHeaders = (base: string, ...errors: string[]) => ({
  'WWW-Authenticate': [challenge(base), ...errors].join(', '),
})

/**
 * The two grants of the token endpoint: an assertion (RFC 7523), and a claim that a person has confirmed (after RFC 8628).
 */
import { issueAccessToken, type TokenResponse } from './tokens/access-token.ts'
import { AgentError } from './agent-error.ts'
import type { AgentWorld } from './agent-ports.ts'
import { type IssuedAssertion, verifyAssertion } from './tokens/assertion.ts'
import { readClaim } from './claims/claim.ts'
import { readClaimToken } from './claims/claim-token.ts'
import { deliver } from './claims/delivery.ts'
import type { Pacing } from './claims/poll-interval.ts'
import { secondsNow } from './registration.ts'
import { ALL_SCOPES, narrowScopes } from './scope.ts'

export const JWT_BEARER_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** Of this service; the second is what agents of the hosted product send. */
export const CLAIM_GRANT = 'urn:frontdesk:agent-auth:grant-type:claim'
export const CLAIM_GRANT_ALIAS = 'urn:workos:agent-auth:grant-type:claim'

export type Parameters = Readonly<Record<string, string>>
type Grant = (
  world: AgentWorld,
  parameters: Parameters,
  pacing: Pacing,
) => Promise<TokenResponse & Partial<IssuedAssertion>>

/** Exchanges an assertion of ours for an access token. It may be used again until it expires. */
const exchangeAssertion: Grant = async (world, { assertion, scope }) => {
  if (assertion === undefined) throw missing('assertion')
  narrowScopes(scope, ALL_SCOPES) // a scope that is none is told before the assertion is looked at
  const holder = await verifyAssertion(world, assertion)
  return issueAccessToken(world, holder, narrowScopes(scope, holder.scopes))
}

/** Tells how a claim went, and delivers when it was confirmed. */
const pollClaim: Grant = async (world, { claim_token, scope }, pacing) => {
  if (claim_token === undefined) throw missing('claim_token')
  const scopes = narrowScopes(scope, ALL_SCOPES)
  const token = await readClaimToken(world, claim_token)
  if (!token) throw new AgentError('invalid_grant', { reason: 'no claim token of ours' })
  const { registration, expiresAt } = token
  const { current, decision, ended } = await readClaim(world, registration.id)
  if (ended || decision?.outcome === 'denied') throw new AgentError('access_denied')
  if (decision) {
    const issued = await deliver(world, registration, decision)
    if (!issued) throw new AgentError('invalid_grant', { reason: 'delivered before' })
    return { ...(await issueAccessToken(world, { registration, claimed: true }, scopes)), ...issued }
  }
  if (secondsNow(world) >= expiresAt || current?.spent) throw new AgentError('expired_token')
  throw new AgentError(pacing.isTooSoon(registration.id) ? 'slow_down' : 'authorization_pending')
}

/** The grants, by type. */
export const GRANTS: Readonly<Record<string, Grant>> = {
  [JWT_BEARER_GRANT]: exchangeAssertion,
  [CLAIM_GRANT]: pollClaim,
  [CLAIM_GRANT_ALIAS]: pollClaim,
}

/**
 * Answers a token request (RFC 6749 section 4.5).
 * @param parameters of the form, none empty, none twice
 * @throws AgentError as RFC 6749 section 5.2 and RFC 8628 section 3.5 have it
 */
export async function grantToken(
  world: AgentWorld,
  parameters: Parameters,
  pacing: Pacing,
): Promise<TokenResponse & Partial<IssuedAssertion>> {
  const { grant_type } = parameters
  if (grant_type === undefined) throw missing('grant_type')
  const grant = Object.hasOwn(GRANTS, grant_type) ? GRANTS[grant_type] : undefined
  if (!grant) throw new AgentError('unsupported_grant_type')
  return grant(world, parameters, pacing)
}

const missing = (name: string) => new AgentError('invalid_request', { sentence: `The parameter ${name} is missing.` })

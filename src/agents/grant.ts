/**
 * The two grants of the token endpoint: an assertion (RFC 7523), and a claim that a person has confirmed (after RFC 8628).
 */
import { issueAccessToken, type TokenResponse } from './tokens/access-token.ts'
import { AgentError } from './agent-error.ts'
import type { AgentPorts } from './agent-ports.ts'
import { type IssuedAssertion, verifyAssertion } from './tokens/assertion.ts'
import { readClaim } from './claims/claim.ts'
import { readClaimToken } from './claims/claim-token.ts'
import { deliverAssertion } from './claims/delivery.ts'
import type { PollInterval } from './claims/poll-interval.ts'
import { nowSeconds } from './registration.ts'
import { ALL_SCOPES, narrowScopes } from './scope.ts'

export const JWT_BEARER_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** Of this service; the second is what agents of the hosted product send. */
export const CLAIM_GRANT = 'urn:frontdesk:agent-auth:grant-type:claim'
export const CLAIM_GRANT_ALIAS = 'urn:workos:agent-auth:grant-type:claim'

export type Parameters = Readonly<Record<string, string>>
type GrantHandler = (
  ports: AgentPorts,
  parameters: Parameters,
  pollInterval: PollInterval,
) => Promise<TokenResponse & Partial<IssuedAssertion>>

/** Exchanges an assertion of ours for an access token. It may be used again until it expires. */
const exchangeAssertion: GrantHandler = async (ports, { assertion, scope }) => {
  if (assertion === undefined) throw missingParameter('assertion')
  narrowScopes(scope, ALL_SCOPES) // a scope that is none is told before the assertion is looked at
  const holder = await verifyAssertion(ports, assertion)
  return issueAccessToken(ports, holder, narrowScopes(scope, holder.scopes))
}

/** Tells how a claim went, and delivers when it was confirmed. */
const pollClaim: GrantHandler = async (ports, { claim_token, scope }, pollInterval) => {
  if (claim_token === undefined) throw missingParameter('claim_token')
  const scopes = narrowScopes(scope, ALL_SCOPES)
  const token = await readClaimToken(ports, claim_token)
  if (!token) throw new AgentError('invalid_grant', { reason: 'no claim token of ours' })
  const { registration, expiresAt } = token
  const { current, decision, isRevoked } = await readClaim(ports, registration.id)
  if (isRevoked || decision?.outcome === 'denied') throw new AgentError('access_denied')
  if (decision) {
    const issued = await deliverAssertion(ports, registration, decision)
    if (!issued) throw new AgentError('invalid_grant', { reason: 'delivered before' })
    return { ...(await issueAccessToken(ports, { registration, claimed: true }, scopes)), ...issued }
  }
  if (nowSeconds(ports) >= expiresAt || current?.isExhausted) throw new AgentError('expired_token')
  throw new AgentError(pollInterval.isTooSoon(registration.id) ? 'slow_down' : 'authorization_pending')
}

/** The grants, by type. */
export const GRANTS: Readonly<Record<string, GrantHandler>> = {
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
  ports: AgentPorts,
  parameters: Parameters,
  pollInterval: PollInterval,
): Promise<TokenResponse & Partial<IssuedAssertion>> {
  const { grant_type } = parameters
  if (grant_type === undefined) throw missingParameter('grant_type')
  const grant = Object.hasOwn(GRANTS, grant_type) ? GRANTS[grant_type] : undefined
  if (!grant) throw new AgentError('unsupported_grant_type')
  return grant(ports, parameters, pollInterval)
}

const missingParameter = (name: string) =>
  new AgentError('invalid_request', { description: `The parameter ${name} is missing.` })

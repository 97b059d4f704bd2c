/**
 * The two grants of the token endpoint: an assertion (RFC 7523), and a confirmed claim (modeled on RFC 8628).
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
/** The claim grant. Agents of the hosted product send the alias. */
export const CLAIM_GRANT = 'urn:frontdesk:agent-auth:grant-type:claim'
export const CLAIM_GRANT_ALIAS = 'urn:workos:agent-auth:grant-type:claim'

export type Parameters = Readonly<Record<string, string>>
type GrantHandler = (
  ports: AgentPorts,
  parameters: Parameters,
  pollInterval: PollInterval,
) => Promise<TokenResponse & Partial<IssuedAssertion>>

/** Exchanges an assertion of this service for an access token. An assertion is reusable until it expires. */
const exchangeAssertion: GrantHandler = async (ports, { assertion, scope }) => {
  if (assertion === undefined) throw missingParameter('assertion')
  narrowScopes(scope, ALL_SCOPES) // report an unknown scope before verifying the assertion
  const holder = await verifyAssertion(ports, assertion)
  return issueAccessToken(ports, holder, narrowScopes(scope, holder.scopes))
}

/** Reports the state of a claim by an error code, or issues the tokens once it is confirmed. */
const pollClaim: GrantHandler = async (ports, { claim_token, scope }, pollInterval) => {
  if (claim_token === undefined) throw missingParameter('claim_token')
  const scopes = narrowScopes(scope, ALL_SCOPES)
  const token = await readClaimToken(ports, claim_token)
  if (!token) throw new AgentError('invalid_grant', { reason: 'not a claim token of this service' })
  const { registration, expiresAt } = token
  const { current, decision, isRevoked } = await readClaim(ports, registration.id)
  if (isRevoked || decision?.outcome === 'denied') throw new AgentError('access_denied')
  if (decision) {
    const issued = await deliverAssertion(ports, registration, decision)
    if (!issued) throw new AgentError('invalid_grant', { reason: 'already delivered' })
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
 * Handles a token request (RFC 6749 section 4.5).
 * @param parameters of the form, none empty, none repeated
 * @throws AgentError with the codes of RFC 6749 section 5.2 and RFC 8628 section 3.5
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

/** The token endpoint has two grants: an assertion (RFC 7523), and a confirmed claim (modeled on RFC 8628). */
import { issueAccessToken, type Resource, RESOURCES } from './tokens/access-token.ts'
import { AgentError } from './agent-error.ts'
import { type ClaimGrant, JWT_BEARER_GRANT, type TokenRequest } from './agent-schemas.ts'
import type { AgentPorts } from './agent-ports.ts'
import { verifyAssertion } from './tokens/assertion.ts'
import { changeClaim, type Claim, deliver, isUsedUp } from './claims/claim-record.ts'
import { readClaimToken } from './claims/claim.ts'
import { issueDelivery } from './claims/delivery.ts'
import { nowSeconds } from './registration.ts'
import { ALL_SCOPES, narrowScopes } from './scope.ts'

async function pollClaim(ports: AgentPorts, { claim_token, scope }: ClaimGrant, resource: Resource | undefined) {
  const scopes = narrowScopes(scope, ALL_SCOPES)
  const token = await readClaimToken(ports, claim_token)
  if (!token) throw new AgentError('invalid_grant', { reason: 'not a claim token of this service' })
  const { registration, expiresAt } = token
  const isExpired = nowSeconds(ports) >= expiresAt
  const { result: attempt } = await changeClaim(ports, registration.id, (claim, now) =>
    deliverIfConfirmed(claim, isExpired, now),
  )
  if (!attempt)
    throw new AgentError(ports.pollInterval.recordPoll(registration.id) ? 'slow_down' : 'authorization_pending')
  const { assertion, holder } = await issueDelivery(ports, registration, attempt)
  return { ...(await issueAccessToken(ports, holder, { scopes, resource })), ...assertion }
}

/** Marks a confirmed claim as delivered. `result` is the attempt, or undefined while the claim is pending. @throws AgentError */
function deliverIfConfirmed(claim: Claim, isExpired: boolean, now: Date) {
  const { attempt, decision, revocation } = claim
  if (revocation || decision?.outcome === 'denied') throw new AgentError('access_denied')
  // After a confirmation without the agent's code, only `completeClaim` delivers: the person must give the agent another code. Otherwise a false
  // agent could name anyone's address, and one click on the link would be enough.
  if (decision && !decision.isCodeless) {
    const delivery = deliver(claim, now)
    if (!delivery.result) throw new AgentError('invalid_grant', { reason: 'already delivered' })
    return { claim: delivery.claim, result: attempt }
  }
  if (isExpired || (attempt && isUsedUp(attempt))) throw new AgentError('expired_token')
  return { result: undefined }
}

/**
 * An assertion can be exchanged several times until it expires.
 * @throws AgentError with a code of RFC 6749 section 5.2, RFC 8628 section 3.5 or RFC 8707 section 2, or as `issueDelivery`
 */
export async function grantToken(ports: AgentPorts, parameters: TokenRequest) {
  const resource = resourceOf(parameters.resource ?? [], ports)
  if (parameters.grant_type !== JWT_BEARER_GRANT) return pollClaim(ports, parameters, resource)
  const { assertion, scope } = parameters
  narrowScopes(scope, ALL_SCOPES) // report an unknown scope before verifying the assertion
  const holder = await verifyAssertion(ports, assertion)
  return issueAccessToken(ports, holder, { scopes: narrowScopes(scope, holder.scopes), resource })
}

/**
 * RFC 8707 section 2.
 * @returns undefined when the token is for all resources: the request names none, the base address, or more than one
 * @throws AgentError `invalid_target` when an address is neither a resource nor the base address
 */
function resourceOf(asked: readonly string[], { base }: AgentPorts): Resource | undefined {
  const found = asked.map((address) => RESOURCES.find((path) => address === base + path))
  if (asked.some((address, index) => found[index] === undefined && address !== base))
    throw new AgentError('invalid_target')
  const [first, ...others] = found
  return others.every((other) => other === first) ? first : undefined
}

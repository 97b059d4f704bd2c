/**
 * Registers an agent that names no person. Stores nothing.
 */
import { issueAssertion } from '../tokens/assertion.ts'
import { issueClaimToken } from '../claims/claim-token.ts'
import { createRegistration } from '../registration.ts'
import { ALL_SCOPES } from '../scope.ts'
import type { AgentPorts } from '../agent-ports.ts'
import type { IdentityRequestOf } from '../agent-schemas.ts'
import { claimUrl, type Registered } from './method.ts'

export async function registerAnonymous(
  ports: AgentPorts,
  { client_name }: IdentityRequestOf<'anonymous'>,
): Promise<Registered> {
  const registration = createRegistration('anonymous', client_name)
  const [assertion, { claim_token, claim_token_expires }] = await Promise.all([
    issueAssertion(ports, registration),
    issueClaimToken(ports, registration),
  ])
  return {
    registration,
    members: {
      ...assertion,
      // A claim adds a person who vouches, but no scope.
      pre_claim_scopes: ALL_SCOPES,
      post_claim_scopes: ALL_SCOPES,
      scopes: { pre_claim: ALL_SCOPES, post_claim: ALL_SCOPES },
      claim_url: claimUrl(ports),
      claim_token,
      claim_token_expires,
      claim: { token: claim_token, expires_at: claim_token_expires, url: claimUrl(ports) },
    },
  }
}

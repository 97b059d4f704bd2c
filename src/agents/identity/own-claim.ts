/**
 * What the methods have in common that name a person: the claim of the registration.
 */
import { PATHS } from '../../site.ts'
import type { AgentPorts } from '../agent-ports.ts'
import type { IdentityResponse } from '../agent-schemas.ts'
import { attemptMembers, startAttempt } from '../claims/claim.ts'
import { issueClaimToken } from '../claims/claim-token.ts'
import type { Person } from '../person.ts'
import type { Registration } from '../registration.ts'

/** A registration, and the members that its method adds to the response. */
export interface Registered {
  registration: Registration
  members: Omit<IdentityResponse, 'registration_id' | 'registration_type' | 'id' | 'type'>
}

/** Counts a claim before it is started. Rejects when the caller may start no more for now. */
export type CountClaim = () => Promise<void>

/** URL of the endpoint that starts a claim. */
export const claimUrl = ({ base }: Pick<AgentPorts, 'base'>) => base + PATHS.claimStart

/**
 * Starts the claim of a registration that names its person.
 * @param link keyed hash of the provider's subject that a confirmation links to the person
 * @returns the response members of the claim, in both dialects
 */
export async function startOwnClaim(ports: AgentPorts, registration: Registration, person: Person, link?: string) {
  const bound = { person: person.mac, ...(link !== undefined && { link }) }
  const { claim_token, claim_token_expires, expiresAt } = await issueClaimToken(ports, registration, bound)
  const token = { registration, expiresAt, ...bound }
  const started = await startAttempt(ports, token, person)
  return {
    claim_url: claimUrl(ports),
    claim_token,
    claim_token_expires,
    claim: {
      ...attemptMembers(started, token, ports),
      token: claim_token,
      url: claimUrl(ports),
      attempt: { verification_uri: started.page, expires_at: claim_token_expires },
    },
  }
}

/**
 * What the registration methods have in common.
 */
import { PATHS } from '../../site.ts'
import type { AgentPorts } from '../agent-ports.ts'
import type { IdentityResponse } from '../agent-schemas.ts'
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

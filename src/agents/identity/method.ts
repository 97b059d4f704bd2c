/**
 * The interface of the registration methods.
 */
import { PATHS } from '../../site.ts'
import type { AgentPorts } from '../agent-ports.ts'
import type { Registration } from '../registration.ts'

/** Validates the body and registers an agent. `members` are added to the response. */
export type IdentityMethod = (
  ports: AgentPorts,
  body: Record<string, unknown>,
) => Promise<{ registration: Registration; members: Record<string, unknown> }>

/** URL of the endpoint that starts a claim. */
export const claimUrl = ({ base }: Pick<AgentPorts, 'base'>) => base + PATHS.claimStart

/**
 * What every way to introduce oneself has in common.
 */
import { PATHS } from '../../site.ts'
import type { AgentPorts } from '../agent-ports.ts'
import type { Registration } from '../registration.ts'

/** Performs a registration: checks the body, and says what the agent is given. */
export type IdentityMethod = (
  ports: AgentPorts,
  body: Record<string, unknown>,
) => Promise<{ registration: Registration; members: Record<string, unknown> }>

/** Where a claim is started. */
export const claimUrl = ({ base }: Pick<AgentPorts, 'base'>) => base + PATHS.claimStart

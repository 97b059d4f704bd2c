/** `POST /agent/identity`, `/agent/identity/claim` and `/agent/identity/claim/complete`. */
import { startClaim } from '../agents/claims/claim.ts'
import { completeClaim } from '../agents/claims/delivery.ts'
import { registerAgent } from '../agents/identity/methods.ts'
import { AGENT_OPERATIONS } from '../contract/agent-operations.ts'
import { endpoint } from './operation-endpoint.ts'

export const identity = endpoint(AGENT_OPERATIONS.registerAgent, (service, request, { countClaim }) =>
  registerAgent(service, request, countClaim),
)
export const identityClaim = endpoint(AGENT_OPERATIONS.startClaim, startClaim)
export const identityClaimComplete = endpoint(AGENT_OPERATIONS.completeClaim, completeClaim)

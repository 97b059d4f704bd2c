/**
 * `POST /agent/identity`, `/agent/identity/claim` and `/agent/identity/claim/complete`: an agent registers, and
 * asks a person to confirm that it acts for them.
 */
import { startClaim } from '../agents/claims/claim.ts'
import { completeClaim } from '../agents/claims/delivery.ts'
import { registerAgent } from '../agents/identity/methods.ts'
import { endpoint } from './operation-endpoint.ts'

export const identity = endpoint('registerAgent', (service, request, { countClaim }) =>
  registerAgent(service, request, countClaim),
)
export const identityClaim = endpoint('startClaim', startClaim)
export const identityClaimComplete = endpoint('completeClaim', completeClaim)

/**
 * `POST /agent/identity`, `/agent/identity/claim` and `/agent/identity/claim/complete`: an agent introduces itself, and
 * asks a person to vouch for it.
 */
import { startClaim } from '../agents/claims/claim.ts'
import { completeClaim } from '../agents/claims/delivery.ts'
import { register } from '../agents/identity/methods.ts'
import type { AgentWorld } from '../agents/agent-ports.ts'
import type { LimitName } from '../ports.ts'
import { admit } from '../service/rate-limit.ts'
import { agentEndpoint } from '../http/oauth-endpoint.ts'
import { readJsonObject } from '../http/body.ts'
import { json } from '../http/respond.ts'
import type { Handler } from '../http/endpoint.ts'

type UseCase = (world: AgentWorld, body: Record<string, unknown>) => Promise<Record<string, unknown>>

const taking = (limit: LimitName, perform: UseCase): Handler =>
  agentEndpoint({
    async POST(request, caller, service) {
      const budget = await admit(limit, caller, service)
      return json(200, await perform(service, await readJsonObject(request)), budget)
    },
  })

export const identity = taking('registration', register)
export const identityClaim = taking('claim-start', startClaim)
export const identityClaimComplete = taking('code-try', completeClaim)

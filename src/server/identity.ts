/**
 * `POST /agent/identity`, `/agent/identity/claim` and `/agent/identity/claim/complete`: an agent introduces itself, and
 * asks a person to vouch for it.
 */
import { startClaim } from '../agents/claim.ts'
import { completeClaim } from '../agents/delivery.ts'
import { register } from '../agents/identity/types.ts'
import type { AgentWorld } from '../agents/agent-world.ts'
import type { LimitName } from '../world.ts'
import { admit } from './admission.ts'
import { agentEndpoint } from './agent-endpoint.ts'
import { readJsonObject } from './body.ts'
import { json } from './respond.ts'
import type { Handler } from './service.ts'

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

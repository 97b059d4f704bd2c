/**
 * `POST /agent/identity`, `/agent/identity/claim` and `/agent/identity/claim/complete`: an agent registers, and
 * asks a person to confirm that it acts for them.
 */
import { startClaim } from '../agents/claims/claim.ts'
import { completeClaim } from '../agents/claims/delivery.ts'
import { registerAgent } from '../agents/identity/methods.ts'
import type { AgentPorts } from '../agents/agent-ports.ts'
import type { LimitName } from '../rate-limits.ts'
import { consumeRateLimit } from '../service/rate-limit.ts'
import { agentEndpoint } from '../http/oauth-endpoint.ts'
import { readJsonObject } from '../http/body.ts'
import { json } from '../http/respond.ts'
import type { Handler } from '../http/endpoint.ts'

type UseCase = (ports: AgentPorts, body: Record<string, unknown>) => Promise<Record<string, unknown>>

const jsonEndpoint = (limit: LimitName, useCase: UseCase): Handler =>
  agentEndpoint({
    async POST(request, caller, service) {
      const rateLimitHeaders = await consumeRateLimit(limit, caller, service)
      return json(200, await useCase(service, await readJsonObject(request)), rateLimitHeaders)
    },
  })

export const identity = jsonEndpoint('registration', registerAgent)
export const identityClaim = jsonEndpoint('claim-start', startClaim)
export const identityClaimComplete = jsonEndpoint('code-try', completeClaim)

/**
 * `GET /api/v1/agent`: what the holder of a token is to this service. Agents check a token with it.
 */
import { admit } from '../service/rate-limit.ts'
import { requireAgent } from '../http/bearer.ts'
import { apiEndpoint, type Handler } from '../http/endpoint.ts'
import { json } from '../http/respond.ts'

const show: Handler = async (request, caller, service) => {
  const budget = await admit('bearer', caller, service)
  const { registration, claimed, scopes, expiresAt } = await requireAgent(request, service)
  const body = {
    registration_id: registration.id,
    registration_type: registration.type,
    claimed,
    email_verified: claimed,
    scopes,
    expires_at: expiresAt,
  }
  return json(200, body, budget)
}

export const agent = apiEndpoint({ GET: show })

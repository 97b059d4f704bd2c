/**
 * `GET /api/v1/agent`: the registration and scopes of an access token. Agents check their token with it.
 */
import { consumeRateLimit } from '../service/rate-limit.ts'
import { requireAgent } from '../http/bearer.ts'
import { apiEndpoint, type Handler } from '../http/endpoint.ts'
import { json } from '../http/respond.ts'

const getAgent: Handler = async (request, caller, service) => {
  const rateLimitHeaders = await consumeRateLimit('bearer', caller, service)
  const { registration, claimed, scopes, expiresAt } = await requireAgent(request, service)
  const body = {
    registration_id: registration.id,
    registration_type: registration.type,
    claimed,
    email_verified: claimed,
    scopes,
    expires_at: expiresAt,
  }
  return json(200, body, rateLimitHeaders)
}

export const agent = apiEndpoint({ GET: getAgent })

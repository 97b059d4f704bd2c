/** `GET /api/v1/agent`, with which agents check their tokens. */
import { AGENT_OPERATIONS } from '../contract/agent-operations.ts'
import { endpoint } from './operation-endpoint.ts'

export const agent = endpoint(AGENT_OPERATIONS.getAgent, async (_service, _input, { agent: holder }) => ({
  registration_id: holder.registration.id,
  registration_type: holder.registration.type,
  claimed: holder.claimed,
  email_verified: holder.claimed,
  scopes: holder.scopes,
  expires_at: holder.expiresAt,
}))

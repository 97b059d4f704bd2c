/**
 * The ways an agent can introduce itself, once: `POST /agent/identity` and every discovery document go by this table.
 */
import { AgentError } from '../agent-error.ts'
import type { AgentWorld } from '../agent-world.ts'
import type { RegistrationType } from '../registration.ts'
import { anonymous } from './anonymous.ts'
import type { IdentityMethod } from './method.ts'
import { serviceAuth } from './service-auth.ts'

/** The methods by type. */
export const IDENTITY_METHODS: Partial<Record<RegistrationType, IdentityMethod>> = { anonymous, service_auth: serviceAuth }

/**
 * `POST /agent/identity`.
 * @throws AgentError `invalid_request` and those of the method
 */
export async function register(world: AgentWorld, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const method = typeof body.type === 'string' && Object.hasOwn(IDENTITY_METHODS, body.type) ? IDENTITY_METHODS[body.type as RegistrationType] : undefined
  if (!method) {
    if (body.type === 'identity_assertion') throw new AgentError('issuer_not_enabled')
    throw new AgentError('invalid_request', { sentence: `The member type must be one of ${Object.keys(IDENTITY_METHODS).join(', ')}.` })
  }
  const { registration, members } = await method(world, body)
  world.log('registration.created', { registration: registration.id, type: registration.type })
  return { registration_id: registration.id, registration_type: registration.type, id: registration.id, type: registration.type, ...members }
}

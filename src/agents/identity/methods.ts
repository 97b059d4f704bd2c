/**
 * The registration methods. `POST /agent/identity` and every discovery document use this table.
 */
import { AgentError } from '../agent-error.ts'
import type { AgentPorts } from '../agent-ports.ts'
import type { RegistrationType } from '../registration.ts'
import { anonymous } from './anonymous.ts'
import { identityAssertion } from './identity-assertion.ts'
import type { IdentityMethod } from './method.ts'
import { serviceAuth } from './service-auth.ts'

const IDENTITY_METHODS: Record<RegistrationType, IdentityMethod> = {
  anonymous,
  service_auth: serviceAuth,
  identity_assertion: identityAssertion,
}

/** The types that are offered: `identity_assertion` only when a provider is trusted. */
export function offeredTypes({ trustedIssuers }: Pick<AgentPorts, 'trustedIssuers'>): RegistrationType[] {
  const types = Object.keys(IDENTITY_METHODS) as RegistrationType[]
  return types.filter((type) => type !== 'identity_assertion' || trustedIssuers.length > 0)
}

/**
 * `POST /agent/identity`.
 * @throws AgentError `invalid_request`, and the errors of the method
 */
export async function registerAgent(
  ports: AgentPorts,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const method =
    typeof body.type === 'string' && Object.hasOwn(IDENTITY_METHODS, body.type)
      ? IDENTITY_METHODS[body.type as RegistrationType]
      : undefined
  if (!method)
    throw new AgentError('invalid_request', {
      description: `The member type must be one of ${offeredTypes(ports).join(', ')}.`,
    })
  const { registration, members } = await method(ports, body)
  ports.log('registration.created', { registration: registration.id, type: registration.type })
  return {
    registration_id: registration.id,
    registration_type: registration.type,
    id: registration.id,
    type: registration.type,
    ...members,
  }
}

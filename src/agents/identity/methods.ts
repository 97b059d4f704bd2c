/**
 * The registration methods: which are offered, and what `POST /agent/identity` does for each.
 */
import type { AgentPorts } from '../agent-ports.ts'
import type { IdentityRequest, IdentityResponse } from '../agent-schemas.ts'
import { REGISTRATION_TYPES, type RegistrationType } from '../registration.ts'
import { registerAnonymous } from './anonymous.ts'
import { registerVouchedFor } from './identity-assertion.ts'
import type { CountClaim, Registered } from './method.ts'
import { registerForPerson } from './service-auth.ts'

/** The types that are offered: `identity_assertion` only when a provider is trusted. */
export const offeredTypes = ({ trustedIssuers }: Pick<AgentPorts, 'trustedIssuers'>): RegistrationType[] =>
  REGISTRATION_TYPES.filter((type) => type !== 'identity_assertion' || trustedIssuers.length > 0)

/**
 * `POST /agent/identity`.
 * @throws AgentError with the codes of the method
 */
export async function registerAgent(
  ports: AgentPorts,
  request: IdentityRequest,
  countClaim: CountClaim,
): Promise<IdentityResponse> {
  const { registration, members } = await register(ports, request, countClaim)
  ports.log('registration.created', { registration: registration.id, type: registration.type })
  return {
    registration_id: registration.id,
    registration_type: registration.type,
    id: registration.id,
    type: registration.type,
    ...members,
  }
}

function register(ports: AgentPorts, request: IdentityRequest, countClaim: CountClaim): Promise<Registered> {
  switch (request.type) {
    case 'anonymous':
      return registerAnonymous(ports, request)
    case 'service_auth':
      return registerForPerson(ports, request, countClaim)
    case 'identity_assertion':
      return registerVouchedFor(ports, request, countClaim)
  }
}

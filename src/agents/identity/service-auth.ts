/**
 * Registers an agent that names its person by e-mail address. It gets no assertion until that person confirms. The response
 * must not reveal whether the service knows the address.
 */
import type { AgentPorts } from '../agent-ports.ts'
import type { IdentityRequestOf } from '../agent-schemas.ts'
import { parsePerson } from '../person.ts'
import { createRegistration } from '../registration.ts'
import { ALL_SCOPES } from '../scope.ts'
import { type CountClaim, type Registered, startOwnClaim } from './method.ts'

/** @throws AgentError `invalid_login_hint` */
export async function registerForPerson(
  ports: AgentPorts,
  { login_hint, client_name }: IdentityRequestOf<'service_auth'>,
  countClaim: CountClaim,
): Promise<Registered> {
  const person = await parsePerson(ports, login_hint)
  await countClaim()
  const registration = createRegistration('service_auth', client_name)
  return {
    registration,
    members: {
      post_claim_scopes: ALL_SCOPES,
      scopes: { pre_claim: [], post_claim: ALL_SCOPES },
      ...(await startOwnClaim(ports, registration, person)),
    },
  }
}

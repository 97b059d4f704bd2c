/**
 * Registers an agent that names its person by e-mail address. It gets no assertion until that person confirms. The response
 * must not reveal whether the service knows the address.
 */
import type { AgentPorts } from '../agent-ports.ts'
import type { IdentityRequestOf } from '../agent-schemas.ts'
import { attemptMembers, startAttempt } from '../claims/claim.ts'
import { issueClaimToken } from '../claims/claim-token.ts'
import { parsePerson } from '../person.ts'
import { createRegistration } from '../registration.ts'
import { ALL_SCOPES } from '../scope.ts'
import { claimUrl, type CountClaim, type Registered } from './method.ts'

/** @throws AgentError `invalid_login_hint` */
export async function registerForPerson(
  ports: AgentPorts,
  { login_hint, client_name }: IdentityRequestOf<'service_auth'>,
  countClaim: CountClaim,
): Promise<Registered> {
  const person = await parsePerson(ports, login_hint)
  await countClaim()
  const registration = createRegistration('service_auth', client_name)
  const { claim_token, claim_token_expires, expiresAt } = await issueClaimToken(ports, registration, {
    person: person.mac,
  })
  const token = { registration, expiresAt, person: person.mac }
  const started = await startAttempt(ports, token, person)
  const { user_code, verification_uri, verification_uri_complete, expires_in, interval } = attemptMembers(
    started,
    token,
    ports,
  )
  return {
    registration,
    members: {
      post_claim_scopes: ALL_SCOPES,
      scopes: { pre_claim: [], post_claim: ALL_SCOPES },
      claim_url: claimUrl(ports),
      claim_token,
      claim_token_expires,
      claim: {
        user_code,
        verification_uri,
        verification_uri_complete,
        expires_in,
        interval,
        token: claim_token,
        expires_at: claim_token_expires,
        url: claimUrl(ports),
        attempt: { verification_uri: started.page, expires_at: claim_token_expires },
      },
    },
  }
}

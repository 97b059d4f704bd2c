/**
 * The registration methods: which are offered, and what `POST /agent/identity` does for each.
 */
import type { AgentPorts } from '../agent-ports.ts'
import type { IdentityRequest, IdentityRequestOf, IdentityResponse } from '../agent-schemas.ts'
import { issueClaimToken } from '../claims/claim-token.ts'
import { parsePerson } from '../person.ts'
import { createRegistration, REGISTRATION_TYPES, type RegistrationType } from '../registration.ts'
import { ALL_SCOPES } from '../scope.ts'
import { issueAssertion } from '../tokens/assertion.ts'
import { registerVouchedFor } from './identity-assertion.ts'
import { claimUrl, type CountClaim, type Registered, startOwnClaim } from './own-claim.ts'

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
  const { id, type } = registration
  ports.log('registration.created', { registration: id, type })
  return { registration_id: id, registration_type: type, id, type, ...members }
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

/** Registers an agent that names no person. Stores nothing. */
async function registerAnonymous(
  ports: AgentPorts,
  { client_name }: IdentityRequestOf<'anonymous'>,
): Promise<Registered> {
  const registration = createRegistration('anonymous', client_name)
  const [assertion, { claim_token, claim_token_expires }] = await Promise.all([
    issueAssertion(ports, registration),
    issueClaimToken(ports, registration),
  ])
  return {
    registration,
    members: {
      ...assertion,
      // A claim adds a person who vouches, but no scope.
      pre_claim_scopes: ALL_SCOPES,
      post_claim_scopes: ALL_SCOPES,
      scopes: { pre_claim: ALL_SCOPES, post_claim: ALL_SCOPES },
      claim_url: claimUrl(ports),
      claim_token,
      claim_token_expires,
      claim: { token: claim_token, expires_at: claim_token_expires, url: claimUrl(ports) },
    },
  }
}

/**
 * Registers an agent that names its person by e-mail address. It gets no assertion until that person confirms. The response
 * must not reveal whether the service knows the address.
 * @throws AgentError `invalid_login_hint`
 */
async function registerForPerson(
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

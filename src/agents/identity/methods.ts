import { keyOf, readValue, createRecord } from '../../store/record.ts'
import { RECORDS } from '../../store/records.ts'
import { AgentError } from '../agent-error.ts'
import type { AgentPorts } from '../agent-ports.ts'
import type { IdentityRequest, IdentityResponse, RequestOf } from '../agent-schemas.ts'
import { issueAssertion } from '../tokens/assertion.ts'
import { isRemembered, parsePerson, type Person, storeProof } from '../person.ts'
import { createRegistration, type Registration, REGISTRATION_TYPES, type RegistrationType } from '../registration.ts'
import { ALL_SCOPES } from '../scope.ts'
import { verifyIdJag } from './id-jag.ts'
import { DAY_SECONDS } from '../../duration.ts'
import { startAttempt, issueClaimToken } from '../claims/claim.ts'

export const offeredTypes = ({ trustedIssuers }: Pick<AgentPorts, 'trustedIssuers'>): RegistrationType[] =>
  REGISTRATION_TYPES.filter((type) => type !== 'identity_assertion' || trustedIssuers.length > 0)

/** The members that a type of registration adds to the response. */
type Members = Omit<IdentityResponse, 'registration_id' | 'registration_type' | 'id' | 'type'>

/** Counts a claim against the limit of the caller. @throws Problem `rate-limited` or `service-unavailable` */
type CountClaim = () => Promise<void>

export async function registerAgent(ports: AgentPorts, request: IdentityRequest, countClaim: CountClaim) {
  const { registration, members } =
    request.type === 'anonymous'
      ? await registerAnonymous(ports, request)
      : request.type === 'service_auth'
        ? await registerForPerson(ports, request, countClaim)
        : await registerVouchedFor(ports, request, countClaim)
  const { id, type } = registration
  ports.log('registration.created', { registration: id, type })
  return { registration_id: id, registration_type: type, id, type, ...members }
}

/** Nothing is stored. */
async function registerAnonymous(ports: AgentPorts, { client_name }: RequestOf<'anonymous'>) {
  const registration = createRegistration('anonymous', client_name)
  const [assertion, { members }] = await Promise.all([
    issueAssertion(ports, registration),
    issueClaimToken(ports, registration),
  ])
  // A claim adds a person who vouches for the agent, but no scope.
  const scopes = { pre_claim: ALL_SCOPES, post_claim: ALL_SCOPES }
  const allScopes = { pre_claim_scopes: ALL_SCOPES, post_claim_scopes: ALL_SCOPES, scopes }
  return { registration, members: { ...assertion, ...allScopes, ...members } satisfies Members }
}

/**
 * The agent gets no assertion until the person confirms. The response must not reveal whether the service knows the address.
 * @throws AgentError `invalid_login_hint`
 */
async function registerForPerson(ports: AgentPorts, request: RequestOf<'service_auth'>, countClaim: CountClaim) {
  const person = await parsePerson(ports, request.login_hint)
  await countClaim()
  const registration = createRegistration('service_auth', request.client_name)
  const scopes = { pre_claim: [], post_claim: ALL_SCOPES }
  const claim = await startFirstClaim(ports, registration, person)
  return { registration, members: { post_claim_scopes: ALL_SCOPES, scopes, ...claim } satisfies Members }
}

/** @param subjectHash keyed hash of the provider's subject, which a confirmation links to the person @returns members of the response */
async function startFirstClaim(ports: AgentPorts, registration: Registration, person: Person, subjectHash?: string) {
  const { token, members } = await issueClaimToken(ports, registration, { person: person.mac, link: subjectHash })
  const started = await startAttempt(ports, token, person)
  if (!started) throw new Error('A new registration has a claim already.')
  const shown = started.members
  const attempt = { verification_uri: shown.verification_uri_complete, expires_at: shown.expires_at }
  return { ...members, claim: { ...members.claim, ...shown, attempt } }
}

/** The lifetime is short, because the provider can vouch again every day, or stop vouching. */
const VOUCHED_SECONDS = DAY_SECONDS

/** A person who confirmed a claim before must first confirm a new subject of a provider: providers may be wrong about an address. */
async function registerVouchedFor(ports: AgentPorts, request: RequestOf<'identity_assertion'>, countClaim: CountClaim) {
  if (ports.trustedIssuers.length === 0) throw new AgentError('issuer_not_enabled')
  const { issuer, subject, jti, email, scopes: allowed } = await verifyIdJag(request.assertion, ports)
  const scopes = ALL_SCOPES.filter((scope) => allowed?.split(' ').includes(scope) ?? true)
  if (scopes.length === 0)
    throw new AgentError('invalid_scope', { reason: 'the provider grants no scope of this service' })
  const person = await parsePerson(ports, email).catch(() => {
    throw new AgentError('missing_verified_email', { reason: 'the e-mail address is invalid' })
  })
  const subjectHash = await ports.keyedHash.mac('provider-subject', JSON.stringify([issuer, subject]))
  const jtiHash = await ports.keyedHash.mac('jti', JSON.stringify([issuer, jti]))
  const usedKey = keyOf(RECORDS.assertion, { assertion: jtiHash })
  const [used, known, linked] = await Promise.all([
    readValue(ports.store, usedKey),
    isRemembered(ports, person),
    isRemembered(ports, person, subjectHash),
  ])
  if (used !== undefined) throw new AgentError('replay_detected')
  // Copies of an assertion that arrive at the same time must store the same records.
  const id = await ports.keyedHash.mac('vouched-registration', JSON.stringify([issuer, subject, jti]))
  const registration = createRegistration('identity_assertion', request.client_name, id)
  const needsConfirmation = known && !linked
  const written = { at: ports.clock.now().toISOString() }
  // `countClaim` may refuse the request, so the jti is marked as used only afterwards: the same assertion can be sent again later.
  if (needsConfirmation) await countClaim()
  else
    await Promise.all([
      storeProof(ports, person, subjectHash),
      createRecord(
        ports.store,
        keyOf(RECORDS.vouched, { subject: subjectHash, registration: registration.id }),
        written,
      ),
    ])
  // Marks the jti as used. The claim starts after this, so copies of an assertion that arrive at the same time start only one claim.
  if (!(await createRecord(ports.store, usedKey, written))) throw new AgentError('replay_detected')
  if (needsConfirmation) {
    const claim = await startFirstClaim(ports, registration, person, subjectHash)
    throw new AgentError('interaction_required', { members: { registration_id: registration.id, ...claim } })
  }
  const options = { email: person.email, scopes, lifetimeSeconds: VOUCHED_SECONDS }
  const assertion = await issueAssertion(ports, registration, options)
  return { registration, members: { ...assertion, scopes } satisfies Members }
}

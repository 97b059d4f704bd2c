/**
 * Registers an agent whose provider vouches for the person (ID-JAG). If the person has confirmed a claim before, they must
 * first confirm the link to this provider, because a provider may be wrong about an address.
 */
import { keyOf, readFact } from '../../store/fact.ts'
import { FACTS } from '../../store/facts.ts'
import { AgentError } from '../agent-error.ts'
import type { AgentPorts } from '../agent-ports.ts'
import type { IdentityRequestOf } from '../agent-schemas.ts'
import { issueAssertion } from '../tokens/assertion.ts'
import { isKnownPerson, isProviderLinked, hashProviderSubject, linkProvider, parsePerson } from '../person.ts'
import { createRegistration, ID_LENGTH, revokeRegistration, type Registration } from '../registration.ts'
import { ALL_SCOPES, type Scope } from '../scope.ts'
import { type IdJag, verifyIdJag } from './id-jag.ts'
import { type CountClaim, type Registered, startOwnClaim } from './own-claim.ts'
import { DAY_SECONDS } from '../../duration.ts'

/** Lifetime of the assertion. Short, because the provider can vouch again every day, or may have reasons not to. */
export const VOUCHED_SECONDS = DAY_SECONDS

const vouchedKey = (subject: string, registration: string) => keyOf(FACTS.vouched, { subject, registration })

/** @throws AgentError with the codes that auth.md names for ID-JAG */
export async function registerVouchedFor(
  ports: AgentPorts,
  { assertion, client_name }: IdentityRequestOf<'identity_assertion'>,
  countClaim: CountClaim,
): Promise<Registered> {
  if (ports.trustedIssuers.length === 0) throw new AgentError('issuer_not_enabled')
  const idJag = await verifyIdJag(assertion, ports)
  const scopes = grantedScopes(idJag.scopes)
  const person = await parsePerson(ports, idJag.email).catch(() => {
    throw new AgentError('missing_verified_email', { reason: 'the e-mail address is invalid' })
  })
  const link = await hashProviderSubject(ports, idJag.issuer, idJag.subject)
  const jtiHash = await ports.keyedHash.mac('jti', JSON.stringify([idJag.issuer, idJag.jti]))
  const usedKey = keyOf(FACTS.assertion, { assertion: jtiHash })
  const [used, known, linked] = await Promise.all([
    ports.store.read(usedKey),
    isKnownPerson(ports, person),
    isProviderLinked(ports, person, link),
  ])
  if (used !== undefined) throw new AgentError('replay_detected')
  const registration = await registrationOf(ports, idJag, client_name)
  const needsConfirmation = known && !linked
  // Before the jti is marked as used, so that the same assertion can be sent again later.
  if (needsConfirmation) await countClaim()
  else
    await Promise.all([
      linkProvider(ports, person, link),
      ports.store.create(vouchedKey(link, registration.id), { at: idJag.issuedAt.toISOString() }),
    ])
  // The jti is marked as used last, so that an assertion whose registration was refused or interrupted can be sent again.
  if (!(await ports.store.create(usedKey, { at: ports.clock.now().toISOString() })))
    throw new AgentError('replay_detected')
  if (needsConfirmation) {
    const started = await startOwnClaim(ports, registration, person, link)
    throw new AgentError('interaction_required', { members: { registration_id: registration.id, ...started } })
  }
  const issued = await issueAssertion(ports, registration, {
    email: person.email,
    scopes,
    lifetimeSeconds: VOUCHED_SECONDS,
  })
  return { registration, members: { ...issued, scopes } }
}

/** The registration of an assertion: always the same one, so that copies that come at the same time store the same facts. */
async function registrationOf(
  { keyedHash }: AgentPorts,
  { issuer, subject, jti }: IdJag,
  clientName: string | undefined,
): Promise<Registration> {
  const id = await keyedHash.mac('vouched-registration', JSON.stringify([issuer, subject, jti]))
  return createRegistration('identity_assertion', clientName, id.slice(0, ID_LENGTH))
}

function grantedScopes(scope: string | undefined): Scope[] {
  if (scope === undefined) return [...ALL_SCOPES]
  const granted = ALL_SCOPES.filter((name) => scope.split(' ').includes(name))
  if (granted.length === 0)
    throw new AgentError('invalid_scope', { reason: 'the provider grants no scope of this service' })
  return granted
}

/**
 * Revokes the registrations of a provider's subject that it vouched for up to a time.
 * @param until by the provider's clock, so that no skew between its clock and ours spares a registration
 * @throws StoreUnavailable
 */
export async function revokeSubject(
  ports: AgentPorts,
  { issuer, subject, until }: { issuer: string; subject: string; until: Date },
): Promise<void> {
  const prefix = vouchedKey(await hashProviderSubject(ports, issuer, subject), '')
  const keys = await Array.fromAsync(ports.store.list(prefix))
  await Promise.all(
    keys.map(async (key) => {
      const vouched = await readFact(ports.store, FACTS.vouched, key)
      if (vouched && Date.parse(vouched.at) <= until.getTime())
        await revokeRegistration(ports, key.slice(prefix.length), 'provider')
    }),
  )
}

/**
 * An agent whose provider vouches for the person (ID-JAG). A person whom the firm knows by another way must confirm first that
 * this provider speaks for them: a provider may be wrong about an address.
 */
import { AgentError, requiredText } from '../agent-error.ts'
import type { AgentWorld } from '../agent-ports.ts'
import { issueAssertion } from '../tokens/assertion.ts'
import { attemptMembers, startAttempt } from '../claims/claim.ts'
import { issueClaimToken } from '../claims/claim-token.ts'
import { isKnown, isLinked, linkOf, linkProvider, type Person, personOf } from '../person.ts'
import { createRegistration, endRegistration, type Registration } from '../registration.ts'
import { ALL_SCOPES, type Scope } from '../scope.ts'
import { verifyIdJag } from './id-jag.ts'
import { claimUrl, type IdentityMethod } from './method.ts'
import { DAY_SECONDS } from '../../duration.ts'

/** What `assertion_type` must be. */
export const ID_JAG_TYPE = 'urn:ietf:params:oauth:token-type:id-jag'
/** The provider can vouch anew every day, and may have reasons not to. */
const LIFETIME_SECONDS = DAY_SECONDS

/** Below these prefixes: assertions that were used, and the registrations of a provider's subject. */
export const JTIS = 'jti/'
export const SUBJECTS = 'subjects/'
const subjectPrefix = (link: string) => `${SUBJECTS}${link}/`

export const identityAssertion: IdentityMethod = async (world, body) => {
  if (world.trustedIssuers.length === 0) throw new AgentError('issuer_not_enabled')
  if (body.assertion_type !== ID_JAG_TYPE)
    throw new AgentError('invalid_request', { sentence: `The member assertion_type must be ${ID_JAG_TYPE}.` })
  const said = await verifyIdJag(requiredText(body, 'assertion'), {
    issuers: world.trustedIssuers,
    keys: world.issuerKeys,
    clock: world.clock,
    base: world.base,
  })
  const scopes = grantedBy(said.scopes)
  const person = await personOf(world, said.email).catch(() => {
    throw new AgentError('missing_verified_email', { reason: 'the address is none' })
  })
  const link = await linkOf(world, said.issuer, said.subject)
  const used = `${JTIS}${await world.pepper.mac('jti', JSON.stringify([said.issuer, said.jti]))}`
  const [known, linked] = await Promise.all([isKnown(world, person), isLinked(world, person, link)])
  const registration = createRegistration('identity_assertion')
  const mustAsk = known && !linked
  const at = world.clock.now().toISOString()
  // Burnt last: an assertion that failed a check may be mended and sent again.
  const [first] = await Promise.all([
    world.store.create(used, { at }),
    mustAsk ? undefined : linkProvider(world, person, link),
    mustAsk ? undefined : world.store.create(`${subjectPrefix(link)}${registration.id}`, { at }),
  ])
  if (!first) throw new AgentError('replay_detected')
  if (mustAsk) throw await interactionRequired(world, registration, person, link)
  const issued = await issueAssertion(world, registration, {
    email: person.email,
    scopes,
    lifetimeSeconds: LIFETIME_SECONDS,
  })
  return { registration, members: { ...issued, scopes } }
}

/** The claim that the person must confirm before this provider speaks for them. */
async function interactionRequired(
  world: AgentWorld,
  registration: Registration,
  person: Person,
  link: string,
): Promise<AgentError> {
  const { claim_token, claim_token_expires, expiresAt } = await issueClaimToken(world, registration, {
    person: person.mac,
    link,
  })
  const token = { registration, expiresAt, person: person.mac, link }
  const attempt = attemptMembers(await startAttempt(world, token, person), token, world)
  return new AgentError('interaction_required', {
    members: {
      registration_id: registration.id,
      claim_url: claimUrl(world),
      claim_token,
      claim_token_expires,
      claim: {
        ...attempt,
        token: claim_token,
        url: claimUrl(world),
        attempt: { verification_uri: attempt.verification_uri, expires_at: claim_token_expires },
      },
    },
  })
}

function grantedBy(scope: string | undefined): Scope[] {
  if (scope === undefined) return [...ALL_SCOPES]
  const granted = ALL_SCOPES.filter((name) => scope.split(' ').includes(name))
  if (granted.length === 0) throw new AgentError('invalid_scope', { reason: 'the provider grants none of ours' })
  return granted
}

/** Ends all registrations of a provider's subject. */
export async function endSubject(world: AgentWorld, issuer: string, subject: string): Promise<void> {
  const prefix = subjectPrefix(await linkOf(world, issuer, subject))
  const keys = await Array.fromAsync(world.store.list(prefix))
  await Promise.all(keys.map((key) => endRegistration(world, key.slice(prefix.length), 'provider')))
}

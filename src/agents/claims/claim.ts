/** Starts claims, with which an agent asks a person to vouch for it. Issues and reads claim tokens. */
import { PATHS } from '../../site.ts'
import { createRecord, keyOf } from '../../store/record.ts'
import { RECORDS } from '../../store/records.ts'
import { unsealAs } from '../../ports.ts'
import { AgentError } from '../agent-error.ts'
import type { AgentPorts } from '../agent-ports.ts'
import type { ClaimRequest, ClaimResponse } from '../agent-schemas.ts'
import { type Attempt, NO_CLAIM, openedAt, putClaim, readClaim, CLAIM_WINDOW_MS } from './claim-record.ts'
import { POLL_INTERVAL_SECONDS } from './poll-interval.ts'
import { ClaimRef, codeKey, createCode, hashCode } from './user-code.ts'
import { type Person, parsePerson, sealParties } from '../person.ts'
import { isoFromSeconds, nowSeconds, randomId, REGISTRATION_TYPES, type Registration } from '../registration.ts'
import * as z from 'zod'
import { DAY_SECONDS, HOUR_SECONDS, SECOND_MS, SKEW_SECONDS } from '../../duration.ts'

const PAGE_PURPOSE = 'claim-page'

/** Key of a record that leads to a claim which may wait for a decision. The record of the claim says whether it does wait. */
export const waitingKey = (attempt: Attempt, registration: string) =>
  keyOf(RECORDS.waiting, { time: openedAt(attempt).toISOString(), registration })

/**
 * Replaces an earlier attempt. Stores only a keyed hash of the code. The URL of the page does not contain the code, because mail scanners
 * and link previews open URLs. `verification_uri` is short, for people who type it (RFC 8628 section 3.2).
 * @param found the claim as it was read; a new registration has none
 * @returns the id of the attempt, and the `members` that describe it in the response; undefined when the claim has changed since it was read
 */
export async function startAttempt(ports: AgentPorts, token: ClaimToken, person: Person, found = NO_CLAIM) {
  const { registration, link } = token
  const { store, clock, keys } = ports
  const sealedEmail = await sealParties(ports, { email: person.email, clientName: registration.clientName })
  const expiresAt = isoFromSeconds(token.expiresAt)
  for (let { version } = found; ;) {
    const user_code = createCode()
    const codeHash = (await hashCode(ports, user_code)) ?? ''
    const [id, at] = [randomId(), clock.now().toISOString()]
    const attempt: Attempt = {
      id,
      type: registration.type,
      startedAt: at,
      expiresAt,
      code: codeHash,
      person: person.mac,
      sealedEmail,
      link,
      wrongCodes: 0,
      mails: 0,
    }
    // After a crash between these writes, the agent has no answer, and starts again. That writes what is missing.
    const [isUnique, , written] = await Promise.all([
      createRecord(store, codeKey(codeHash), { registration: registration.id, attempt: id, at }),
      createRecord(store, waitingKey(attempt, registration.id), { at: openedAt(attempt).toISOString() }),
      putClaim(ports, registration.id, { ...found.claim, attempt }, version),
    ])
    if (written === 'changed') return undefined
    version = written
    if (!isUnique) continue
    ports.log('claim.requested', { registration: registration.id, attempt: id })
    const sealedRef = await keys.seal(PAGE_PURPOSE, { sub: registration.id, attempt: id })
    const members = {
      user_code,
      verification_uri: ports.base + PATHS.claim,
      verification_uri_complete: `${ports.base}${PATHS.claim}?attempt=${sealedRef}`,
      expires_in: token.expiresAt - nowSeconds(ports),
      expires_at: expiresAt,
      interval: POLL_INTERVAL_SECONDS,
    }
    return { id, members }
  }
}

export const readClaimPageRef = ({ keys }: AgentPorts, text: string) => unsealAs(ClaimRef, keys, PAGE_PURPOSE, text)

/** `POST /agent/identity/claim`. Starting again gives a new code. A claim that cannot be started stores nothing. */
export async function startClaim(ports: AgentPorts, request: ClaimRequest): Promise<ClaimResponse> {
  const token = await readClaimToken(ports, request.claim_token)
  if (!token) throw new AgentError('invalid_claim_token')
  const { id } = token.registration
  const found = await readClaim(ports, id)
  const { attempt, decision, revocation } = found.claim
  if (revocation) throw new AgentError('invalid_claim_token', { reason: 'the registration is revoked' })
  if (decision?.outcome === 'denied') throw new AgentError('claim_denied')
  const person = await parsePerson(ports, request.email ?? request.login_hint ?? '')
  if (token.person !== undefined && token.person !== person.mac)
    throw new AgentError('invalid_login_hint', { reason: 'not the address of the registration' })
  if (decision) {
    if (attempt?.person !== person.mac) throw new AgentError('claimed_or_in_flight')
    return { registration_id: id, id, type: 'service_auth', status: 'claimed' }
  }
  if (nowSeconds(ports) >= token.expiresAt) throw new AgentError('claim_expired')
  const started = await startAttempt(ports, token, person, found)
  if (!started) return startClaim(ports, request)
  return {
    registration_id: id,
    id,
    type: 'service_auth',
    claim_attempt_id: started.id,
    status: 'initiated',
    expires_at: started.members.expires_at,
    claim_attempt: started.members,
    attempt: { ...started.members, verification_uri: started.members.verification_uri_complete },
  }
}

/** With a claim token, an agent starts a claim and polls its state. The token is sealed and not stored. */
const PURPOSE = 'claim-token'
/** For about a week a token is reported as expired, and then as unknown. */
const EXPIRED_REPORT_SECONDS = 7 * DAY_SECONDS + HOUR_SECONDS
const MAX_LENGTH = 4096

const Content = z.object({
  sub: z.string(),
  type: z.enum(REGISTRATION_TYPES),
  iat: z.int(),
  exp: z.int(),
  clientName: z.string().optional(),
  /** Keyed hash of the only e-mail address that may claim the registration; absent when any address may. */
  person: z.string().optional(),
  /** Keyed hash of the provider's subject, which a confirmation links to the person. */
  link: z.string().optional(),
})

type Bound = Pick<z.infer<typeof Content>, 'person' | 'link'>

export interface ClaimToken extends Bound {
  registration: Registration
  /** Seconds since 1970. */
  expiresAt: number
}

/** @returns `token`, as `readClaimToken` returns it, and `members` for a response, in both dialects of auth.md */
export async function issueClaimToken(ports: AgentPorts, registration: Registration, bound: Bound = {}) {
  const iat = nowSeconds(ports)
  const exp = iat + CLAIM_WINDOW_MS / SECOND_MS
  const { id, type, clientName } = registration
  const claim_token = await ports.keys.seal(PURPOSE, { sub: id, type, clientName, iat, exp, ...bound })
  const claim_url = ports.base + PATHS.claimStart
  const expires_at = isoFromSeconds(exp)
  const token: ClaimToken = { registration, expiresAt: exp, ...bound }
  const claim = { token: claim_token, url: claim_url, expires_at }
  return { token, members: { claim_url, claim_token, claim_token_expires: expires_at, claim } }
}

/** @returns undefined when the token is not of this service, not valid yet, expired for over a week, or from before `revokeBefore` */
export async function readClaimToken(ports: AgentPorts, text: string): Promise<ClaimToken | undefined> {
  if (text.length > MAX_LENGTH) return undefined
  const content = await unsealAs(Content, ports.keys, PURPOSE, text)
  if (!content) return undefined
  const { sub, type, clientName, iat, exp, person, link } = content
  const now = nowSeconds(ports)
  if (iat * SECOND_MS < ports.revokeBefore || iat > now + SKEW_SECONDS || now > exp + EXPIRED_REPORT_SECONDS)
    return undefined
  return { registration: { id: sub, type, clientName }, expiresAt: exp, person, link }
}

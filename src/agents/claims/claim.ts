/** An agent asks a person to vouch for it. */
import { PATHS } from '../../site.ts'
import { createRecord, keyOf } from '../../store/record.ts'
import { RECORDS } from '../../store/records.ts'
import { unsealAs } from '../../ports.ts'
import { AgentError } from '../agent-error.ts'
import type { AgentPorts } from '../agent-ports.ts'
import type { ClaimRequest, ClaimResponse } from '../agent-schemas.ts'
import { type Attempt, NO_CLAIM, openedAt, putClaim, readClaim } from './claim-record.ts'
import { type ClaimToken, readClaimToken } from './claim-token.ts'
import { POLL_INTERVAL_SECONDS } from './poll-interval.ts'
import { ClaimRef, codeKey, createCode, hashCode } from './user-code.ts'
import { type Person, parsePerson, sealParties } from '../person.ts'
import { isoFromSeconds, nowSeconds, randomId } from '../registration.ts'

const PAGE_PURPOSE = 'claim-page'

/** Leads to a claim that may wait for a decision. The claim's record says whether it does. */
export const waitingKey = (attempt: Attempt, registration: string) =>
  keyOf(RECORDS.waiting, { time: openedAt(attempt).toISOString(), registration })

/**
 * Replaces the earlier attempt. The code cannot be read again. The URL of the page does not contain it, because mail scanners and link
 * previews open URLs.
 * @param found the claim as it was read; a new registration has none
 * @returns `members`, which repeat their values as nested members, and have a short address for people who type it (RFC 8628 section 3.2). The
 * result is undefined when the claim was changed since it was read
 */
export async function startAttempt(ports: AgentPorts, token: ClaimToken, person: Person, found = NO_CLAIM) {
  const { registration, link } = token
  const { store, clock, keys } = ports
  const sealedEmail = await sealParties(ports, { email: person.email, clientName: registration.clientName })
  const expiresAt = isoFromSeconds(token.expiresAt)
  for (let { version } = found; ;) {
    const user_code = createCode()
    const code = (await hashCode(ports, user_code)) ?? ''
    const [id, at] = [randomId(), clock.now().toISOString()]
    const { type } = registration
    const attempt: Attempt = {
      ...{ id, type, startedAt: at, expiresAt, code, person: person.mac, sealedEmail, link },
      ...{ wrongCodes: 0, mails: 0 },
    }
    // After a crash between these, the agent has no answer and starts again, which writes what is missing.
    const [isUnique, , written] = await Promise.all([
      createRecord(store, codeKey(code), { registration: registration.id, attempt: id, at }),
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

/** `POST /agent/identity/claim`. A restart gets a new code. The claim is read first, so that a start that is refused stores nothing. */
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

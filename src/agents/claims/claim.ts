/** A claim: a person vouches for an agent. The state is derived from the facts that exist. */
import * as z from 'zod'
import { PATHS } from '../../site.ts'
import { unsealAs } from '../../unseal.ts'
import { AgentError } from '../agent-error.ts'
import type { AgentPorts } from '../agent-ports.ts'
import type { ClaimRequest, ClaimResponse } from '../agent-schemas.ts'
import { attemptsPrefix, createAttempt, currentAttempt } from './attempt.ts'
import { type ClaimToken, readClaimToken } from './claim-token.ts'
import { type Person, parsePerson } from '../person.ts'
import { isRegistrationRevoked, isoFromSeconds, nowSeconds, readDecision } from '../registration.ts'

/** Seconds an agent must wait between two polls (RFC 8628 section 3.2). */
export const POLL_INTERVAL_SECONDS = 5
const PAGE_PURPOSE = 'claim-page'

/**
 * Reads the state of a claim in one round trip.
 * @returns `current` is the latest attempt
 */
export async function readClaim(ports: AgentPorts, registration: string) {
  const [keys, decision, isRevoked] = await Promise.all([
    ports.store.list(attemptsPrefix(registration)),
    readDecision(ports, registration),
    isRegistrationRevoked(ports, registration),
  ])
  return { current: currentAttempt(registration, keys), decision, isRevoked }
}

/**
 * Starts an attempt. The URL of its page does not contain the code, because mail scanners and link previews open URLs.
 * @returns the code for the person, and the page where to enter it
 */
export async function startAttempt(ports: AgentPorts, token: ClaimToken, person: Person) {
  const { id, code } = await createAttempt(ports, token, person)
  const { registration } = token
  ports.log('claim.requested', { registration: registration.id, attempt: id })
  const sealedRef = await ports.keys.seal(PAGE_PURPOSE, { sub: registration.id, attempt: id })
  return { id, user_code: code, page: `${ports.base}${PATHS.claim}?attempt=${sealedRef}` }
}

/** Names the claim of a page, or of a link in a mail. `sub` is the registration. */
export const ClaimRef = z.object({ sub: z.string(), attempt: z.string() })
export type ClaimRef = z.infer<typeof ClaimRef>

/** @returns undefined when the text is not a reference to a claim page */
export const readClaimPageRef = ({ keys }: AgentPorts, text: string) => unsealAs(ClaimRef, keys, PAGE_PURPOSE, text)

/**
 * The response members that describe an attempt, in the flat dialect. It has a short address for people who type it (RFC 8628 section
 * 3.2); the nested dialect has only the complete address.
 */
export const attemptMembers = (
  { user_code, page }: Awaited<ReturnType<typeof startAttempt>>,
  { expiresAt }: ClaimToken,
  ports: AgentPorts,
) => ({
  user_code,
  verification_uri: ports.base + PATHS.claim,
  verification_uri_complete: page,
  expires_in: expiresAt - nowSeconds(ports),
  expires_at: isoFromSeconds(expiresAt),
  interval: POLL_INTERVAL_SECONDS,
})

/** `POST /agent/identity/claim`: starts a claim, or restarts it with a new code. */
export async function startClaim(
  ports: AgentPorts,
  { claim_token, email, login_hint }: ClaimRequest,
): Promise<ClaimResponse> {
  const token = await readClaimToken(ports, claim_token)
  if (!token) throw new AgentError('invalid_claim_token')
  const { id } = token.registration
  const [decision, isRevoked] = await Promise.all([readDecision(ports, id), isRegistrationRevoked(ports, id)])
  if (isRevoked) throw new AgentError('invalid_claim_token', { reason: 'the registration is revoked' })
  if (decision?.outcome === 'denied') throw new AgentError('claim_denied')
  const person = await parsePerson(ports, email ?? login_hint ?? '')
  if (token.person !== undefined && token.person !== person.mac)
    throw new AgentError('invalid_login_hint', { reason: 'not the address of the registration' })
  if (decision) {
    if (decision.person !== person.mac) throw new AgentError('claimed_or_in_flight')
    return { registration_id: id, id, type: 'service_auth', status: 'claimed' }
  }
  if (nowSeconds(ports) >= token.expiresAt) throw new AgentError('claim_expired')
  // This waits until nothing can refuse the request. In parallel it would save a round trip, but store attempts that were refused.
  const started = await startAttempt(ports, token, person)
  const attempt = attemptMembers(started, token, ports)
  return {
    registration_id: id,
    id,
    type: 'service_auth',
    claim_attempt_id: started.id,
    status: 'initiated',
    expires_at: isoFromSeconds(token.expiresAt),
    claim_attempt: attempt,
    attempt: { ...attempt, verification_uri: started.page },
  }
}

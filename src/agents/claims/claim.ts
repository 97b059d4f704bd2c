/** A person vouches for an agent. The state of a claim is derived from the facts that exist. */
import * as z from 'zod'
import { PATHS } from '../../site.ts'
import { unsealAs } from '../../unseal.ts'
import { AgentError } from '../agent-error.ts'
import type { AgentPorts } from '../agent-ports.ts'
import type { ClaimRequest, ClaimResponse } from '../agent-schemas.ts'
import { attemptsPrefix, createAttempt, currentAttempt } from './attempt.ts'
import { type ClaimToken, readClaimToken } from './claim-token.ts'
import { POLL_INTERVAL_SECONDS } from './poll-interval.ts'
import { type Person, parsePerson } from '../person.ts'
import { isRegistrationRevoked, isoFromSeconds, nowSeconds, readDecision } from '../registration.ts'
import { listKeys } from '../../store/record.ts'

const PAGE_PURPOSE = 'claim-page'

export async function readClaim(ports: AgentPorts, registration: string) {
  const [keys, decision, isRevoked] = await Promise.all([
    listKeys(ports.store, attemptsPrefix(registration)),
    readDecision(ports, registration),
    isRegistrationRevoked(ports, registration),
  ])
  return { current: currentAttempt(registration, keys), decision, isRevoked }
}

/**
 * The URL of the page does not contain the code, because mail scanners and link previews open URLs.
 * @returns `members` in the flat dialect; they also have a short address for people who type it (RFC 8628 section 3.2)
 */
export async function startAttempt(ports: AgentPorts, token: ClaimToken, person: Person) {
  const { id, code } = await createAttempt(ports, token, person)
  const { registration, expiresAt } = token
  ports.log('claim.requested', { registration: registration.id, attempt: id })
  const sealedRef = await ports.keys.seal(PAGE_PURPOSE, { sub: registration.id, attempt: id })
  const members = {
    user_code: code,
    verification_uri: ports.base + PATHS.claim,
    verification_uri_complete: `${ports.base}${PATHS.claim}?attempt=${sealedRef}`,
    expires_in: expiresAt - nowSeconds(ports),
    expires_at: isoFromSeconds(expiresAt),
    interval: POLL_INTERVAL_SECONDS,
  }
  return { id, members }
}

/** `sub` is the registration. */
export const ClaimRef = z.object({ sub: z.string(), attempt: z.string() })
export type ClaimRef = z.infer<typeof ClaimRef>

export const readClaimPageRef = ({ keys }: AgentPorts, text: string) => unsealAs(ClaimRef, keys, PAGE_PURPOSE, text)

/** `POST /agent/identity/claim`. A restart gets a new code. */
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
  // This waits until nothing can refuse the request: in parallel, it would store attempts that were refused.
  const started = await startAttempt(ports, token, person)
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

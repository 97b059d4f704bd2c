/**
 * A claim: a person vouches for an agent. Its state is read off which facts exist; nothing of it is ever changed.
 */
import { PATHS } from '../../site.ts'
import { AgentError, requireText } from '../agent-error.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { type Attempt, createAttempt, currentAttempt } from './attempt.ts'
import { claimPrefix } from '../claim-keys.ts'
import { type Decision, readDecision } from '../decision.ts'
import { type ClaimToken, readClaimToken } from './claim-token.ts'
import { type Person, parsePerson } from '../person.ts'
import { isRegistrationRevoked, isoFromSeconds, nowSeconds } from '../registration.ts'

/** Seconds an agent waits between two polls (RFC 8628 section 3.2). */
export const POLL_INTERVAL_SECONDS = 5
const PAGE_PURPOSE = 'claim-page'

export interface ClaimState {
  /** The attempt in force; undefined before the first. */
  current: { id: string; isExhausted: boolean } | undefined
  decision: Decision | undefined
  /** The registration was ended. */
  isRevoked: boolean
}

/** What an agent tells the person: the code, and where to enter it. */
export interface StartedAttempt {
  attempt: Attempt
  user_code: string
  verification_uri: string
}

/** Reads the state of a claim, in one round trip. */
export async function readClaim({ store }: Pick<AgentPorts, 'store'>, registration: string): Promise<ClaimState> {
  const [keys, decision, isRevoked] = await Promise.all([
    Array.fromAsync(store.list(claimPrefix(registration))),
    readDecision({ store }, registration),
    isRegistrationRevoked({ store }, registration),
  ])
  return { current: currentAttempt(registration, keys), decision, isRevoked }
}

/** Starts an attempt, and makes the address of its page. The code is not in it: mail scanners and previews open addresses. */
export async function startAttempt(
  ports: AgentPorts,
  { registration, expiresAt, link }: ClaimToken,
  person: Person,
): Promise<StartedAttempt> {
  const { code, ...attempt } = await createAttempt(ports, { registration, person, expiresAt, link })
  ports.log('claim.requested', { registration: registration.id, attempt: attempt.id })
  const sealedRef = await ports.keys.seal(PAGE_PURPOSE, { sub: registration.id, attempt: attempt.id })
  return { attempt, user_code: code, verification_uri: `${ports.base}${PATHS.claim}?attempt=${sealedRef}` }
}

/** What the address of a claim page, or of the link in a mail, points at. */
export interface ClaimRef {
  sub: string
  attempt: string
}

/** @returns undefined when the text is no address of a claim page */
export async function readClaimPageRef(
  { keys }: Pick<AgentPorts, 'keys'>,
  text: string,
): Promise<ClaimRef | undefined> {
  return (await keys.unseal(PAGE_PURPOSE, text)) as ClaimRef | undefined
}

/** The members of an answer that tell of an attempt, in both dialects. */
export function attemptMembers(
  { user_code, verification_uri }: StartedAttempt,
  { expiresAt }: ClaimToken,
  ports: AgentPorts,
) {
  return {
    user_code,
    verification_uri,
    expires_in: expiresAt - nowSeconds(ports),
    expires_at: isoFromSeconds(expiresAt),
    interval: POLL_INTERVAL_SECONDS,
  }
}

/**
 * `POST /agent/identity/claim`: starts a claim, or starts it anew.
 * @param body `claim_token`, and `email` or `login_hint`
 * @throws AgentError as the protocol has it
 */
export async function startClaim(ports: AgentPorts, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const token = await readClaimToken(ports, requireText(body, 'claim_token'))
  if (!token) throw new AgentError('invalid_claim_token')
  const email = body.email ?? body.login_hint
  if (email === undefined) throw new AgentError('invalid_request', { description: 'The member email is missing.' })
  const { id } = token.registration
  const mayStart = nowSeconds(ports) < token.expiresAt
  const person = await parsePerson(ports, email).catch((error: unknown) => {
    if (error instanceof AgentError) return error
    throw error
  })
  const isSamePerson = !(person instanceof Error) && (token.person === undefined || token.person === person.mac)
  // Started while the state is being read, so that starting costs one round trip; where it was decided, the attempt is void.
  const [decision, isRevoked, started] = await Promise.all([
    readDecision(ports, id),
    isRegistrationRevoked(ports, id),
    mayStart && isSamePerson ? startAttempt(ports, token, person) : undefined,
  ])
  if (isRevoked) throw new AgentError('invalid_claim_token', { reason: 'the registration has ended' })
  if (decision?.outcome === 'denied') throw new AgentError('claim_denied')
  if (person instanceof Error) throw person
  if (!isSamePerson)
    throw new AgentError('invalid_login_hint', { reason: 'another address than the one of the registration' })
  if (decision) {
    if (decision.person !== person.mac) throw new AgentError('claimed_or_in_flight')
    return { registration_id: id, id, type: 'service_auth', status: 'claimed' }
  }
  if (!started) throw new AgentError('claim_expired')
  const attempt = attemptMembers(started, token, ports)
  return {
    registration_id: id,
    id,
    type: 'service_auth',
    claim_attempt_id: started.attempt.id,
    status: 'initiated',
    expires_at: isoFromSeconds(token.expiresAt),
    claim_attempt: attempt,
    attempt,
  }
}

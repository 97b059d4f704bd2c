/**
 * A claim: a person vouches for an agent. Its state is read off which facts exist; nothing of it is ever changed.
 */
import { PATHS } from '../../site.ts'
import { AgentError, requiredText } from '../agent-error.ts'
import type { AgentWorld } from '../agent-ports.ts'
import { type Attempt, createAttempt, currentAttempt } from './attempt.ts'
import { claimsOf } from '../claim-keys.ts'
import { type Decision, readDecision } from '../decision.ts'
import { type ClaimToken, readClaimToken } from './claim-token.ts'
import { type Person, personOf } from '../person.ts'
import { isEnded, isoTime, secondsNow } from '../registration.ts'

/** Seconds an agent waits between two polls (RFC 8628 section 3.2). */
export const POLL_SECONDS = 5
const PAGE_PURPOSE = 'claim-page'

export interface ClaimState {
  /** The attempt in force; undefined before the first. */
  current: { id: string; spent: boolean } | undefined
  decision: Decision | undefined
  /** The registration was ended. */
  ended: boolean
}

/** What an agent tells the person: the code, and where to enter it. */
export interface StartedAttempt {
  attempt: Attempt
  user_code: string
  verification_uri: string
}

/** Reads the state of a claim, in one round trip. */
export async function readClaim({ store }: Pick<AgentWorld, 'store'>, registration: string): Promise<ClaimState> {
  const [keys, decision, ended] = await Promise.all([
    Array.fromAsync(store.list(claimsOf(registration))),
    readDecision({ store }, registration),
    isEnded({ store }, registration),
  ])
  return { current: currentAttempt(registration, keys), decision, ended }
}

/** Starts an attempt, and makes the address of its page. The code is not in it: mail scanners and previews open addresses. */
export async function startAttempt(
  world: AgentWorld,
  { registration, expiresAt, link }: ClaimToken,
  person: Person,
): Promise<StartedAttempt> {
  const { code, ...attempt } = await createAttempt(world, { registration, person, expiresAt, link })
  world.log('claim.requested', { registration: registration.id, attempt: attempt.id })
  const sealed = await world.keys.seal(PAGE_PURPOSE, { sub: registration.id, attempt: attempt.id })
  return { attempt, user_code: code, verification_uri: `${world.base}${PATHS.claim}?attempt=${sealed}` }
}

/** What the address of a claim page, or of the link in a mail, points at. */
export interface ClaimAddress {
  sub: string
  attempt: string
}

/** @returns undefined when the text is no address of a claim page */
export async function readClaimAddress(
  { keys }: Pick<AgentWorld, 'keys'>,
  text: string,
): Promise<ClaimAddress | undefined> {
  return (await keys.unseal(PAGE_PURPOSE, text)) as ClaimAddress | undefined
}

/** The members of an answer that tell of an attempt, in both dialects. */
export function attemptMembers(
  { user_code, verification_uri }: StartedAttempt,
  { expiresAt }: ClaimToken,
  world: AgentWorld,
) {
  return {
    user_code,
    verification_uri,
    expires_in: expiresAt - secondsNow(world),
    expires_at: isoTime(expiresAt),
    interval: POLL_SECONDS,
  }
}

/**
 * `POST /agent/identity/claim`: starts a claim, or starts it anew.
 * @param body `claim_token`, and `email` or `login_hint`
 * @throws AgentError as the protocol has it
 */
export async function startClaim(world: AgentWorld, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const token = await readClaimToken(world, requiredText(body, 'claim_token'))
  if (!token) throw new AgentError('invalid_claim_token')
  const given = body.email ?? body.login_hint
  if (given === undefined) throw new AgentError('invalid_request', { sentence: 'The member email is missing.' })
  const { id } = token.registration
  const mayStart = secondsNow(world) < token.expiresAt
  const person = await personOf(world, given).catch((error: unknown) => {
    if (error instanceof AgentError) return error
    throw error
  })
  const isTheirs = !(person instanceof Error) && (token.person === undefined || token.person === person.mac)
  // Started while the state is being read, so that starting costs one round trip; where it was decided, the attempt is void.
  const [decision, ended, started] = await Promise.all([
    readDecision(world, id),
    isEnded(world, id),
    mayStart && isTheirs ? startAttempt(world, token, person) : undefined,
  ])
  if (ended) throw new AgentError('invalid_claim_token', { reason: 'the registration has ended' })
  if (decision?.outcome === 'denied') throw new AgentError('claim_denied')
  if (person instanceof Error) throw person
  if (!isTheirs)
    throw new AgentError('invalid_login_hint', { reason: 'another address than the one of the registration' })
  if (decision) {
    if (decision.person !== person.mac) throw new AgentError('claimed_or_in_flight')
    return { registration_id: id, id, type: 'service_auth', status: 'claimed' }
  }
  if (!started) throw new AgentError('claim_expired')
  const attempt = attemptMembers(started, token, world)
  return {
    registration_id: id,
    id,
    type: 'service_auth',
    claim_attempt_id: started.attempt.id,
    status: 'initiated',
    expires_at: isoTime(token.expiresAt),
    claim_attempt: attempt,
    attempt,
  }
}

/**
 * The state of a claim is one record. A change reads the record, decides, and writes it with the version that was read; if another change came
 * first, this change reads and decides again. So a registration has one decision, and parallel guesses do not exceed the limit.
 */
import { DAY_MS, MINUTE_MS } from '../../duration.ts'
import type { Version } from '../../ports.ts'
import { getRecord, keyOf, UnreadableRecord } from '../../store/record.ts'
import { RECORDS, type RecordValue } from '../../store/records.ts'
import type { AgentPorts } from '../agent-ports.ts'

export type Claim = Omit<RecordValue<'claim'>, 'keptUntil'>
export type Attempt = NonNullable<Claim['attempt']>
export type Decision = NonNullable<Claim['decision']>
export type RevokedBy = NonNullable<Claim['revocation']>['by']
export type Verdict = Omit<Decision, 'at'>
export type DecidedClaim = Required<Pick<Claim, 'attempt' | 'decision'>>

export interface FoundClaim {
  claim: Claim
  version: Version | 'new'
}
export const NO_CLAIM: FoundClaim = { claim: { readBacks: 0 }, version: 'new' }
/** A claim that cannot be read counts as revoked and without an attempt, so no change overwrites it. */
export const DAMAGED_CLAIM: Claim = { readBacks: 0, revocation: { at: '', by: 'staff' } }

/** `claim` is absent when nothing is to be written. */
interface Change<Result> {
  claim?: Claim
  result: Result
}

/** Time to decide a claim, which outlasts a weekend. A new attempt does not extend it. */
export const CLAIM_WINDOW_MS = 3 * DAY_MS
const MAX_WRONG_CODES = 5
const MAX_MAILS = 3
const MAX_READ_BACKS = 5
/** A claim can be delivered again within this time, because a response may get lost. */
const REDELIVERY_MS = 2 * MINUTE_MS

const claimKey = (registration: string) => keyOf(RECORDS.claim, { registration })

export async function readClaim({ store }: Pick<AgentPorts, 'store'>, registration: string): Promise<FoundClaim> {
  try {
    const found = await getRecord(store, RECORDS.claim, claimKey(registration))
    return found ? { claim: found.value, version: found.version } : NO_CLAIM
  } catch (error) {
    if (error instanceof UnreadableRecord) return { ...NO_CLAIM, claim: DAMAGED_CLAIM }
    throw error
  }
}

/** The window for a decision opened at this time; it is the same for all attempts at a claim. */
export const openedAt = ({ expiresAt }: Attempt): Date => new Date(Date.parse(expiresAt) - CLAIM_WINDOW_MS)

export function putClaim({ store, clock }: AgentPorts, registration: string, claim: Claim, expected: Version | 'new') {
  const { attempt, decision, revocation } = claim
  const keptUntil =
    attempt && !decision && !revocation
      ? openedAt(attempt).getTime() + RECORDS.waiting.removedAfterMs
      : clock.now().getTime() + RECORDS.claim.removedAfterMs
  const record: RecordValue<'claim'> = { ...claim, keptUntil: new Date(keptUntil).toISOString() }
  return store.put(claimKey(registration), record, expected)
}

/**
 * @param decide must be pure, because it may run several times; what it throws ends the change
 * @param found what was just read, to save a read
 * @returns `claim` only if it was written
 */
export async function changeClaim<Result>(
  ports: AgentPorts,
  registration: string,
  decide: (claim: Claim, now: Date) => Change<Result>,
  found?: FoundClaim,
): Promise<Change<Result>> {
  for (let latest = found; ; latest = undefined) {
    const { claim, version } = latest ?? (await readClaim(ports, registration))
    const change = decide(claim, ports.clock.now())
    if (!change.claim || (await putClaim(ports, registration, change.claim, version)) !== 'changed') return change
  }
}

/** A revocation wins over everything. A decision stays in force when the window for it has closed. */
export function claimState({ attempt, decision, revocation }: Claim, now: Date) {
  if (revocation) return 'revoked'
  if (decision) return decision.outcome
  const isWaiting = attempt && !isUsedUp(attempt) && Date.parse(attempt.expiresAt) > now.getTime()
  return isWaiting ? 'waiting' : 'over'
}
export type ClaimState = ReturnType<typeof claimState>

export const isUsedUp = ({ wrongCodes }: Attempt): boolean => wrongCodes >= MAX_WRONG_CODES
export const hasMaxMails = ({ mails }: Attempt): boolean => mails >= MAX_MAILS

/** @returns undefined when a later attempt replaced the attempt, or the claim does not wait for a decision */
export const waitingAttempt = (claim: Claim, id: string, now: Date): Attempt | undefined =>
  claim.attempt?.id === id && claimState(claim, now) === 'waiting' ? claim.attempt : undefined

/**
 * Counts wrong codes. A right code writes the claim unchanged: if a parallel guess came first, the write fails, and the code is checked again.
 * @param code keyed hash of what was entered @returns in `result` the number of tries that are left, or `right`
 */
export function tryCode(claim: Claim, id: string, code: string | undefined, now: Date): Change<number | 'right'> {
  const attempt = waitingAttempt(claim, id, now)
  if (!attempt) return { result: 0 }
  if (attempt.code === code) return { claim, result: 'right' }
  const wrongCodes = attempt.wrongCodes + 1
  return { claim: { ...claim, attempt: { ...attempt, wrongCodes } }, result: MAX_WRONG_CODES - wrongCodes }
}

/** `result` is false when the attempt does not wait for a decision, or has no mails left. */
export function countMail(claim: Claim, id: string, now: Date): Change<boolean> {
  const attempt = waitingAttempt(claim, id, now)
  if (!attempt || hasMaxMails(attempt)) return { result: false }
  return { claim: { ...claim, attempt: { ...attempt, mails: attempt.mails + 1 } }, result: true }
}

/** @returns the decision in force, which may be an earlier one; undefined when there is nothing to decide, or the claim is revoked */
export function decideAttempt(claim: Claim, id: string, verdict: Verdict, now: Date): Change<DecidedClaim | undefined> {
  if (claim.attempt && claim.decision && !claim.revocation)
    return { result: { attempt: claim.attempt, decision: claim.decision } }
  const attempt = waitingAttempt(claim, id, now)
  if (!attempt) return { result: undefined }
  const decision = { at: now.toISOString(), ...verdict }
  return { claim: { ...claim, decision }, result: { attempt, decision } }
}

/** Marks the claim as delivered. `result` is false when that was done more than `REDELIVERY_MS` ago. */
export function deliver(claim: Claim, now: Date): Change<boolean> {
  if (claim.deliveredAt === undefined) return { claim: { ...claim, deliveredAt: now.toISOString() }, result: true }
  return { result: now.getTime() - Date.parse(claim.deliveredAt) <= REDELIVERY_MS }
}

export type ReadBack = 'delivered' | 'invalid_user_code' | 'user_code_expired' | 'too_many_attempts'

/** Delivers the claim if the agent sent the code that the person saw after confirming. Right codes count towards the limit, too. */
export function tryReadBack(claim: Claim, isRight: boolean, now: Date): Change<ReadBack> {
  if (claim.readBacks >= MAX_READ_BACKS) return { result: 'too_many_attempts' }
  const counted = { ...claim, readBacks: claim.readBacks + 1 }
  if (!isRight) return { claim: counted, result: 'invalid_user_code' }
  const { claim: delivered = counted, result } = deliver(counted, now)
  return { claim: delivered, result: result ? 'delivered' : 'user_code_expired' }
}

/** A registration without a claim gets a record that has only the revocation. */
export async function revokeRegistration(ports: AgentPorts, registration: string, by: RevokedBy, member?: string) {
  const { claim } = await changeClaim(ports, registration, (before, now) => ({
    claim: before.revocation ? undefined : { ...before, revocation: { at: now.toISOString(), by, member } },
    result: undefined,
  }))
  if (claim) ports.log('registration.revoked', { registration, by })
}

/**
 * Confirming or denying a claim: with the code on the page, by the link in the mail, or through the staff.
 * The code proves that person and agent are in contact; only the mail or the staff proves the person's identity.
 */
import * as z from 'zod'
import { unsealAs } from '../../unseal.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { type AttemptRecord, matchesCode, readAttempt, reserveSlot, SLOT_LIMITS, startOf } from './attempt.ts'
import { ClaimRef, readClaim } from './claim.ts'
import { confirmedKey, startedKey } from '../claim-keys.ts'
import { openParties, rememberPerson } from '../person.ts'
import { createDecision, type Decision } from '../decision.ts'

const LINK_PURPOSE = 'claim-link'
const STEP_PURPOSE = 'claim-step'

/** The state of a claim, seen from one attempt. */
export type ClaimStatus =
  | { state: 'open'; claimRef: ClaimRef; record: AttemptRecord; isMailedOut: boolean }
  | { state: 'confirmed' | 'denied'; claimRef: ClaimRef; decision: Decision }
  /** Window expired, attempt replaced, too many wrong codes, or registration revoked. */
  | { state: 'over' }

type OpenClaim = Extract<ClaimStatus, { state: 'open' }>

/** An outcome and who decides; for the staff also how they verified the person, and the member's id. */
type Verdict = Pick<Decision, 'outcome' | 'by' | 'how' | 'member' | 'isCodeless'>

/** What the secret of a confirmation link names. */
const Link = ClaimRef.extend({
  /** It was mailed to a person whose agent showed no code, so nothing proves that they are in contact. */
  isCodeless: z.literal(true).optional(),
})
type Link = z.infer<typeof Link>

/** Reads the state of a claim; changes nothing. */
export async function claimStatus(ports: AgentPorts, claimRef: ClaimRef): Promise<ClaimStatus> {
  const [{ current, decision, isRevoked }, record] = await Promise.all([
    readClaim(ports, claimRef.sub),
    readAttempt(ports, claimRef.sub, claimRef.attempt),
  ])
  if (decision) return { state: decision.outcome, claimRef, decision }
  const isOpen = record !== undefined && current?.id === claimRef.attempt && !current.isExhausted && !isRevoked
  if (!isOpen || Date.parse(record.expiresAt) <= ports.clock.now().getTime()) return { state: 'over' }
  return { state: 'open', claimRef, record, isMailedOut: current.isMailedOut }
}

/**
 * Checks a code and uses up one try.
 * @returns `step`, a token for the next page; or the number of tries left, 0 when the attempt is over
 */
export async function verifyCode(
  ports: AgentPorts,
  { claimRef, record }: OpenClaim,
  text: string,
): Promise<{ step: string } | { triesLeft: number }> {
  const slot = await reserveSlot(ports, claimRef.sub, claimRef.attempt, 'tries')
  if (slot === undefined) return { triesLeft: 0 }
  if (await matchesCode(ports, record, text)) return { step: await ports.keys.seal(STEP_PURPOSE, claimRef) }
  ports.log('claim.code-refused', { registration: claimRef.sub, attempt: claimRef.attempt })
  return { triesLeft: SLOT_LIMITS.tries - slot }
}

/** @returns the claim whose code was entered; undefined when the text is not a step token */
export async function readStepToken({ keys }: Pick<AgentPorts, 'keys'>, text: string): Promise<ClaimRef | undefined> {
  return unsealAs(ClaimRef, keys, STEP_PURPOSE, text)
}

/**
 * Creates the secret of a confirmation link.
 * @param isCodeless whether the person has not entered the code
 * @returns the recipient and the secret; undefined when the attempt has reached its limit of mails
 */
export async function createConfirmationLink(
  ports: AgentPorts,
  { claimRef, record }: OpenClaim,
  isCodeless: boolean,
): Promise<{ email: string; link: string } | undefined> {
  const parties = await openParties(ports, record)
  const slot = parties && (await reserveSlot(ports, claimRef.sub, claimRef.attempt, 'mails'))
  if (!parties || !slot) return undefined
  return {
    email: parties.email,
    link: await ports.keys.seal(LINK_PURPOSE, { ...claimRef, ...(isCodeless && { isCodeless }) } satisfies Link),
  }
}

/** @returns the claim of a link from a mail; undefined when the text is not such a secret */
export async function readConfirmationLink(
  { keys }: Pick<AgentPorts, 'keys'>,
  text: string,
): Promise<Link | undefined> {
  return unsealAs(Link, keys, LINK_PURPOSE, text)
}

/**
 * Confirms or denies a claim.
 * @returns the decision in force, which may be an earlier one; undefined when the claim is over
 */
export async function decide(ports: AgentPorts, claimRef: ClaimRef, verdict: Verdict): Promise<Decision | undefined> {
  const status = await claimStatus(ports, claimRef)
  if (status.state === 'over') return undefined
  const effective = status.state === 'open' ? await decideOpen(ports, status, verdict) : status.decision
  if (effective.outcome === 'confirmed') {
    // After an earlier decision too: the process or the store may have failed between that and this.
    const attempt = await readAttempt(ports, claimRef.sub, effective.attempt)
    await rememberPerson(ports, { mac: effective.person }, attempt?.link)
  }
  return effective
}

async function decideOpen(
  ports: AgentPorts,
  { claimRef, record: { person, sealedEmail } }: OpenClaim,
  { outcome, by, how, member, isCodeless }: Verdict,
): Promise<Decision> {
  const decision: Decision = {
    outcome,
    at: ports.clock.now().toISOString(),
    by,
    attempt: claimRef.attempt,
    person,
    sealedEmail,
    ...(how && { how }),
    ...(member && { member }),
    ...(isCodeless && { isCodeless }),
  }
  // The index key first: a superfluous one does no harm, a missing one would hide an agent that acts for a person.
  if (outcome === 'confirmed')
    await ports.store.create(confirmedKey(decision.at, claimRef.sub, person), { at: decision.at })
  const effective = await createDecision(ports, claimRef.sub, decision)
  // It waits no longer.
  await ports.store.remove(startedKey(startOf(claimRef.attempt), claimRef.sub))
  return effective
}

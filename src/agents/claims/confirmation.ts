/**
 * How a person confirms or denies a claim: with the code on the page, by the link in the mail, or by way of the staff.
 * The page proves that the person and the agent talk to each other; only the mail, or the staff, proves who the person is.
 */
import type { AgentPorts } from '../agent-ports.ts'
import { type AttemptRecord, matchesCode, MOST, readAttempt, reserveSlot } from './attempt.ts'
import { type ClaimRef, readClaim } from './claim.ts'
import { confirmedKey } from '../claim-keys.ts'
import { openEmail, rememberPerson } from '../person.ts'
import { createDecision, type Decision } from '../decision.ts'

const LINK_PURPOSE = 'claim-link'
const STEP_PURPOSE = 'claim-step'

/** Where a claim stands, for a person who looks at it. */
export type ClaimStatus =
  | { state: 'open'; claimRef: ClaimRef; record: AttemptRecord }
  | { state: 'confirmed' | 'denied'; claimRef: ClaimRef; decision: Decision }
  /** The window is over, a later attempt took its place, too many wrong codes, or the registration was ended. */
  | { state: 'over' }

/** Looks at a claim; changes nothing. */
export async function claimStatus(ports: AgentPorts, claimRef: ClaimRef): Promise<ClaimStatus> {
  const [{ current, decision, isRevoked }, record] = await Promise.all([
    readClaim(ports, claimRef.sub),
    readAttempt(ports, claimRef.sub, claimRef.attempt),
  ])
  if (decision) return { state: decision.outcome, claimRef, decision }
  const isOpen = record !== undefined && current?.id === claimRef.attempt && !current.isExhausted && !isRevoked
  if (!isOpen || Date.parse(record.expiresAt) <= ports.clock.now().getTime()) return { state: 'over' }
  return { state: 'open', claimRef, record }
}

/**
 * Tries a code.
 * @returns `step`, with which the page goes on; or how many tries are left, 0 when the attempt has ended with this one
 */
export async function verifyCode(
  ports: AgentPorts,
  { claimRef, record }: Extract<ClaimStatus, { state: 'open' }>,
  text: string,
): Promise<{ step: string } | { triesLeft: number }> {
  const slot = await reserveSlot(ports, claimRef.sub, claimRef.attempt, 'tries')
  if (slot === undefined) return { triesLeft: 0 }
  if (await matchesCode(ports, record, text)) return { step: await ports.keys.seal(STEP_PURPOSE, claimRef) }
  ports.log('claim.code-refused', { registration: claimRef.sub, attempt: claimRef.attempt })
  return { triesLeft: MOST.tries - slot }
}

/** @returns the claim of a page on which the code was entered; undefined when the text is no such step */
export async function readStepToken({ keys }: Pick<AgentPorts, 'keys'>, text: string): Promise<ClaimRef | undefined> {
  return (await keys.unseal(STEP_PURPOSE, text)) as ClaimRef | undefined
}

/**
 * Makes the secret of a confirmation link.
 * @returns the address it goes to and the secret; undefined when this attempt has caused enough mails
 */
export async function createConfirmationLink(
  ports: AgentPorts,
  { claimRef, record }: Extract<ClaimStatus, { state: 'open' }>,
): Promise<{ email: string; link: string } | undefined> {
  const email = await openEmail(ports, record)
  const slot = email && (await reserveSlot(ports, claimRef.sub, claimRef.attempt, 'mails'))
  if (!email || !slot) return undefined
  return { email, link: await ports.keys.seal(LINK_PURPOSE, claimRef) }
}

/** @returns the claim that a link from a mail is for; undefined when it is none */
export async function readConfirmationLink(
  { keys }: Pick<AgentPorts, 'keys'>,
  text: string,
): Promise<ClaimRef | undefined> {
  return (await keys.unseal(LINK_PURPOSE, text)) as ClaimRef | undefined
}

/**
 * Confirms or denies.
 * @param verdict what is decided and by whom; of the staff also how they made sure who it was, and which member it was
 * @returns the decision in force, which may be an earlier one; undefined when the claim is over
 */
export async function decide(
  ports: AgentPorts,
  claimRef: ClaimRef,
  { outcome, by, how, member }: Pick<Decision, 'outcome' | 'by' | 'how' | 'member'>,
): Promise<Decision | undefined> {
  const status = await claimStatus(ports, claimRef)
  if (status.state === 'over') return undefined
  if (status.state !== 'open') return status.decision
  const { person, sealedEmail, link } = status.record
  const decision: Decision = {
    outcome,
    at: ports.clock.now().toISOString(),
    by,
    attempt: claimRef.attempt,
    person,
    sealedEmail,
    ...(how && { how }),
    ...(member && { member }),
  }
  // The hint comes first: one too many does no harm, one too few would hide an agent that acts for somebody.
  if (outcome === 'confirmed')
    await ports.store.create(confirmedKey(decision.at, claimRef.sub, person), { at: decision.at })
  const effective = await createDecision(ports, claimRef.sub, decision)
  if (effective.outcome === 'confirmed') await rememberPerson(ports, { mac: person }, link)
  return effective
}

/**
 * Confirming or denying a claim: with the code on the page, by the link in the mail, or through the staff.
 * The code proves that person and agent are in contact; only the mail or the staff proves the person's identity.
 */
import * as z from 'zod'
import { unsealAs } from '../../unseal.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { type AttemptRecord, matchesCode, MAX_TRIES, readAttempt, startedKey, takeAttemptTry } from './attempt.ts'
import { ClaimRef, readClaim } from './claim.ts'
import { keyOf } from '../../store/fact.ts'
import { FACTS } from '../../store/facts.ts'
import { openParties, rememberPerson } from '../person.ts'
import { type Decision, decisionKey, readDecision } from '../registration.ts'

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
  const number = await takeAttemptTry(ports, claimRef.sub, claimRef.attempt, 'codes')
  if (number === undefined) return { triesLeft: 0 }
  if (await matchesCode(ports, record, text)) return { step: await ports.keys.seal(STEP_PURPOSE, claimRef) }
  ports.log('claim.code-refused', { registration: claimRef.sub, attempt: claimRef.attempt })
  return { triesLeft: MAX_TRIES.codes - number }
}

/** @returns the claim whose code was entered; undefined when the text is not a step token */
export const readStepToken = ({ keys }: AgentPorts, text: string) => unsealAs(ClaimRef, keys, STEP_PURPOSE, text)

/**
 * @param isCodeless whether the person has not entered the code
 * @returns the recipient and the secret; undefined when the attempt has reached its limit of mails
 */
export async function createConfirmationLink(ports: AgentPorts, { claimRef, record }: OpenClaim, isCodeless: boolean) {
  const parties = await openParties(ports, record)
  if (!parties || !(await takeAttemptTry(ports, claimRef.sub, claimRef.attempt, 'mails'))) return undefined
  return {
    email: parties.email,
    link: await ports.keys.seal(LINK_PURPOSE, { ...claimRef, ...(isCodeless && { isCodeless }) } satisfies Link),
  }
}

/** @returns the claim of a link from a mail; undefined when the text is not such a secret */
export const readConfirmationLink = ({ keys }: AgentPorts, text: string) => unsealAs(Link, keys, LINK_PURPOSE, text)

/** @returns the decision in force, which may be an earlier one; undefined when the claim is over */
export async function decide(ports: AgentPorts, claimRef: ClaimRef, verdict: Verdict): Promise<Decision | undefined> {
  const status = await claimStatus(ports, claimRef)
  if (status.state === 'over') return undefined
  const effective = status.state === 'open' ? await decideOpen(ports, status, verdict) : status.decision
  // After an earlier decision too: the process or the store may have failed between that and this.
  if (effective.outcome === 'confirmed') await rememberPerson(ports, { mac: effective.person }, effective.link)
  return effective
}

/**
 * Stores the decision, unless there is one. It is created at most once per registration. So a confirmation that races a denial,
 * two members of the staff, and repeated clicks all end in one state.
 * @returns the decision in force, which may be an earlier one
 */
async function decideOpen(
  ports: AgentPorts,
  { claimRef: { sub: registration, attempt }, record }: OpenClaim,
  { outcome, by, how, member, isCodeless }: Verdict,
): Promise<Decision> {
  const { store, clock, log } = ports
  const at = clock.now().toISOString()
  const decision: Decision = { ...record, outcome, at, by, attempt, how, member, isCodeless }
  // The index key first: a superfluous one does no harm, a missing one would hide an agent that acts for a person.
  if (outcome === 'confirmed')
    await store.create(keyOf(FACTS.confirmed, { time: at, registration, address: record.person }), { at })
  const isFirst = await store.create(decisionKey(registration), decision)
  if (isFirst) log(`claim.${outcome}`, { registration, attempt, by })
  // It waits no longer.
  await store.remove(startedKey(record, registration))
  return isFirst ? decision : ((await readDecision(ports, registration)) ?? decision)
}

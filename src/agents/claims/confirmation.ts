/**
 * A claim is decided with the code on the page, by the link in the mail, or by the staff.
 * The code proves that person and agent are in contact; only the mail or the staff proves the person's identity.
 */
import * as z from 'zod'
import { DAY_MS } from '../../duration.ts'
import { unsealAs } from '../../unseal.ts'
import type { AgentPorts } from '../agent-ports.ts'
import { type AttemptRecord, matchesCode, MAX_TRIES, readAttempt, startedKey, takeAttemptTry } from './attempt.ts'
import { ClaimRef, readClaim } from './claim.ts'
import { keyOf, createRecord } from '../../store/record.ts'
import { RECORDS } from '../../store/records.ts'
import { openParties, rememberPerson } from '../person.ts'
import { type Decision, decisionKey, readDecision } from '../registration.ts'

const LINK_PURPOSE = 'claim-link'
const STEP_PURPOSE = 'claim-step'
const END_PURPOSE = 'claim-end'
/** An assertion that was issued at the confirmation is valid as long. */
const END_LINK_MS = 30 * DAY_MS

export type ClaimStatus =
  | { state: 'open'; claimRef: ClaimRef; record: AttemptRecord; isMailedOut: boolean }
  | { state: 'confirmed' | 'denied'; claimRef: ClaimRef; decision: Decision }
  /** The window expired, the attempt was replaced, too many codes were wrong, or the registration was revoked. */
  | { state: 'over' }

type OpenClaim = Extract<ClaimStatus, { state: 'open' }>

type Verdict = Pick<Decision, 'outcome' | 'by' | 'how' | 'member' | 'isCodeless'>

const Link = ClaimRef.extend({
  /** The person did not enter the agent's code, so nothing proves that person and agent are in contact. */
  isCodeless: z.literal(true).optional(),
})
type Link = z.infer<typeof Link>

/** `until` is in milliseconds since 1970. */
const EndLink = z.object({ sub: z.string(), until: z.number() })

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

/** Uses up one try. @returns `step`, a token for the next page, if the code is right */
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

export const readStepToken = ({ keys }: AgentPorts, text: string) => unsealAs(ClaimRef, keys, STEP_PURPOSE, text)

/** @returns undefined when the attempt has reached its limit of mails */
export async function createConfirmationLink(ports: AgentPorts, { claimRef, record }: OpenClaim, isCodeless: boolean) {
  const parties = await openParties(ports, record)
  if (!parties || !(await takeAttemptTry(ports, claimRef.sub, claimRef.attempt, 'mails'))) return undefined
  return {
    email: parties.email,
    link: await ports.keys.seal(LINK_PURPOSE, { ...claimRef, ...(isCodeless && { isCodeless }) } satisfies Link),
  }
}

export const readConfirmationLink = ({ keys }: AgentPorts, text: string) => unsealAs(Link, keys, LINK_PURPOSE, text)

/** @returns the decision in force, which may be an earlier one; undefined when the claim is over */
export async function decide(ports: AgentPorts, claimRef: ClaimRef, verdict: Verdict): Promise<Decision | undefined> {
  const status = await claimStatus(ports, claimRef)
  if (status.state === 'over') return undefined
  const effective = status.state === 'open' ? await decideOpen(ports, status, verdict) : status.decision
  // A crash may have prevented this step after an earlier decision.
  if (effective.outcome === 'confirmed') await rememberPerson(ports, { mac: effective.person }, effective.link)
  return effective
}

/**
 * A registration has one decision, even when two members decide at the same time, or a person clicks twice.
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
  // The index key is written first: an extra key does no harm, but a missing key would hide an agent that acts for a person.
  if (outcome === 'confirmed')
    await createRecord(store, keyOf(RECORDS.confirmed, { time: at, registration, address: record.person }), { at })
  const isFirst = await createRecord(store, decisionKey(registration), decision)
  if (isFirst) log(`claim.${outcome}`, { registration, attempt, by })
  await store.remove(startedKey(record, registration))
  return isFirst ? decision : ((await readDecision(ports, registration)) ?? decision)
}

export function createEndLink({ keys, clock }: AgentPorts, registration: string): Promise<string> {
  const link: z.infer<typeof EndLink> = { sub: registration, until: clock.now().getTime() + END_LINK_MS }
  return keys.seal(END_PURPOSE, link)
}

/** @returns the id of the registration; undefined when the link is too old, or the text is not its secret */
export async function readEndLink({ keys, clock }: AgentPorts, text: string) {
  const link = await unsealAs(EndLink, keys, END_PURPOSE, text)
  return link && link.until > clock.now().getTime() ? link.sub : undefined
}

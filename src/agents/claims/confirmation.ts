/**
 * Confirming or denying a claim: with the code on the page, by the link in the mail, or through the staff.
 * The code proves that person and agent are in contact; only the mail or the staff proves the person's identity.
 */
import * as z from 'zod'
import { DAY_MS } from '../../duration.ts'
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
const END_PURPOSE = 'claim-end'
/** An assertion that was issued at the confirmation is valid as long. */
const END_LINK_MS = 30 * DAY_MS

/** The state of a claim, seen from one attempt. */
export type ClaimStatus =
  | { state: 'open'; claimRef: ClaimRef; record: AttemptRecord; isMailedOut: boolean }
  | { state: 'confirmed' | 'denied'; claimRef: ClaimRef; decision: Decision }
  /** Window expired, attempt replaced, too many wrong codes, or registration revoked. */
  | { state: 'over' }

type OpenClaim = Extract<ClaimStatus, { state: 'open' }>

type Verdict = Pick<Decision, 'outcome' | 'by' | 'how' | 'member' | 'isCodeless'>

/** Content of the secret in a confirmation link. */
const Link = ClaimRef.extend({
  /** The person did not enter the agent's code, so nothing proves that person and agent are in contact. */
  isCodeless: z.literal(true).optional(),
})
type Link = z.infer<typeof Link>

/** Content of the secret in the link that ends the agent's access. `until` is in milliseconds since 1970. */
const EndLink = z.object({ sub: z.string(), until: z.number() })

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
 * @returns `step`, a token for the next page, if the code is right; otherwise the number of tries that are left
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
  // Also after an earlier decision, because a crash may have prevented this step then.
  if (effective.outcome === 'confirmed') await rememberPerson(ports, { mac: effective.person }, effective.link)
  return effective
}

/**
 * Stores the decision, unless there is one. A registration has one decision, so there is one result when two members decide at the same
 * time, or a person clicks twice.
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
  // The index key is written first. An extra key does no harm; a missing key would hide an agent that acts for a person.
  if (outcome === 'confirmed')
    await store.create(keyOf(FACTS.confirmed, { time: at, registration, address: record.person }), { at })
  const isFirst = await store.create(decisionKey(registration), decision)
  if (isFirst) log(`claim.${outcome}`, { registration, attempt, by })
  await store.remove(startedKey(record, registration))
  return isFirst ? decision : ((await readDecision(ports, registration)) ?? decision)
}

/** @returns the secret of a link that ends an agent's access */
export function createEndLink({ keys, clock }: AgentPorts, registration: string): Promise<string> {
  const link: z.infer<typeof EndLink> = { sub: registration, until: clock.now().getTime() + END_LINK_MS }
  return keys.seal(END_PURPOSE, link)
}

/** @returns the id of the registration; undefined when the text is not the secret of such a link, or the link is too old */
export async function readEndLink({ keys, clock }: AgentPorts, text: string) {
  const link = await unsealAs(EndLink, keys, END_PURPOSE, text)
  return link && link.until > clock.now().getTime() ? link.sub : undefined
}

/**
 * How a person confirms or denies a claim: with the code on the page, by the link in the mail, or by way of the staff.
 * The page proves that the person and the agent talk to each other; only the mail, or the staff, proves who the person is.
 */
import type { AgentWorld } from '../agent-ports.ts'
import { type AttemptRecord, isCodeOf, MOST, readAttempt, takeSlot } from './attempt.ts'
import { type ClaimAddress, readClaim } from './claim.ts'
import { confirmedKey } from '../claim-keys.ts'
import { openEmail, rememberPerson } from '../person.ts'
import { createDecision, type Decision } from '../decision.ts'

const LINK_PURPOSE = 'claim-link'
const STEP_PURPOSE = 'claim-step'

/** Where a claim stands, for a person who looks at it. */
export type Standing =
  | { state: 'open'; address: ClaimAddress; record: AttemptRecord }
  | { state: 'confirmed' | 'denied'; address: ClaimAddress; decision: Decision }
  /** The window is over, a later attempt took its place, too many wrong codes, or the registration was ended. */
  | { state: 'over' }

/** Looks at a claim; changes nothing. */
export async function standingOf(world: AgentWorld, address: ClaimAddress): Promise<Standing> {
  const [{ current, decision, ended }, record] = await Promise.all([
    readClaim(world, address.sub),
    readAttempt(world, address.sub, address.attempt),
  ])
  if (decision) return { state: decision.outcome, address, decision }
  const live = record !== undefined && current?.id === address.attempt && !current.spent && !ended
  if (!live || Date.parse(record.expiresAt) <= world.clock.now().getTime()) return { state: 'over' }
  return { state: 'open', address, record }
}

/**
 * Tries a code.
 * @returns `step`, with which the page goes on; or how many tries are left, 0 when the attempt has ended with this one
 */
export async function enterCode(
  world: AgentWorld,
  { address, record }: Extract<Standing, { state: 'open' }>,
  text: string,
): Promise<{ step: string } | { left: number }> {
  const slot = await takeSlot(world, address.sub, address.attempt, 'tries')
  if (slot === undefined) return { left: 0 }
  if (await isCodeOf(world, record, text)) return { step: await world.keys.seal(STEP_PURPOSE, address) }
  world.log('claim.code-refused', { registration: address.sub, attempt: address.attempt })
  return { left: MOST.tries - slot }
}

/** @returns the claim of a page on which the code was entered; undefined when the text is no such step */
export async function readStep({ keys }: Pick<AgentWorld, 'keys'>, text: string): Promise<ClaimAddress | undefined> {
  return (await keys.unseal(STEP_PURPOSE, text)) as ClaimAddress | undefined
}

/**
 * Makes the secret of a confirmation link.
 * @returns the address it goes to and the secret; undefined when this attempt has caused enough mails
 */
export async function createLink(
  world: AgentWorld,
  { address, record }: Extract<Standing, { state: 'open' }>,
): Promise<{ email: string; link: string } | undefined> {
  const email = await openEmail(world, record)
  const slot = email && (await takeSlot(world, address.sub, address.attempt, 'mails'))
  if (!email || !slot) return undefined
  return { email, link: await world.keys.seal(LINK_PURPOSE, address) }
}

/** @returns the claim that a link from a mail is for; undefined when it is none */
export async function readLink({ keys }: Pick<AgentWorld, 'keys'>, text: string): Promise<ClaimAddress | undefined> {
  return (await keys.unseal(LINK_PURPOSE, text)) as ClaimAddress | undefined
}

/**
 * Confirms or denies.
 * @param verdict what is decided and by whom; of the staff also how they made sure who it was, and which member it was
 * @returns the decision in force, which may be an earlier one; undefined when the claim is over
 */
export async function decide(
  world: AgentWorld,
  address: ClaimAddress,
  { outcome, by, how, member }: Pick<Decision, 'outcome' | 'by' | 'how' | 'member'>,
): Promise<Decision | undefined> {
  const standing = await standingOf(world, address)
  if (standing.state === 'over') return undefined
  if (standing.state !== 'open') return standing.decision
  const { person, sealedEmail, link } = standing.record
  const decision: Decision = {
    outcome,
    at: world.clock.now().toISOString(),
    by,
    attempt: address.attempt,
    person,
    sealedEmail,
    ...(how && { how }),
    ...(member && { member }),
  }
  // The hint comes first: one too many does no harm, one too few would hide an agent that acts for somebody.
  if (outcome === 'confirmed')
    await world.store.create(confirmedKey(decision.at, address.sub, person), { at: decision.at })
  const inForce = await createDecision(world, address.sub, decision)
  if (inForce.outcome === 'confirmed') await rememberPerson(world, { mac: person }, link)
  return inForce
}

/**
 * The messages that a claim causes.
 */
import type { Fact, World } from '../world.ts'
import { waitingFact } from './outbox.ts'

type Posting = Pick<World, 'keys' | 'store'>

/** Stores the mail with the link. @returns the fact, stored */
export async function storeClaimLink(world: Posting & Pick<World, 'clock'>, { email, link }: { email: string; link: string }): Promise<Fact> {
  const at = world.clock.now().toISOString()
  const fact = await waitingFact(world, { at, subject: crypto.randomUUID(), message: { kind: 'link', to: email, link } })
  await world.store.create(fact.key, fact.value)
  return fact
}

/**
 * Stores the mail that says that an agent was linked. Stored again, it is the same one.
 * @param confirmed when (ISO 8601), and by whom
 * @returns the fact, stored
 */
export async function storeAgentLinked(
  world: Posting,
  { email, registration, at, byStaff }: { email: string; registration: string; at: string; byStaff: boolean },
): Promise<Fact> {
  const fact = await waitingFact(world, { at, subject: registration, message: { kind: 'linked', to: email, registration, byStaff } })
  await world.store.create(fact.key, fact.value)
  return fact
}

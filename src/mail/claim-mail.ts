/**
 * The messages that a claim causes.
 */
import type { Language } from '../language.ts'
import type { Fact, World } from '../ports.ts'
import { waitingFact } from './outbox.ts'

type Posting = Pick<World, 'keys' | 'store'>

/**
 * Stores the mail with the link.
 * @param language of the page on which the person asked for it
 * @returns the fact, stored
 */
export async function storeClaimLink(
  world: Posting & Pick<World, 'clock'>,
  { email, link, language }: { email: string; link: string; language: Language },
): Promise<Fact> {
  const at = world.clock.now().toISOString()
  const fact = await waitingFact(world, {
    at,
    subject: crypto.randomUUID(),
    message: { kind: 'link', to: email, link, language },
  })
  await world.store.create(fact.key, fact.value)
  return fact
}

/**
 * Stores the mail that says that an agent was linked. Stored again, it is the same one.
 * @param confirmed when (ISO 8601), by whom, and the language of the page on which it was; left out where the staff did it
 * @returns the fact, stored
 */
export async function storeAgentLinked(
  world: Posting,
  {
    email,
    registration,
    at,
    byStaff,
    language,
  }: { email: string; registration: string; at: string; byStaff: boolean; language?: Language | undefined },
): Promise<Fact> {
  const fact = await waitingFact(world, {
    at,
    subject: registration,
    message: { kind: 'linked', to: email, registration, byStaff, ...(language && { language }) },
  })
  await world.store.create(fact.key, fact.value)
  return fact
}

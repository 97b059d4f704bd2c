/**
 * The messages that a claim causes.
 */
import type { Language } from '../language.ts'
import type { Fact, Ports } from '../ports.ts'
import { createOutboxFact } from './outbox.ts'

type OutboxPorts = Pick<Ports, 'keys' | 'store'>

/**
 * Stores the mail with the link.
 * @param language of the page on which the person asked for it
 * @returns the fact, stored
 */
export async function storeClaimLink(
  ports: OutboxPorts & Pick<Ports, 'clock'>,
  { email, link, language }: { email: string; link: string; language: Language },
): Promise<Fact> {
  const at = ports.clock.now().toISOString()
  const fact = await createOutboxFact(ports, {
    at,
    subject: crypto.randomUUID(),
    message: { kind: 'link', to: email, link, language },
  })
  await ports.store.create(fact.key, fact.value)
  return fact
}

/**
 * Stores the mail that says that an agent was linked. Stored again, it is the same one.
 * @param confirmed when (ISO 8601), by whom, and the language of the page on which it was; left out where the staff did it
 * @returns the fact, stored
 */
export async function storeAgentLinked(
  ports: OutboxPorts,
  {
    email,
    registration,
    at,
    byStaff,
    language,
  }: { email: string; registration: string; at: string; byStaff: boolean; language?: Language | undefined },
): Promise<Fact> {
  const fact = await createOutboxFact(ports, {
    at,
    subject: registration,
    message: { kind: 'linked', to: email, registration, byStaff, ...(language && { language }) },
  })
  await ports.store.create(fact.key, fact.value)
  return fact
}

/**
 * The messages of a claim: the confirmation link and the notice that an agent was linked.
 */
import type { Language } from '../language.ts'
import type { Fact, Ports } from '../ports.ts'
import { createOutboxFact } from './outbox.ts'

type OutboxPorts = Pick<Ports, 'keys' | 'store'>

/**
 * Stores the mail with the confirmation link.
 * @param mail language: that of the page on which the person requested the link
 * @returns the stored fact
 * @throws StoreUnavailable
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
 * Stores the mail that an agent was linked. Idempotent: the key is made of time and registration.
 * @param confirmation `at`: ISO 8601; `language`: that of the page, undefined when the staff confirmed
 * @returns the stored fact
 * @throws StoreUnavailable
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

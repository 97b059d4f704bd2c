/**
 * What a day of a flood leaves in the store, written without the hashes and seals that hundreds of thousands would wait for.
 */
import { createAttempt } from '../../src/agents/claims/attempt.ts'
import { claimantKey, startedKey } from '../../src/agents/claim-keys.ts'
import { parsePerson } from '../../src/agents/person.ts'
import { createRegistration, nowSeconds } from '../../src/agents/registration.ts'
import { DAY_MS, DAY_SECONDS } from '../../src/duration.ts'
import { BACKOFF_MS, failedKey, messageFact, messageId, tryKey } from '../../src/mail/outbox.ts'
import type { Fact, Store } from '../../src/ports.ts'
import type { Service } from '../../src/service/service.ts'

/** The newest, which a page reads, are made as an agent makes them. */
const REAL_CLAIMS = 200
const BATCH_SIZE = 2_000

/** Writes facts in transactions of thousands. */
async function fill(store: Store, count: number, factsOf: (number: number) => Fact[]): Promise<void> {
  for (let number = 0; number < count; number += BATCH_SIZE) {
    const facts = Array.from({ length: Math.min(BATCH_SIZE, count - number) }, (_, index) => factsOf(number + index))
    await Promise.all(facts.flat().map(({ key, value }) => store.create(key, value)))
  }
}

/** Stores the facts of claims that were started in the last day before the clock's time. */
export async function storeClaims(service: Service, claims: number): Promise<void> {
  const { store } = service
  const now = service.clock.now().getTime()
  const code = (number: number) => `c${number.toString(36).padStart(42, '0')}`
  await fill(store, claims - REAL_CLAIMS, (number) => {
    const at = new Date(now - Math.round((1 - number / claims) * DAY_MS)).toISOString()
    const { id: registration } = createRegistration('service_auth')
    const attempt = `${at}-${number}`
    const value = {
      type: 'service_auth',
      startedAt: at,
      expiresAt: new Date(now + 3 * DAY_MS).toISOString(),
      code: code(number),
      person: 'x'.repeat(43),
      sealedEmail: 'x'.repeat(200),
    }
    return [
      { key: `claims/${registration}/attempts/${attempt}`, value },
      { key: `codes/${code(number)}`, value: { registration, attempt, at } },
      { key: claimantKey(code(number), at, registration), value: { at } },
      { key: startedKey(at, registration), value: { at } },
    ]
  })
  for (let number = 0; number < REAL_CLAIMS; number++)
    await createAttempt(service, {
      registration: createRegistration('service_auth'),
      person: await parsePerson(service, `ana${number}@example.com`),
      expiresAt: nowSeconds(service) + 3 * DAY_SECONDS,
    })
}

/** Stores the facts of messages of the last day, each tried as the schedule says. */
export async function storeFailedMail(service: Service, messages: number): Promise<void> {
  const { store } = service
  const now = service.clock.now().getTime()
  const sample = await messageFact(service, {
    at: new Date(now).toISOString(),
    about: { claim: 'reg_x' },
    message: { kind: 'linked', to: 'ana@example.com', registration: 'reg_x', byStaff: false, language: 'en' },
  })
  await fill(store, messages, (number) => {
    const postedAt = now - Math.round((1 - number / messages) * DAY_MS)
    const at = new Date(postedAt).toISOString()
    const key = sample.key.replace(/\/[^/]+\/linked-reg_x\//, `/${at}/linked-reg_${number}/`)
    const id = messageId({ key })
    const facts: Fact[] = [{ key, value: { ...(sample.value as object), at } }]
    let tryAt = postedAt
    for (const [index, wait] of BACKOFF_MS.entries()) {
      if (tryAt > now) break
      const tried = new Date(tryAt).toISOString()
      const schedule = { step: index + 1, since: tryAt }
      facts.push({ key: tryKey(id, index + 1), value: { at: tried, step: index + 1, since: tried } })
      facts.push({ key: failedKey(id, index + 1, schedule), value: { at: tried, reason: 'EENVELOPE 550' } })
      tryAt += wait
    }
    return facts
  })
}

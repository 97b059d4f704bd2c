/** The table of facts: its README, its keys, and what happens to a fact that does not have the form of its row. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/duration.ts'
import { type FactRow, keyOf, prefixOf, readFact } from '../../src/store/fact.ts'
import { FACTS } from '../../src/store/facts.ts'
import { FACT_NAMES } from '../described-fact.ts'
import { memoryStore } from '../memory-store.ts'
import { createTestAgent } from '../test-agent.ts'

const README = 'src/store/README.md'
const ROWS = FACT_NAMES.map((name): FactRow => FACTS[name])

/** The column "removed by". */
function removedBy({ removed }: FactRow): string {
  if (typeof removed === 'string') return removed
  const [number, unit] =
    removed.afterMs < DAY_MS ? [removed.afterMs / HOUR_MS, 'hour'] : [removed.afterMs / DAY_MS, 'day']
  const after = `housekeeping, after ${number} ${unit}${number === 1 ? '' : 's'}`
  return removed.sooner === undefined ? after : `${removed.sooner}; ${after}`
}

it('is the one in the README: key, what is hashed or encrypted, what removes it', () => {
  const cells = readFileSync(README, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `') && line.includes('/'))
    .map((line) => line.split(/ ?\| ?/).slice(1, -1))
  expect(cells.map(([key, _fact, _matters, protection, removed]) => [key, protection, removed])).toEqual(
    ROWS.map((row) => [`\`${row.pattern}\``, row.protection ?? 'nothing', removedBy(row)]),
  )
  for (const [key, fact, matters] of cells) expect([fact, matters].every(Boolean), key).toBe(true)
})

it('gives facts with the same first part one lifetime, because housekeeping goes by it', () => {
  for (const row of ROWS)
    for (const other of ROWS.filter((one) => prefixOf(one).startsWith(prefixOf(row))))
      expect(removedBy(other).split('; ').at(-1), other.pattern).toBe(removedBy(row).split('; ').at(-1))
})

describe('a fact', () => {
  it('that cannot be read is an error, which names its row and fields and quotes nothing', async () => {
    const store = memoryStore()
    const key = keyOf(FACTS.decision, { registration: 'reg_x' })
    expect(await readFact(store, FACTS.decision, key)).toBeUndefined()
    store.facts.set(key, JSON.stringify({ outcome: 'Ana', at: '2026-11-21T15:04:05.000Z', by: 'link', attempt: 'x' }))
    await expect(readFact(store, FACTS.decision, key)).rejects.toMatchObject({
      name: 'UnreadableFact',
      message:
        'a fact claims/<registration>/decision cannot be read: type, startedAt, expiresAt, code, person, sealedEmail, outcome',
    })
  })

  it.each([
    ['of a revoked token', 401, 'tokens'],
    ['of a revoked registration', 401, 'registrations'],
    ['of a decision', 500, 'decision'],
  ])('%s that cannot be read lets no token pass', async (_what, status, kind) => {
    const { anonymousToken, revoke, check, store, logged } = await createTestAgent()
    const { token, registration } = await anonymousToken()
    if (kind === 'decision') store.facts.set(keyOf(FACTS.decision, { registration: String(registration.id) }), '"?"')
    else {
      await revoke(kind === 'tokens' ? token : registration.identity_assertion)
      for (const key of store.keysOf(`revoked/${kind}/`)) store.facts.set(key, '"?"')
    }
    expect((await check(token)).status).toBe(status)
    if (status === 500) expect(logged()).toContain('UnreadableFact')
  })
})

/** The table of records: its README, keys and version, and what happens to a record that does not have the form of its row. */
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/duration.ts'
import { SettingsError } from '../../src/settings.ts'
import { createRecord, type RecordRow, keyOf, prefixOf, readRecord } from '../../src/store/record.ts'
import { RECORDS } from '../../src/store/records.ts'
import { checkLayout, LAYOUT_VERSION } from '../../src/store/version.ts'
import { memoryStore, RECORD_NAMES } from '../memory-store.ts'
import { createTestAgent } from '../test-agent.ts'
import { README_ROWS } from './readme-table.ts'

const ROWS = RECORD_NAMES.map((name): RecordRow => RECORDS[name])

function housekeepingAfter(ms: number): string {
  const [number, unit] = ms < DAY_MS ? [ms / HOUR_MS, 'hour'] : [ms / DAY_MS, 'day']
  return `housekeeping, after ${number} ${unit}${number === 1 ? '' : 's'}`
}

it('has its rows in the README, with the same lifetimes, and the README says all else about each', () => {
  expect(README_ROWS.map(({ pattern }) => pattern)).toEqual(ROWS.map(({ pattern }) => pattern))
  expect(README_ROWS.map(({ removed }) => /housekeeping, after .*/.exec(removed)?.[0])).toEqual(
    ROWS.map(({ removedAfterMs: ms }) => (ms === undefined ? undefined : housekeepingAfter(ms))),
  )
  for (const row of README_ROWS) expect(Object.values(row).every(Boolean), row.pattern).toBe(true)
})

it('gives records with the same first part one lifetime, because housekeeping goes by it', () => {
  for (const row of ROWS)
    for (const other of ROWS.filter((one) => prefixOf(one).startsWith(prefixOf(row))))
      expect(other.removedAfterMs, other.pattern).toBe(row.removedAfterMs)
})

it('a record that cannot be read is an error, which names its row and fields and quotes nothing', async () => {
  const store = memoryStore()
  const key = keyOf(RECORDS.claim, { registration: 'reg_x' })
  expect(await readRecord(store, RECORDS.claim, key)).toBeUndefined()
  store.records.set(key, JSON.stringify({ decision: { outcome: 'Ana' }, readBacks: 0 }))
  await expect(readRecord(store, RECORDS.claim, key)).rejects.toMatchObject({
    name: 'UnreadableRecord',
    message: 'a record claims/<registration> cannot be read: keptUntil, decision.outcome, decision.at, decision.by',
  })
})

it.each(['revoked/tokens/', 'claims/'])('a record of %s that cannot be read lets no token pass', async (prefix) => {
  const { anonymousToken, claimFor, exchange, revoke, check, store } = await createTestAgent()
  const { token, registration } = await anonymousToken()
  await claimFor(registration.claim_token)
  if (prefix !== 'claims/') await revoke(token)
  expect(store.keysOf(prefix)).toHaveLength(1)
  for (const key of store.keysOf(prefix)) store.records.set(key, '"?"')
  expect((await check(token)).status).toBe(401)
  expect((await exchange(registration.identity_assertion)).status).toBe(prefix === 'claims/' ? 400 : 200)
})

/** Housekeeping never removes a kind without a row. `.github/CONTRIBUTING.md` says how one is retired: the row stays, or the version is raised. */
const KINDS: Readonly<Record<number, string>> = {
  5: 'inquiries open due stuck version clock parties erased names known dropped-keys idempotency mail receipts members reminders sessions passkeys audit checks revoked jti subjects people claims waiting codes',
}

it('a kind of record that a store of this version may hold has its row', () => {
  const kinds = Object.values(RECORDS).map(({ pattern }) => pattern.split('/')[0])
  expect(kinds).toEqual(expect.arrayContaining((KINDS[LAYOUT_VERSION] ?? 'none').split(' ')))
})

it('a store says which version wrote in it, and no other program starts on its records', async () => {
  const store = memoryStore()
  await checkLayout(store)
  await checkLayout(store)
  expect(store.keysOf()).toEqual([`version/${LAYOUT_VERSION}`])
  for (const version of [LAYOUT_VERSION - 1, LAYOUT_VERSION + 1]) {
    const other = memoryStore()
    await createRecord(other, `version/${version}`, {})
    await expect(checkLayout(other)).rejects.toThrow(SettingsError)
    await expect(checkLayout(other)).rejects.toThrow(`The records in this store are of version ${version}`)
    expect(other.keysOf()).toEqual([`version/${version}`])
  }
})

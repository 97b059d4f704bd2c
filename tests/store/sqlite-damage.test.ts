/** A damaged SQLite file: what is noticed, and what can be read all the same. */
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StoreUnavailable } from '../../src/ports.ts'
import { createRecord, listKeys, readValue } from '../../src/store/record.ts'
import { isDamage, openSqliteStore, type SqliteStore } from '../../src/store/sqlite.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { AUDIT_KEYS, auditKey, LONG_KEY, type Place, writeDamaged } from './damaged-file.ts'
import { openTemporarySqlite } from './temporary-sqlite.ts'

let folder: string
let store: SqliteStore | undefined
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  await store?.close()
  removeFolder(folder)
})

async function openDamaged(place: Place): Promise<SqliteStore> {
  await writeDamaged(join(folder, 'records.db'), place)
  return (store = openSqliteStore(join(folder, 'records.db')))
}

it('none is found in a sound one', async () => {
  const { store: sound, close } = await openTemporarySqlite()
  await createRecord(sound, 'jti/x', { at: '2026-11-21T15:04:05.000Z' })
  sound.check()
  expect(sound.damage?.()).toBeUndefined()
  await close()
})

it.each([
  ['the text of a record', 'a record is not JSON'],
  ['a page with the rest of a long record', 'damaged'],
])(
  '%s is found by the check; the record is there, as one that no row takes, and others are read',
  async (place, said) => {
    const damaged = await openDamaged(place as Place)
    expect(damaged.damage?.()).toBeUndefined()
    damaged.check()
    expect(damaged.damage?.()).toContain(said)
    expect(await listKeys(damaged, 'names/')).toEqual([LONG_KEY])
    expect(await readValue(damaged, LONG_KEY)).toEqual(expect.any(String))
    expect(await readValue(damaged, auditKey(1))).toMatchObject({ by: 'command' })
  },
)

it('a page of records leaves the list of their keys', async () => {
  const damaged = await openDamaged('a page of records')
  expect(await listKeys(damaged, 'audit/')).toEqual(AUDIT_KEYS)
  const records = await Promise.all(AUDIT_KEYS.map((key) => readValue(damaged, key)))
  const readable = records.filter((record) => typeof record === 'object').length
  expect(readable).toBeGreaterThan(AUDIT_KEYS.length * 0.9)
  expect(records.filter((record) => record === '')).toHaveLength(AUDIT_KEYS.length - readable)
})

it('a page of the index ends every list of them, and is known from then on', async () => {
  const damaged = await openDamaged('a page of the index')
  expect(await readValue(damaged, LONG_KEY)).toMatchObject({ sealed: expect.any(String) })
  expect(damaged.damage?.()).toBeUndefined()
  await expect(listKeys(damaged, 'audit/')).rejects.toThrow(StoreUnavailable)
  expect(damaged.damage?.()).toContain('the database is damaged')
})

it('the first page ends the start', async () => {
  const error: unknown = await openDamaged('the first page').catch((caught: unknown) => caught)
  expect(isDamage(error)).toBe(true)
})

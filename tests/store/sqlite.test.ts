/** The store in a SQLite file: the contract, what it promises besides, damage, and a lock that another connection holds. */
import { readdirSync, readFileSync, statSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SettingsError } from '../../src/settings.ts'
import { openSqliteStore, PAGE_SIZE, type SqliteStore, isDamage } from '../../src/store/sqlite.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { storeContract } from './contract.ts'
import { openTemporarySqlite } from './temporary-sqlite.ts'
import { createRecord, listKeys, readValue } from '../../src/store/record.ts'
import { StoreUnavailable } from '../../src/ports.ts'
import { AUDIT_KEYS, auditKey, LONG_KEY, type Place, writeDamaged } from './damaged-file.ts'
import { setImmediate as nextTurn, setTimeout as timer } from 'node:timers/promises'

storeContract('sqlite', async () => {
  const { store, file, close } = await openTemporarySqlite()
  const other = openSqliteStore(file)
  return { store, other, close: () => other.close().then(close) }
})

const executed = vi.spyOn(DatabaseSync.prototype, 'exec')
let folder: string
let store: SqliteStore
const file = () => join(folder, 'records.db')
beforeEach(() => {
  executed.mockClear()
  folder = temporaryFolder()
  store = openSqliteStore(file())
  return async () => {
    await store.close()
    removeFolder(folder)
  }
})
const versionOf = async (key: string) => (await store.get(key))!.version

it('sqlite waits until the disk has what it wrote, and keeps its file from others', () => {
  const connection = executed.mock.contexts[0] as DatabaseSync
  // https://www.sqlite.org/pragma.html#pragma_synchronous: 2 is FULL.
  expect(connection.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
  expect(connection.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600)
})

it('sqlite stores all or nothing of what is written at once, and goes on after a failure', async () => {
  // JSON has no text for it, and SQLite refuses to bind nothing.
  const outcomes = await Promise.allSettled([createRecord(store, 'k/a', 1), createRecord(store, 'k/b', undefined)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await listKeys(store, 'k/')).toEqual([])
  expect(await createRecord(store, 'k/a', 2)).toBe(true)
  expect(await readValue(store, 'k/a')).toBe(2)
})

it('sqlite that is frozen reads one moment, whatever others write', async () => {
  const server = openSqliteStore(file())
  await createRecord(server, 'k/a', 1)
  await createRecord(server, 'k/b', 2)
  store.freeze()
  await createRecord(server, 'k/c', 3)
  await server.remove('k/a')
  await server.put('k/b', 4, await versionOf('k/b'))
  expect(await listKeys(store, '')).toEqual(['k/a', 'k/b'])
  expect([await readValue(store, 'k/a'), await readValue(store, 'k/b')]).toEqual([1, 2])
  await server.close()
})

it('sqlite refuses a file of an older layout with one sentence, and leaves it as it is', () => {
  const name = join(folder, 'older.db')
  const older = new DatabaseSync(name)
  older.exec('CREATE TABLE facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT')
  older.close()
  const before = readFileSync(name)
  expect(() => openSqliteStore(name)).toThrow(SettingsError)
  expect(() => openSqliteStore(name)).toThrow(/^The records in this store are of version 4 or earlier, .*DATA_DIR.*\.$/)
  expect(readFileSync(name).equals(before)).toBe(true)
})

/** Looking for a thousand texts one after the other takes seconds. */
const UUID = /(?=([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}))/g

it('sqlite holds no byte of what was removed or replaced once it is scrubbed, while open and when closed', async () => {
  const texts = Array.from({ length: 1000 }, () => crypto.randomUUID())
  const value = (text: string, index: number) => ({ text, more: '.'.repeat((index * 37) % 9000) })
  const key = (index: number) => `k/${(index * 7919) % texts.length}`
  const found = () => {
    const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
    const seen = new Set([...bytes.join('\n').matchAll(UUID)].map(([, text]) => text))
    return texts.filter((text) => seen.has(text)).length
  }
  await Promise.all(texts.map((text, index) => createRecord(store, key(index), value(text, index))))
  expect(found()).toBe(texts.length)
  await Promise.all(
    texts.map(async (_, index) =>
      index % 2 ? store.remove(key(index)) : store.put(key(index), value('', index + 50), await versionOf(key(index))),
    ),
  )
  await store.scrub()
  expect(found()).toBe(0)
  await store.close()
  expect(found()).toBe(0)
})

it('sqlite lets others run after each page of a long list', async () => {
  const pages = 4
  await Promise.all(Array.from({ length: pages * PAGE_SIZE }, (_, index) => createRecord(store, `k/${index}`, {})))
  let [turns, isListed] = [0, false]
  const countTurns = () => {
    turns += 1
    if (!isListed) setImmediate(countTurns)
  }
  setImmediate(countTurns)
  await listKeys(store, 'k/')
  isListed = true
  expect(turns).toBeGreaterThanOrEqual(pages)
})

async function openDamaged(place: Place): Promise<SqliteStore> {
  await store.close()
  removeFolder(folder)
  mkdirSync(folder)
  await writeDamaged(file(), place)
  return (store = openSqliteStore(file()))
}

it('damage is found in no sound file', async () => {
  await createRecord(store, 'jti/x', { at: '2026-11-21T15:04:05.000Z' })
  store.check()
  expect(store.damage?.()).toBeUndefined()
})

it.each([
  ['the text of a record', 'a record is not JSON'],
  ['a page with the rest of a long record', 'damaged'],
])(
  'damage to %s is found by the check; the record is there, as one that no row takes, and others are read',
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

it('damage to a page of records leaves the list of their keys', async () => {
  const damaged = await openDamaged('a page of records')
  expect(await listKeys(damaged, 'audit/')).toEqual(AUDIT_KEYS)
  const records = await Promise.all(AUDIT_KEYS.map((key) => readValue(damaged, key)))
  const readable = records.filter((record) => typeof record === 'object').length
  expect(readable).toBeGreaterThan(AUDIT_KEYS.length * 0.9)
  expect(records.filter((record) => record === '')).toHaveLength(AUDIT_KEYS.length - readable)
})

it('damage to a page of the index ends every list of them, and is known from then on', async () => {
  const damaged = await openDamaged('a page of the index')
  expect(await readValue(damaged, LONG_KEY)).toMatchObject({ sealed: expect.any(String) })
  expect(damaged.damage?.()).toBeUndefined()
  await expect(listKeys(damaged, 'audit/')).rejects.toThrow(StoreUnavailable)
  expect(damaged.damage?.()).toContain('the database is damaged')
})

it('damage to the first page ends the start', async () => {
  const error: unknown = await openDamaged('the first page').catch((caught: unknown) => caught)
  expect(isDamage(error)).toBe(true)
})

/** How long a write waits, milliseconds: as in the manual of the store. */
const WAIT_MS = 5000

describe('a lock', () => {
  let other: DatabaseSync
  beforeEach(async () => {
    await createRecord(store, 'before', 1)
    other = new DatabaseSync(file())
    return () => {
      vi.useRealTimers()
      other.close()
    }
  })

  const lock = () => other.exec('BEGIN IMMEDIATE')
  const unlock = () => other.exec('ROLLBACK')
  const listed = () => listKeys(store, '')

  /** Outcomes are listed in the order in which the writes ended. */
  function watch(writes: Record<string, Promise<unknown>>) {
    const ended: string[] = []
    const all = Object.entries(writes).map(([name, write]) =>
      write.then(
        (result) => ended.push(`${name} ${String(result)}`),
        (error: unknown) => ended.push(`${name} ${error instanceof StoreUnavailable ? 'unavailable' : String(error)}`),
      ),
    )
    return { ended, all: Promise.all(all) }
  }

  it('that another connection holds lets timers and reads go on; the writes are made when it is released, and closing waits for them', async () => {
    // The clock stands still, so that no write is given up on a slow machine.
    vi.useFakeTimers({ toFake: ['performance'] })
    lock()
    const [a, b] = [store.put('a', 1, 'new'), store.put('b', 2, 'new')]
    const { ended, all } = watch({ a, b, gone: store.remove('before') })
    for (let turn = 0; turn < 20; turn++) {
      await timer(1)
      await nextTurn()
      expect(await readValue(store, 'before')).toBe(1)
    }
    expect(await listed()).toEqual(['before'])
    expect(ended).toEqual([])
    unlock()
    await all
    expect(ended).toEqual(['a 2', 'b 3', 'gone true'])
    expect(await listed()).toEqual(['a', 'b'])
    lock()
    const queued = store.put('c', 3, 'new')
    const closed = store.close()
    expect(await Promise.race([closed.then(() => 'closed'), timer(1, 'waiting')])).toBe('waiting')
    unlock()
    await closed
    await queued
    store = openSqliteStore(file())
    expect(await readValue(store, 'c')).toBe(3)
  })

  it('that is held for longer ends each write after its own time, and nothing of it is written', async () => {
    // Only the timers of this test are fake; SQLite and its locks are real.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
    lock()
    const early = watch({ a: store.put('a', 1, 'new'), gone: store.remove('before') })
    await nextTurn()
    await pass(WAIT_MS / 2)
    const late = watch({ b: store.put('b', 2, 'new') })
    await pass(WAIT_MS / 2 - 100)
    expect([early.ended, late.ended]).toEqual([[], []])
    await pass(200)
    expect([early.ended, late.ended]).toEqual([['a unavailable', 'gone unavailable'], []])
    unlock()
    await pass(100)
    await late.all
    expect(late.ended).toEqual(['b 2'])
    expect(await listed()).toEqual(['b', 'before'])
  })

  it('another fault is not waited for: its callers get it at once', async () => {
    other.exec('DROP TABLE records')
    await expect(createRecord(store, 'a', 1)).rejects.toThrow(StoreUnavailable)
    await expect(readValue(store, 'a')).rejects.toThrow('no such table')
  })
})

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SettingsError } from '../../src/settings.ts'
import { openSqliteStore, PAGE_SIZE, type SqliteStore } from '../../src/store/sqlite.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { storeContract } from './contract.ts'
import { openTemporarySqlite } from './temporary-sqlite.ts'
import { createRecord, listKeys, readValue } from '../../src/store/record.ts'

storeContract('sqlite', async () => {
  const { store, file, close } = await openTemporarySqlite()
  const other = openSqliteStore(file)
  return { store, other, close: () => other.close().then(close) }
})

describe('sqlite', () => {
  const executed = vi.spyOn(DatabaseSync.prototype, 'exec')
  let folder: string
  let store: SqliteStore
  beforeEach(() => {
    executed.mockClear()
    folder = temporaryFolder()
    store = openSqliteStore(join(folder, 'records.db'))
  })
  afterEach(async () => {
    await store.close()
    removeFolder(folder)
  })
  const versionOf = async (key: string) => (await store.get(key))!.version

  it('waits until the disk has what it wrote', () => {
    const connection = executed.mock.contexts[0] as DatabaseSync
    // https://www.sqlite.org/pragma.html#pragma_synchronous: 2 is FULL.
    expect(connection.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
    expect(connection.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  })

  it.skipIf(process.platform === 'win32')('keeps its file from others', () => {
    expect(statSync(join(folder, 'records.db')).mode & 0o777).toBe(0o600)
  })

  it('stores all or nothing of what is written at once, and goes on after a failure', async () => {
    // JSON has no text for it, and SQLite refuses to bind nothing.
    const outcomes = await Promise.allSettled([createRecord(store, 'k/a', 1), createRecord(store, 'k/b', undefined)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await listKeys(store, 'k/')).toEqual([])
    expect(await createRecord(store, 'k/a', 2)).toBe(true)
    expect(await readValue(store, 'k/a')).toBe(2)
  })

  it('that is frozen reads one moment, whatever others write', async () => {
    const server = openSqliteStore(join(folder, 'records.db'))
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

  it('refuses a file of an older layout with one sentence, and leaves it as it is', () => {
    const file = join(folder, 'older.db')
    const older = new DatabaseSync(file)
    older.exec('CREATE TABLE facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT')
    older.close()
    const before = readFileSync(file)
    expect(() => openSqliteStore(file)).toThrow(SettingsError)
    expect(() => openSqliteStore(file)).toThrow(
      /^The records in this store are of version 4 or earlier, .*DATA_DIR.*\.$/,
    )
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('holds no byte of what was removed or replaced once it is scrubbed, while open and when closed', async () => {
    const texts = Array.from({ length: 1000 }, () => crypto.randomUUID())
    const value = (text: string, index: number) => ({ text, more: '.'.repeat((index * 37) % 9000) })
    const key = (index: number) => `k/${(index * 7919) % texts.length}`
    const found = () => {
      const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
      return texts.filter((text) => bytes.some((file) => file.includes(text))).length
    }
    await Promise.all(texts.map((text, index) => createRecord(store, key(index), value(text, index))))
    expect(found()).toBe(texts.length)
    await Promise.all(
      texts.map(async (_, index) =>
        index % 2
          ? store.remove(key(index))
          : store.put(key(index), value('', index + 50), await versionOf(key(index))),
      ),
    )
    await store.scrub()
    expect(found()).toBe(0)
    await store.close()
    expect(found()).toBe(0)
  })

  it('lets others run after each page of a long list', async () => {
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
})

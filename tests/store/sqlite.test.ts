import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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
    store = openSqliteStore(join(folder, 'facts.db'))
  })
  afterEach(async () => {
    await store.close()
    removeFolder(folder)
  })

  it('waits until the disk has what it wrote', () => {
    const connection = executed.mock.contexts[0] as DatabaseSync
    // https://www.sqlite.org/pragma.html#pragma_synchronous: 2 is FULL.
    expect(connection.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
    expect(connection.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  })

  it.skipIf(process.platform === 'win32')('keeps its file from others', () => {
    expect(statSync(join(folder, 'facts.db')).mode & 0o777).toBe(0o600)
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
    const server = openSqliteStore(join(folder, 'facts.db'))
    await createRecord(server, 'k/a', 1)
    await createRecord(server, 'k/b', 2)
    store.freeze()
    await createRecord(server, 'k/c', 3)
    await server.remove('k/a')
    await server.put('k/b', 4, (await server.get('k/b'))!.version)
    expect(await listKeys(store, '')).toEqual(['k/a', 'k/b'])
    expect([await readValue(store, 'k/a'), await readValue(store, 'k/b')]).toEqual([1, 2])
    await server.close()
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

/** While another connection, such as a backup, holds the write lock, the process goes on, and its writes wait for a limited time. */
import { setImmediate as nextTurn, setTimeout as timer } from 'node:timers/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StoreUnavailable } from '../../src/ports.ts'
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { createRecord, listKeys, readValue } from '../../src/store/record.ts'

/** How long a write waits, milliseconds: as in the manual of the store. */
const WAIT_MS = 5000

let folder: string
let file: string
let store: SqliteStore
let other: DatabaseSync
beforeEach(async () => {
  folder = temporaryFolder()
  file = join(folder, 'records.db')
  store = openSqliteStore(file)
  await createRecord(store, 'before', 1)
  other = new DatabaseSync(file)
})
afterEach(async () => {
  vi.useRealTimers()
  other.close()
  await store.close()
  removeFolder(folder)
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

describe('while another connection holds the write lock', () => {
  // The clock stands still, so that no write is given up on a slow machine.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))

  it('timers and reads go on, and the writes are made when it is released', async () => {
    lock()
    const { ended, all } = watch({
      a: store.put('a', 1, 'new'),
      b: store.put('b', 2, 'new'),
      gone: store.remove('before'),
    })
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
  })

  it('closing waits for what is queued', async () => {
    lock()
    const { ended, all } = watch({ a: store.put('a', 1, 'new') })
    const closed = store.close()
    expect(await Promise.race([closed.then(() => 'closed'), timer(1, 'waiting')])).toBe('waiting')
    unlock()
    await closed
    expect(ended).toEqual(['a 2'])
    await all
    store = openSqliteStore(file)
    expect(await readValue(store, 'a')).toBe(1)
  })
})

describe('when the lock is held for longer', () => {
  // Only the timers of this test are fake; SQLite and its locks are real.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

  it('each write is given up on after its own time, and nothing of it is written', async () => {
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
})

it('another fault is not waited for: its callers get it at once', async () => {
  other.exec('DROP TABLE records')
  await expect(createRecord(store, 'a', 1)).rejects.toThrow(StoreUnavailable)
  await expect(readValue(store, 'a')).rejects.toThrow('no such table')
})

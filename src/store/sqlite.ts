/**
 * One SQLite file, atomic and consistent after `kill -9`. Writes in the same round of the event loop share one fsync. While another process
 * writes, a timer retries: waiting for the lock inside SQLite would block this process.
 */
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type ListedKey, type Store, StoreUnavailable, type Version } from '../ports.ts'
import { SECOND_MS } from '../duration.ts'
import { SettingsError } from '../settings.ts'
import { yieldToOthers } from './batches.ts'
import { parseValue } from './record.ts'
import { otherLayout } from './version.ts'

/** A write may wait this long for the lock, counted from its first attempt. */
const MAX_WAIT_MS = 5 * SECOND_MS
/** SQLite itself waits this long for the lock, and blocks this process. */
const BUSY_MS = 2
const RETRY_MS = 20
/** Primary result codes. The lowest byte of an extended result code is the primary one. */
const [SQLITE_BUSY, SQLITE_CORRUPT, SQLITE_NOTADB] = [5, 11, 26]
/** Other requests run between two queries of this many keys. */
export const PAGE_SIZE = 500
/** `key + MIN_CHARACTER` is the smallest text after `key`. */
const MIN_CHARACTER = '\u{1}'
/** `folder + AFTER_SLASH` sorts after all keys of the folder. */
const AFTER_SLASH = '0'
/** `prefix + MAX_CHARACTER` ends the range of a prefix. */
const MAX_CHARACTER = '\u{10ffff}'

/** A quarter of SQLite's default, so that the pauses for a checkpoint are shorter. In total they take as long. */
const CHECKPOINT_PAGES = 250

/**
 * The short `busy_timeout` comes last: while the store is opened, nothing else runs, so SQLite may wait for the lock. `secure_delete`
 * overwrites removed values with zeros. A version is a rowid: `AUTOINCREMENT` never uses one twice, and the index of keys contains it.
 */
const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
  CREATE TABLE IF NOT EXISTS records (
    version INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, value TEXT NOT NULL
  ) STRICT;
  PRAGMA busy_timeout = ${BUSY_MS};
`

/** Finds the table that layouts before version 5 have. */
const SELECT_OLDER = "SELECT 1 FROM sqlite_schema WHERE name = 'facts'"

/** `quick_check` does not notice damaged text. */
const SELECT_TORN = 'SELECT key FROM records WHERE NOT json_valid(value) LIMIT 1'

interface PendingWrite {
  run(): Version | 'changed'
  resolve(version: Version | 'changed'): void
  reject(error: unknown): void
  /** A time of `performance.now()`; set when the database is first found locked. */
  giveUpAt?: number
}

export interface SqliteStore extends Store {
  scrub(): Promise<void>
  /** From now on, reads see the store as it is at this moment. */
  freeze(): void
  /** Looks for damage, which `damage()` then returns. Blocks this process for a tenth of a second per 40 MB. */
  check(): void
  salvage(): Pick<Store, 'list' | 'get'>
  close(): Promise<void>
}

/**
 * Opens the file, or creates it (mode 0600). The folder must exist.
 * @throws SettingsError when its layout is older; StoreUnavailable when it cannot be created, read or written
 */
export function openSqliteStore(file: string): SqliteStore {
  const database = tryTo('open the store', () => {
    closeSync(openSync(file, 'a', 0o600))
    const opened = new DatabaseSync(file)
    // Another process may be closing the file just now.
    opened.exec(`PRAGMA busy_timeout = ${MAX_WAIT_MS}`)
    if (opened.prepare(SELECT_OLDER).get()) throw otherLayout()
    opened.exec(SCHEMA)
    return opened
  })
  const insert = database.prepare('INSERT INTO records (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const selectOne = database.prepare('SELECT value, version FROM records WHERE key = ?')
  const deleteVersion = database.prepare('DELETE FROM records WHERE key = ? AND version = ?')
  const deleteAny = database.prepare('DELETE FROM records WHERE key = ?')
  const selectKeys = database.prepare(
    'SELECT key, version FROM records WHERE key >= ? AND key < ? ORDER BY key LIMIT ?',
  )
  selectKeys.setReturnArrays(true)
  let queue: PendingWrite[] = []
  let newestWrite: Promise<unknown> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let damage: string | undefined

  function attempt<T>(what: string, action: () => T): T {
    try {
      return tryTo(what, action)
    } catch (error) {
      if (isDamage(error)) damage ??= (error as StoreUnavailable).message
      throw error
    }
  }

  function keysFrom(from: string, prefix: string, count: number): ListedKey[] {
    const rows = attempt('list', () => selectKeys.all(from, prefix + MAX_CHARACTER, count))
    return (rows as unknown as [string, number][]).map(([key, version]) => ({ key, version: `${version}` }))
  }

  function commit(batch: readonly PendingWrite[]): (Version | 'changed')[] {
    database.exec('BEGIN IMMEDIATE')
    try {
      const versions = batch.map(({ run }) => run())
      database.exec('COMMIT')
      return versions
    } catch (error) {
      // SQLite may have rolled back already (disk full); a failing ROLLBACK would hide the cause.
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }

  function flush(): void {
    clearTimeout(retry)
    if (queue.length === 0) return
    const batch = queue
    queue = []
    try {
      const written = attempt('write', () => commit(batch))
      batch.forEach(({ resolve }, index) => resolve(written[index] ?? 'changed'))
    } catch (error) {
      const now = performance.now()
      const isInTime = (write: PendingWrite) => (write.giveUpAt ??= now + MAX_WAIT_MS) > now
      if (codeOf(error) === SQLITE_BUSY) queue = batch.filter(isInTime)
      if (queue.length > 0) retry = setTimeout(flush, RETRY_MS)
      // If the database is locked, only the oldest writes fail, which have waited too long.
      for (const { reject } of batch.slice(0, batch.length - queue.length)) reject(error)
    }
  }

  const change = (run: PendingWrite['run']) => {
    const written = new Promise<Version | 'changed'>((resolve, reject) => {
      // If other writes wait already, their flush includes this one.
      if (queue.length === 0) setImmediate(flush)
      queue.push({ run, resolve, reject })
    })
    newestWrite = written
    return written
  }

  return {
    async get(key) {
      try {
        const row = attempt('read', () => selectOne.get(key))
        return row && { value: parseValue(String(row.value)), version: `${Number(row.version)}` }
      } catch (error) {
        // Only the value is damaged. No schema in `RECORDS` accepts an empty text.
        const [found] = isDamage(error) ? keysFrom(key, key, 1) : []
        if (found?.key === key) return { value: '', version: found.version }
        throw error
      }
    },
    async list(prefix) {
      const keys: ListedKey[] = []
      for (let from = prefix; ; from = (keys.at(-1)?.key ?? '') + MIN_CHARACTER) {
        await yieldToOthers()
        const page = keysFrom(from, prefix, PAGE_SIZE)
        keys.push(...page)
        if (page.length < PAGE_SIZE) return keys
      }
    },
    async folders(prefix) {
      const names: string[] = []
      for (let from = prefix; ;) {
        const [found] = keysFrom(from, prefix, 1)
        if (found === undefined) return names.sort()
        const [name = '', ...rest] = found.key.slice(prefix.length).split('/')
        if (rest.length > 0) names.push(name)
        from = prefix + name + (rest.length > 0 ? AFTER_SLASH : MIN_CHARACTER)
      }
    },
    async put(key, value, expected) {
      const text = JSON.stringify(value)
      return change(() => {
        if (expected !== 'new' && deleteVersion.run(key, expected).changes === 0) return 'changed'
        const { changes, lastInsertRowid } = insert.run(key, text)
        return changes === 0 ? 'changed' : `${Number(lastInsertRowid)}`
      })
    },
    async remove(key, expected) {
      const run = () => (expected === undefined ? deleteAny.run(key) : deleteVersion.run(key, expected))
      return (await change(() => (run().changes === 0 ? 'changed' : '0'))) !== 'changed'
    },
    // Removed bytes are also in the write-ahead log. If another process is reading, they stay there until a later call.
    async scrub() {
      attempt('clear the log', () => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
    },
    freeze() {
      attempt('read', () => {
        database.exec('BEGIN')
        // A transaction's snapshot begins with its first read.
        database.prepare('SELECT count(*) FROM sqlite_schema').get()
      })
    },
    check() {
      damage = undefined
      try {
        const { quick_check: said } = attempt('check', () => database.prepare('PRAGMA quick_check(1)').get()) ?? {}
        const torn = attempt('check', () => database.prepare(SELECT_TORN).get())
        if (said !== 'ok') damage = String(said)
        else if (torn) damage = 'a record is not JSON'
      } catch (error) {
        damage ??= (error as Error).message
      }
    },
    damage: () => damage,
    salvage: () => salvage(database),
    async close() {
      // While writes wait, a flush is scheduled. Writes keep their order, so the newest one ends last.
      while (queue.length > 0) await newestWrite.catch(() => undefined)
      if (database.isOpen) database.close()
    },
  }
}

function codeOf(error: unknown): number | undefined {
  const { errcode } = ((error as Error).cause ?? {}) as { errcode?: number }
  return errcode && errcode & 0xff
}

export const isDamage = (error: unknown): boolean => [SQLITE_CORRUPT, SQLITE_NOTADB].includes(codeOf(error) ?? 0)

function tryTo<T>(what: string, action: () => T): T {
  try {
    return action()
  } catch (cause) {
    if (cause instanceof SettingsError) throw cause
    const reason = cause instanceof Error ? cause.message : 'unknown reason'
    const said = isDamage({ cause }) ? `the database is damaged (${reason})` : reason
    throw new StoreUnavailable(`could not ${what}: ${said}`, { cause })
  }
}

/**
 * Finds the readable records of a damaged database, through the index of keys and through the table.
 * @returns a reader. Its `get` returns an empty text for a damaged value; no schema in `RECORDS` accepts that text
 */
function salvage(database: DatabaseSync): Pick<Store, 'list' | 'get'> {
  function untilDamage<T>(read: () => T): T | undefined {
    try {
      return read()
    } catch (cause) {
      if (isDamage({ cause })) return undefined
      throw cause
    }
  }
  const rows = new Map<string, number>()
  for (const order of ['ASC', 'DESC'])
    untilDamage(() => {
      const found = database.prepare(`SELECT key, version AS number FROM records ORDER BY key ${order}`)
      for (const { key, number } of found.iterate()) rows.set(String(key), Number(number))
    })
  const seen = new Set(rows.values())
  const newest = untilDamage(() => database.prepare('SELECT max(version) AS number FROM records').get())
  const last = [...seen].reduce((most, number) => Math.max(most, number), Number(newest?.number ?? 0))
  const keyAt = database.prepare('SELECT key FROM records WHERE version = ?')
  for (let number = 1; number <= last; number++) {
    const found = seen.has(number) ? undefined : untilDamage(() => keyAt.get(number))
    if (found) rows.set(String(found.key), number)
  }
  const byRow = database.prepare('SELECT value FROM records WHERE version = ?')
  return {
    list: async (prefix) =>
      [...rows]
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, number]) => ({ key, version: `${number}` as const }))
        .sort((one, other) => (one.key < other.key ? -1 : 1)),
    async get(key) {
      const number = rows.get(key)
      if (number === undefined) return undefined
      const found = untilDamage(() => byRow.get(number))
      return { value: found ? parseValue(String(found.value)) : '', version: `${number}` }
    },
  }
}

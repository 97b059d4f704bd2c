/**
 * The store on one machine: one SQLite file, atomic, and consistent after `kill -9`.
 * Writes and removals that arrive in the same turn of the event loop share one transaction, so they share its fsync.
 */
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { StoreUnavailable, type Store } from '../ports.ts'
import { SECOND_MS } from '../duration.ts'

/** How long to wait for another process that is writing, milliseconds. */
const BUSY_MS = 5 * SECOND_MS
/** Keys fetched per query when listing. Between two queries, other requests run. */
export const PAGE_SIZE = 500
/** Sorts before every character used in keys: a key with it at its end is the next possible key. */
const MIN_CHARACTER = '\u{1}'
/** Sorts after every character used in keys: the upper bound of a prefix range. */
const MAX_CHARACTER = '\u{10ffff}'

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA busy_timeout = ${BUSY_MS};
  CREATE TABLE IF NOT EXISTS facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`

interface PendingWrite {
  run(): { changes: number | bigint }
  /** @param changed whether the statement changed a row */
  resolve(changed: boolean): void
  reject(error: unknown): void
}

export interface SqliteStore extends Store {
  /** Writes what is queued and closes the file. */
  close(): void
}

/**
 * Opens the store and creates the file (mode 0600) if it does not exist.
 * @param file path of the database; its folder must exist
 * @throws StoreUnavailable when the file cannot be created, read or written
 */
export function openSqliteStore(file: string): SqliteStore {
  const database = attempt('open the store', () => {
    closeSync(openSync(file, 'a', 0o600))
    const opened = new DatabaseSync(file)
    opened.exec(SCHEMA)
    return opened
  })
  const insert = database.prepare('INSERT INTO facts (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const selectOne = database.prepare('SELECT value FROM facts WHERE key = ?')
  const deleteFact = database.prepare('DELETE FROM facts WHERE key = ?')
  const selectAscending = database.prepare('SELECT key FROM facts WHERE key >= ? AND key < ? ORDER BY key LIMIT ?')
  const selectDescending = database.prepare(
    'SELECT key FROM facts WHERE key >= ? AND key < ? ORDER BY key DESC LIMIT ?',
  )
  let queue: PendingWrite[] = []

  function flush(): void {
    const batch = queue
    queue = []
    if (batch.length === 0) return
    try {
      const written = attempt('write', () => {
        database.exec('BEGIN IMMEDIATE')
        try {
          const changes = batch.map(({ run }) => run().changes === 1)
          database.exec('COMMIT')
          return changes
        } catch (error) {
          // SQLite may have rolled back already (disk full); a failing ROLLBACK would hide the cause.
          if (database.isTransaction) database.exec('ROLLBACK')
          throw error
        }
      })
      batch.forEach(({ resolve }, index) => resolve(written[index] === true))
    } catch (error) {
      batch.forEach(({ reject }) => reject(error))
    }
  }

  const change = (run: PendingWrite['run']) =>
    new Promise<boolean>((resolve, reject) => {
      if (queue.length === 0) setImmediate(flush)
      queue.push({ run, resolve, reject })
    })

  return {
    async create(key, value) {
      const text = JSON.stringify(value)
      return change(() => insert.run(key, text))
    },
    async read(key) {
      const row = attempt('read', () => selectOne.get(key))
      return row === undefined ? undefined : (JSON.parse(String(row.value)) as unknown)
    },
    async *list(prefix, order) {
      const select = order ? selectDescending : selectAscending
      const last = prefix + MAX_CHARACTER
      let [from, end] = [prefix, order?.before !== undefined && order.before < last ? order.before : last]
      for (;;) {
        const page = attempt('list', () => select.all(from, end, PAGE_SIZE))
        const keys = page.map((row) => String(row.key))
        yield* keys
        if (keys.length < PAGE_SIZE) return
        const lastKey = keys.at(-1) ?? ''
        if (order) end = lastKey
        else from = lastKey + MIN_CHARACTER
        await nextTurn()
      }
    },
    async remove(key) {
      await change(() => deleteFact.run(key))
    },
    close() {
      flush()
      if (database.isOpen) database.close()
    },
  }
}

function attempt<T>(what: string, action: () => T): T {
  try {
    return action()
  } catch (cause) {
    throw new StoreUnavailable(`could not ${what}: ${cause instanceof Error ? cause.message : 'unknown reason'}`, {
      cause,
    })
  }
}

/**
 * The store of one machine: one SQLite file, atomic, and whole again after `kill -9`.
 * Writes and removals that arrive in the same turn of the event loop share one transaction, so they share its fsync.
 */
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StoreUnavailable, type Store } from '../ports.ts'

/** How long to wait for another process that is writing, milliseconds. */
const BUSY_MS = 5000
/** Keys fetched at a time when listing: other requests get their turn in between. */
const PAGE = 500
/** Behind every character that stands in a key: where a prefix ends, so that a short list reads no more than itself. */
const BEHIND_ALL = '\u{10ffff}'

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA busy_timeout = ${BUSY_MS};
  CREATE TABLE IF NOT EXISTS facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`

interface Waiting {
  run(): { changes: number | bigint }
  /** @param changed whether there was anything to do */
  resolve(changed: boolean): void
  reject(error: unknown): void
}

export interface SqliteStore extends Store {
  /** Finishes what is waiting and closes the file. */
  close(): void
}

/**
 * Opens the store, making the file (mode 0600) when there is none.
 * @param file path of the database; its folder must exist
 * @throws StoreUnavailable when the file cannot be made, read or written
 */
export function openSqliteStore(file: string): SqliteStore {
  const database = attempt('open the store', () => {
    closeSync(openSync(file, 'a', 0o600))
    const opened = new DatabaseSync(file)
    opened.exec(SCHEMA)
    return opened
  })
  const insert = database.prepare('INSERT INTO facts (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const select = database.prepare('SELECT value FROM facts WHERE key = ?')
  const erase = database.prepare('DELETE FROM facts WHERE key = ?')
  const after = database.prepare('SELECT key FROM facts WHERE key > ? AND key < ? ORDER BY key LIMIT ?')
  const from = database.prepare('SELECT key FROM facts WHERE key >= ? AND key < ? ORDER BY key LIMIT ?')
  let queue: Waiting[] = []

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
          // A full disk may have rolled back already; that must not hide why.
          if (database.isTransaction) database.exec('ROLLBACK')
          throw error
        }
      })
      batch.forEach(({ resolve }, index) => resolve(written[index] === true))
    } catch (error) {
      batch.forEach(({ reject }) => reject(error))
    }
  }

  const change = (run: Waiting['run']) =>
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
      const row = attempt('read', () => select.get(key))
      return row === undefined ? undefined : (JSON.parse(String(row.value)) as unknown)
    },
    async *list(prefix) {
      const end = prefix + BEHIND_ALL
      let page = attempt('list', () => from.all(prefix, end, PAGE))
      while (page.length > 0) {
        const keys = page.map((row) => String(row.key))
        yield* keys
        page = attempt('list', () => after.all(keys.at(-1) ?? prefix, end, PAGE))
      }
    },
    async remove(key) {
      await change(() => erase.run(key))
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

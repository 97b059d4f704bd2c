/**
 * A store in a SQLite file of its own, in a folder that is removed with it.
 */
import { join } from 'node:path'
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'

/** Opens an empty one. */
export async function openTemporarySqlite(): Promise<{ store: SqliteStore; close(): Promise<void> }> {
  const folder = temporaryFolder()
  const store = openSqliteStore(join(folder, 'facts.db'))
  return {
    store,
    async close() {
      await store.close()
      removeFolder(folder)
    },
  }
}

/** A store in a SQLite file of its own, in a folder that is removed with it. */
import { join } from 'node:path'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'

export async function openTemporarySqlite() {
  const folder = temporaryFolder()
  const file = join(folder, 'records.db')
  const store = openSqliteStore(file)
  return {
    store,
    file,
    async close() {
      await store.close()
      removeFolder(folder)
    },
  }
}

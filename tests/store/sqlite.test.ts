import { join } from 'node:path'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { storeContract } from './contract.ts'

storeContract('sqlite', async () => {
  const folder = temporaryFolder()
  const store = openSqliteStore(join(folder, 'facts.db'))
  return {
    store,
    async close() {
      await store.close()
      removeFolder(folder)
    },
  }
})

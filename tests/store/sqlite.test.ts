import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { storeContract } from './contract.ts'

storeContract('sqlite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'front-desk-sqlite-'))
  const store = openSqliteStore(join(folder, 'facts.db'))
  return {
    store,
    async close() {
      store.close()
      rmSync(folder, { recursive: true })
    },
  }
})

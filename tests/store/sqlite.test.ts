import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSqliteStore, PAGE_SIZE } from '../../src/store/sqlite.ts'
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

it('sqlite: a long list lets others run after each page', async () => {
  const folder = temporaryFolder()
  const store = openSqliteStore(join(folder, 'facts.db'))
  try {
    const pages = 4
    await Promise.all(Array.from({ length: pages * PAGE_SIZE }, (_, index) => store.create(`k/${index}`, {})))
    let [turns, isListed] = [0, false]
    const countTurns = () => {
      turns += 1
      if (!isListed) setImmediate(countTurns)
    }
    setImmediate(countTurns)
    for await (const _ of store.list('k/')) void _
    isListed = true
    expect(turns).toBeGreaterThanOrEqual(pages)
  } finally {
    store.close()
    removeFolder(folder)
  }
})

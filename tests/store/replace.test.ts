import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReplacingStore } from '../../src/ports.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { openEmulatedBlobs } from './emulated-blobs.ts'
import { openTemporarySqlite } from './temporary-sqlite.ts'

describe.each([
  ['sqlite', openTemporarySqlite],
  ['blobs', openEmulatedBlobs],
])('%s: a fact', (_, open) => {
  let store: ReplacingStore
  let close: () => Promise<void>
  beforeEach(async () => {
    ;({ store, close } = await open())
    await store.create('k/a', { one: 'ñ', list: [1] })
    await store.create('k/ab', 'other')
  })
  afterEach(() => close())

  it('is exchanged when it is what was read, and only that one', async () => {
    expect(await store.replace('k/a', await store.read('k/a'), { two: 2 })).toBe(true)
    expect([await store.read('k/a'), await store.read('k/ab')]).toEqual([{ two: 2 }, 'other'])
    expect(await Array.fromAsync(store.list('k/'))).toEqual(['k/a', 'k/ab'])
    expect(await store.create('k/a', 3)).toBe(false)
  })

  it('stays as it is when it has another value by now', async () => {
    expect(await store.replace('k/a', { one: 'n', list: [1] }, 'lost')).toBe(false)
    expect(await store.read('k/a')).toEqual({ one: 'ñ', list: [1] })
  })

  it('that was removed is not brought back', async () => {
    const before = await store.read('k/a')
    await store.remove('k/a')
    expect(await store.replace('k/a', before, 'back')).toBe(false)
    expect(await store.read('k/a')).toBeUndefined()
  })
})

it('sqlite: what many exchange at once is exchanged once', async () => {
  const { store, close } = await openTemporarySqlite()
  await store.create('k', 0)
  const outcomes = await Promise.all([1, 2, 3, 4].map((value) => store.replace('k', 0, value)))
  expect(outcomes).toEqual([true, false, false, false])
  expect(await store.read('k')).toBe(1)
  await close()
})

it('sqlite: a frozen store reads one moment, whatever others write', async () => {
  const folder = temporaryFolder()
  const [server, command] = [1, 2].map(() => openSqliteStore(join(folder, 'facts.db')))
  await server?.create('k/a', 1)
  await server?.create('k/b', 2)
  command?.freeze()
  await server?.create('k/c', 3)
  await server?.remove('k/a')
  await server?.replace('k/b', 2, 4)
  expect(await Array.fromAsync(command?.list('') ?? [])).toEqual(['k/a', 'k/b'])
  expect([await command?.read('k/a'), await command?.read('k/b')]).toEqual([1, 2])
  await command?.close()
  await server?.close()
  removeFolder(folder)
})

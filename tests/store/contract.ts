/** What every store must do, whatever keeps its records: one suite over its verbs. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Store, Version } from '../../src/ports.ts'
import { createRecord, listKeys, readValue } from '../../src/store/record.ts'
import { yamlOf } from '../table.ts'

export interface Opened {
  store: Store
  /** The same records, opened by another process. */
  other: Store
  close(): Promise<void>
}

const VALUES: [string, unknown][] = [
  ...yamlOf<[string, unknown][]>('tests/store/contract.yaml'),
  ['a value of 100 KB', { text: 'é0123456789'.repeat(8534), end: true }],
]
const PUNCTUATION = ['_', '%', "'", '"', ':', '.', '-', '~', '*', '+', '&', '=']
const KEY = 'k/a'

const versionOf = async (store: Store, key = KEY): Promise<Version> => (await store.get(key))!.version

/** @param open opens an empty store @param encodes characters that it keeps percent-encoded in keys */
export function storeContract(name: string, open: () => Promise<Opened>, encodes = ''): void {
  describe(name, () => {
    let opened: Opened
    let store: Store
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      return opened.close
    })

    const fill = (keys: string[]) => Promise.all(keys.map((key) => createRecord(store, key, { of: key })))
    const listed = (prefix: string) => listKeys(store, prefix)
    const created = async (value: unknown) => (await store.put(KEY, value, 'new')) as Version

    it.each(VALUES)('a record is read as it was written, and is not created twice: %s', async (_, value) => {
      expect(await createRecord(store, KEY, value)).toBe(true)
      expect(await readValue(store, KEY)).toEqual(value)
      expect(await createRecord(store, KEY, { other: true })).toBe(false)
      expect(await createRecord(store, KEY, value)).toBe(false)
      expect(await readValue(store, KEY)).toEqual(value)
      expect(await listed('k/')).toEqual([KEY])
      expect(await store.put(KEY, value, await versionOf(store))).toBe(await versionOf(store))
      expect(await readValue(store, KEY)).toEqual(value)
    })

    it('a record that was never created is undefined, also beside keys that begin or end like it', async () => {
      expect(await store.get(KEY)).toBeUndefined()
      await fill([`${KEY}-but-longer`, `more/${KEY}`])
      expect(await store.get(KEY)).toBeUndefined()
    })

    it('a record is not altered when what was passed or read is changed afterwards', async () => {
      const value = { list: ['first'] }
      const written = createRecord(store, KEY, value)
      value.list.push('late')
      await written
      const read = (await readValue(store, KEY)) as typeof value
      read.list.push('later')
      expect(await readValue(store, KEY)).toEqual({ list: ['first'] })
    })

    it('a list is in ascending order of the characters, whatever the order of creation', async () => {
      await fill(['k/z', 'k/9', 'k/a0', 'k/a-', 'k/b', 'k/10', 'k/a/1', 'k/B', 'j'])
      const ascending = ['k/10', 'k/9', 'k/B', 'k/a-', 'k/a/1', 'k/a0', 'k/b', 'k/z']
      expect(await listed('k/')).toEqual(ascending)
      expect(await listed('')).toEqual(['j', ...ascending])
    })

    it('a list has the versions of its records', async () => {
      await fill(['k/a', 'k/b', 'k/c'])
      await store.put('k/b', 'changed', await versionOf(store, 'k/b'))
      const records = ['k/a', 'k/b', 'k/c'].map(async (key) => ({ key, version: await versionOf(opened.other, key) }))
      expect(await store.list('k/')).toEqual(await Promise.all(records))
    })

    it('a list goes by the text of the key: a sibling is left out unless it begins with the whole prefix', async () => {
      expect(await listed('k/')).toEqual([])
      await fill(['k/a', 'k/c', 'l/b'])
      for (const prefix of ['k/b', 'k/d', 'j', 'm', 'K/', '/', 'l/b0']) expect(await listed(prefix), prefix).toEqual([])
      await fill(['a/b/1', 'a/bc/1', 'a/c/1', 'ab/b/1', 'a/b-/1'])
      expect(await listed('a/b/')).toEqual(['a/b/1'])
      expect(await listed('a/b')).toEqual(['a/b-/1', 'a/b/1', 'a/bc/1'])
      expect(await listed('a')).toEqual(['a/b-/1', 'a/b/1', 'a/bc/1', 'a/c/1', 'ab/b/1'])
    })

    it.each([499, 500, 501, 1000, 2300])('a list of %i keys is whole', async (many) => {
      const keys = Array.from({ length: many }, (_, index) => `many/${String(index).padStart(5, '0')}`)
      await fill(['many.', 'many0', 'mbny/1', ...keys])
      expect(await listed('many/')).toEqual(keys)
      expect(await listed('many/0000')).toEqual(keys.slice(0, 10))
    })

    it('a list of folders names those directly below the prefix, each once', async () => {
      await fill(['k/b/1', 'k/a/1/x', 'k/a/2', 'k/a-/1', 'k/file', 'ka/c/1', 'l/d/1'])
      expect(await store.folders('k/')).toEqual(['a', 'a-', 'b'])
      expect(await store.folders('k/a/')).toEqual(['1'])
      expect(await store.folders('none/')).toEqual([])
    })

    it.each(PUNCTUATION.filter((one) => !encodes.includes(one)))('%s in a key stands for itself', async (sign) => {
      const key = `k/x${sign}y`
      await fill(['k/xay', 'k/xy', 'k/x', 'k/xxy'])
      expect(await readValue(store, key)).toBeUndefined()
      expect(await createRecord(store, key, { of: key })).toBe(true)
      expect(await createRecord(store, key, { of: 'another' })).toBe(false)
      expect(await readValue(store, key)).toEqual({ of: key })
      const others = ['k/x', 'k/xay', 'k/xxy', 'k/xy']
      expect(await listed(`k/x${sign}`)).toEqual([key])
      expect(await listed('k/')).toEqual([...others, key].sort())
      await store.remove(key)
      expect(await listed('k/')).toEqual(others)
    })

    it('a change replaces the version that was read, and only that record', async () => {
      await fill(['k/ab'])
      const first = await created({ one: 'ñ', list: [1] })
      expect(await versionOf(store)).toBe(first)
      const second = await opened.other.put(KEY, { two: 2 }, first)
      expect(await store.get(KEY)).toEqual({ value: { two: 2 }, version: second })
      expect(await readValue(store, 'k/ab')).toEqual({ of: 'k/ab' })
      expect(await listed('k/')).toEqual([KEY, 'k/ab'])
    })

    it('a change of an earlier version is told so, and writes nothing', async () => {
      const first = await created('first')
      const version = await store.put(KEY, 'second', first)
      expect(await opened.other.put(KEY, 'lost', first)).toBe('changed')
      expect(await opened.other.remove(KEY, first)).toBe(false)
      expect(await store.get(KEY)).toEqual({ value: 'second', version })
    })

    it.each(['the version read', 'any version'])('a record removed by %s is gone', async (by) => {
      await fill([KEY, 'k/ab', 'k/b'])
      expect(await store.remove(KEY, by === 'the version read' ? await versionOf(store) : undefined)).toBe(true)
      expect(await readValue(store, KEY)).toBeUndefined()
      expect(await readValue(store, 'k/ab')).toEqual({ of: 'k/ab' })
      expect(await listed('k/')).toEqual(['k/ab', 'k/b'])
    })

    it('a removed record that was not there, or is removed again, is no error', async () => {
      await fill([KEY])
      for (const key of ['k/none', KEY, KEY]) await store.remove(key)
      expect(await listed('')).toEqual([])
    })

    it('a removed record leaves its key free for another, which never has a version of an earlier one', async () => {
      const versions = new Set<Version>()
      for (let count = 1; count <= 20; count++) {
        for (const version of versions)
          expect([await store.put(KEY, 'late', version), await store.remove(KEY, version)]).toEqual(['changed', false])
        versions.add(await created('the same'))
        expect(await store.remove(KEY, await versionOf(store))).toBe(true)
        expect(versions.size).toBe(count)
      }
    })

    race(() => opened, 100)
  })
}

/** @param count writers, of which each second one is in another process */
export function race(opened: () => Pick<Opened, 'store' | 'other'>, count: number): void {
  const each = <T>(act: (store: Store, index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => act(index % 2 ? opened().other : opened().store, index)))

  it(`${count} writers of a new record have one winner`, async () => {
    const won = await each((store, index) => createRecord(store, KEY, index))
    expect(won.filter(Boolean)).toHaveLength(1)
    expect(await readValue(opened().store, KEY)).toBe(won.indexOf(true))
  })

  it(`${count} changes and removals of one version have one winner`, async () => {
    const version = (await opened().store.put(KEY, 'first', 'new')) as Version
    const won = await each(async (store, index) =>
      index % 10 === 0 ? store.remove(KEY, version) : (await store.put(KEY, index, version)) !== 'changed',
    )
    expect(won.filter(Boolean)).toHaveLength(1)
    const winner = won.indexOf(true)
    expect(await readValue(opened().store, KEY)).toBe(winner % 10 === 0 ? undefined : winner)
  })

  it(`${count} times get, decide and put, by ten at once, lose no change and make none twice`, async () => {
    await createRecord(opened().store, KEY, [])
    const numbers = [...Array(count).keys()]
    const left = [...numbers]
    const writer = async (store: Store) => {
      for (let number = left.pop(); number !== undefined; number = left.pop())
        for (let outcome: string = 'changed'; outcome === 'changed';) {
          const { value, version } = (await store.get(KEY)) ?? { version: '0' }
          outcome = await store.put(KEY, [...(value as number[]), number], version)
        }
    }
    const { store, other } = opened()
    await Promise.all([1, 2, 3, 4, 5].flatMap(() => [writer(store), writer(other)]))
    const found = (await readValue(store, KEY)) as number[]
    expect(found.sort((one, two) => one - two)).toEqual(numbers)
  })
}

/** What every store must do, whatever keeps its facts: one suite over the four verbs. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/ports.ts'
import { createRecord, listKeys, readValue } from '../../src/store/record.ts'

export interface Opened {
  store: Store
  close(): Promise<void>
}

/** Where a stand-in for the real thing differs from it. */
export interface StandIn {
  /** Characters that it keeps percent-encoded in keys. */
  encodes?: string
  /** It lists a key that is shorter than the prefix and begins like it. */
  listsShorter?: boolean
  /** It answers every list in one page. */
  onePage?: boolean
}

const VALUES: [string, unknown][] = [
  ['a nested value', { a: [1, { b: [[], {}, null, -0.5, true] }], c: { d: { e: 'f' } } }],
  ['a text of every script and control character', { text: 'Zoë 水 🏛️ \u{10ffff} \u0000\u001f\u2028 \\ " \' %00 ñ' }],
  ['the empty text', ''],
  ['null', null],
  ['false', false],
  ['zero', 0],
  ['the empty list', []],
  ['a value of 100 KB', { text: 'é0123456789'.repeat(8534), end: true }],
]
const PUNCTUATION = ['_', '%', "'", '"', ':', '.', '-', '~', '*', '+', '&', '=']

/** @param open opens an empty store */
export function storeContract(name: string, open: () => Promise<Opened>, standIn: StandIn = {}): void {
  const { encodes = '', listsShorter = false, onePage = false } = standIn
  const many = onePage ? 60 : 2300
  let opened: Opened
  let store: Store
  beforeEach(async () => {
    opened = await open()
    store = opened.store
  })
  afterEach(() => opened.close())

  const fill = async (keys: string[]) => {
    for (let start = 0; start < keys.length; start += 50) {
      await Promise.all(keys.slice(start, start + 50).map((key) => createRecord(store, key, { of: key })))
    }
  }
  const listed = (prefix: string) => listKeys(store, prefix)

  describe(`${name}: a fact`, () => {
    it.each(VALUES)('is read as it was created, and never changed by a second create: %s', async (_, value) => {
      expect(await createRecord(store, 'facts/one', value)).toBe(true)
      expect(await readValue(store, 'facts/one')).toEqual(value)
      expect(await createRecord(store, 'facts/one', { other: true })).toBe(false)
      expect(await createRecord(store, 'facts/one', value)).toBe(false)
      expect(await readValue(store, 'facts/one')).toEqual(value)
      expect(await listed('facts/')).toEqual(['facts/one'])
    })

    it('that was never created reads as undefined, also beside keys that begin or end like it', async () => {
      expect(await readValue(store, 'facts/none')).toBeUndefined()
      await fill(['facts/none-but-longer', 'more/facts/none'])
      expect(await readValue(store, 'facts/none')).toBeUndefined()
    })

    it('is not altered when what was passed or read is changed afterwards', async () => {
      const value = { list: ['first'] }
      const written = createRecord(store, 'facts/one', value)
      value.list.push('late')
      await written
      const read = (await readValue(store, 'facts/one')) as typeof value
      read.list.push('later')
      expect(await readValue(store, 'facts/one')).toEqual({ list: ['first'] })
    })
  })

  describe(`${name}: a list`, () => {
    it('is in ascending order of the characters, whatever the order of creation', async () => {
      await fill(['k/z', 'k/9', 'k/a0', 'k/a-', 'k/b', 'k/10', 'k/a/1', 'k/B', 'j'])
      const ascending = ['k/10', 'k/9', 'k/B', 'k/a-', 'k/a/1', 'k/a0', 'k/b', 'k/z']
      expect(await listed('k/')).toEqual(ascending)
      expect(await listed('')).toEqual(['j', ...ascending])
    })

    it('is empty for a prefix that no key has', async () => {
      expect(await listed('k/')).toEqual([])
      await fill(['k/a', 'k/c', 'l/b'])
      for (const prefix of ['k/b', 'k/d', 'j', 'm', 'K/', '/']) expect(await listed(prefix), prefix).toEqual([])
      if (!listsShorter) expect(await listed('l/b0')).toEqual([])
    })

    it('goes by the text of the key: a sibling is left out unless it begins with the whole prefix', async () => {
      await fill(['a/b/1', 'a/bc/1', 'a/c/1', 'ab/b/1', 'a/b-/1'])
      expect(await listed('a/b/')).toEqual(['a/b/1'])
      expect(await listed('a/b')).toEqual(['a/b-/1', 'a/b/1', 'a/bc/1'])
      expect(await listed('a')).toEqual(['a/b-/1', 'a/b/1', 'a/bc/1', 'a/c/1', 'ab/b/1'])
    })

    it(`of ${many} keys is whole, without a double, and stops where the prefix does`, async () => {
      const keys = Array.from({ length: many }, (_, index) => `many/${String(index).padStart(5, '0')}`)
      await fill(['many.', 'many0', 'mbny/1', ...keys])
      expect(await listed('many/')).toEqual(keys)
      expect(await listed('many/0000')).toEqual(keys.slice(0, 10))
    })

    it('of folders names those directly below the prefix, each once', async () => {
      await fill(['k/b/1', 'k/a/1/x', 'k/a/2', 'k/a-/1', 'k/file', 'ka/c/1', 'l/d/1'])
      expect(await store.folders('k/')).toEqual(['a', 'a-', 'b'])
      expect(await store.folders('k/a/')).toEqual(['1'])
      expect(await store.folders('none/')).toEqual([])
    })

    it.each(onePage ? [] : [499, 500, 501, 1000])('of exactly %i keys is whole', async (count) => {
      const keys = Array.from({ length: count }, (_, index) => `k/${String(index).padStart(4, '0')}`)
      await fill(keys)
      expect(await listed('k/')).toEqual(keys)
    })
  })

  it.each(PUNCTUATION.filter((one) => !encodes.includes(one)))(
    `${name}: the character %s in a key stands for itself only`,
    async (character) => {
      const key = `k/x${character}y`
      await fill(['k/xay', 'k/xy', 'k/x', 'k/xxy'])
      expect(await readValue(store, key)).toBeUndefined()
      expect(await createRecord(store, key, { of: key })).toBe(true)
      expect(await createRecord(store, key, { of: 'another' })).toBe(false)
      expect(await readValue(store, key)).toEqual({ of: key })
      const others = ['k/x', 'k/xay', 'k/xxy', 'k/xy']
      expect(await listed(`k/x${character}`)).toEqual(listsShorter ? ['k/x', key] : [key])
      expect(await listed('k/')).toEqual([...others, key].sort())
      await store.remove(key)
      expect(await listed('k/')).toEqual(others)
    },
  )

  describe(`${name}: a fact that is exchanged`, () => {
    const before = { one: 'ñ', list: [1] }
    beforeEach(async () => {
      await fill(['k/ab'])
      await createRecord(store, 'k/a', before)
    })
    const put = async (value: unknown) => store.put('k/a', value, (await store.get('k/a'))!.version)

    it('is another when it is what was read, and only that one', async () => {
      expect(await put({ two: 2 })).not.toBe('changed')
      expect([await readValue(store, 'k/a'), await readValue(store, 'k/ab')]).toEqual([{ two: 2 }, { of: 'k/ab' }])
      expect(await listed('k/')).toEqual(['k/a', 'k/ab'])
      expect(await createRecord(store, 'k/a', 3)).toBe(false)
    })

    it('stays as it is when it has another value by now', async () => {
      const { version } = (await store.get('k/a'))!
      await put('later')
      expect(await store.put('k/a', 'lost', version)).toBe('changed')
      expect(await readValue(store, 'k/a')).toEqual('later')
    })

    it('is not brought back when it was removed', async () => {
      const { version } = (await store.get('k/a'))!
      await store.remove('k/a')
      expect(await store.put('k/a', 'back', version)).toBe('changed')
      expect(await readValue(store, 'k/a')).toBeUndefined()
    })
  })

  describe(`${name}: a removed fact`, () => {
    it('is gone from reads and lists, and only that one', async () => {
      await fill(['k/a', 'k/ab', 'k/b'])
      await store.remove('k/a')
      expect(await readValue(store, 'k/a')).toBeUndefined()
      expect(await readValue(store, 'k/ab')).toEqual({ of: 'k/ab' })
      expect(await listed('k/')).toEqual(['k/ab', 'k/b'])
    })

    it('that was not there, or is removed again, is no error', async () => {
      await store.remove('k/none')
      await fill(['k/a'])
      await store.remove('k/a')
      await store.remove('k/a')
      expect(await listed('')).toEqual([])
    })

    it('leaves its key free for another', async () => {
      await createRecord(store, 'k/a', 'first')
      await store.remove('k/a')
      expect(await createRecord(store, 'k/a', 'second')).toBe(true)
      expect(await readValue(store, 'k/a')).toBe('second')
    })
  })
}

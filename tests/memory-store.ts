/** A store in memory that counts calls, and refuses records that the table of records does not describe. */
import { isDeepStrictEqual } from 'node:util'
import { parseValue } from '../src/store/record.ts'
import { StoreUnavailable, type Store, type Version } from '../src/ports.ts'
import { RECORDS, type RecordName } from '../src/store/records.ts'
import { recordsAt } from '../src/store/transfer.ts'

export const RECORD_NAMES = Object.keys(RECORDS) as RecordName[]

/** @throws Error unless exactly one row has the key, and its schema accepts the value and names all its fields */
function requireDescribed(key: string, value: unknown): void {
  const [name, ...others] = recordsAt(key)
  if (name === undefined || others.length > 0)
    throw new Error(`rows of src/store/records.ts with the key ${key}: ${[name, ...others].join(', ') || 'none'}`)
  const stored = JSON.parse(JSON.stringify(value)) as unknown
  const { data, error } = RECORDS[name].value.safeParse(stored)
  if (error) throw new Error(`src/store/records.ts, ${name}: ${error.message}`)
  if (!isDeepStrictEqual(data, stored))
    throw new Error(`src/store/records.ts, ${name}: a field of ${key} is not in its schema`)
}

export interface CountingStore extends Store {
  records: Map<string, string>
  /** The keys that begin with a text or match a pattern; without either, all. */
  keysOf(pattern?: string | RegExp): string[]
  calls: { put: number; get: number; list: number; remove: number }
  /** Milliseconds of a call, so that those of several callers mix. */
  latencyMs: number
  /** While set, every call fails. */
  down: boolean
  /** While set, records with this prefix can be neither created nor removed. */
  readOnly: string | undefined
}

/** The rejection fails the test run even where an endpoint answers 500 and the test does not look. */
const failRun = (error: Error) => void Promise.reject(error)

export function memoryStore(): CountingStore {
  const records = new Map<string, string>()
  const calls = { put: 0, get: 0, list: 0, remove: 0 }
  let writes = 0
  const versions = new Map<string, Version>()
  const versionOf = (key: string) => versions.get(key) ?? '0'
  const store: CountingStore = {
    records,
    keysOf: (pattern = '') =>
      [...records.keys()]
        .filter((key) => (typeof pattern === 'string' ? key.startsWith(pattern) : pattern.test(key)))
        .sort(),
    calls,
    latencyMs: 0,
    down: false,
    readOnly: undefined,
    async put(key, value, expected) {
      try {
        requireDescribed(key, value)
      } catch (error) {
        failRun(error as Error)
        throw error
      }
      const text = JSON.stringify(value)
      await trip('put', key)
      if (expected === 'new' ? records.has(key) : !records.has(key) || versionOf(key) !== expected) return 'changed'
      records.set(key, text)
      versions.set(key, `${(writes += 1)}`)
      return versionOf(key)
    },
    async get(key) {
      await trip('get')
      const text = records.get(key)
      return text === undefined ? undefined : { value: parseValue(text), version: versionOf(key) }
    },
    async list(prefix) {
      await trip('list')
      return store.keysOf(prefix).map((key) => ({ key, version: versionOf(key) }))
    },
    async folders(prefix) {
      await trip('list')
      const below = store.keysOf(prefix).map((key) => key.slice(prefix.length))
      return [...new Set(below.filter((rest) => rest.includes('/')).map((rest) => rest.split('/')[0] ?? ''))].sort()
    },
    async remove(key, expected) {
      await trip('remove', key)
      if (expected !== undefined && versionOf(key) !== expected) return false
      versions.delete(key)
      return records.delete(key)
    },
  }
  async function trip(verb: keyof typeof calls, written?: string) {
    calls[verb] += 1
    if (store.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, store.latencyMs))
    // Calls at the same time end in any order, as with a real store.
    for (let turns = Math.random() * 3; turns > 0; turns -= 1) await new Promise((resolve) => setImmediate(resolve))
    const isReadOnly = store.readOnly !== undefined && written?.startsWith(store.readOnly)
    if (store.down || isReadOnly) throw new StoreUnavailable('down for a test')
  }
  return store
}

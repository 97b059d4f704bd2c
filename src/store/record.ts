/** Makes the keys of records from `RECORDS`, reads and changes records, and tells when they expire. */
import * as z from 'zod'
import { type Store, StoreUnavailable } from '../ports.ts'

/** ISO 8601, UTC. */
export const Time = z.iso.datetime()
/** The value of records that have only their time of writing. */
export const OnlyTime = z.object({ at: Time })
/** The value of records that have all data in their keys. */
export const Empty = z.object({})
/** Encrypted to the inbox, a compact JWE. */
export const Sealed = z.object({ sealed: z.string() })

/** A record has its time of writing in `at` or `receivedAt`. `keptUntil` is the time of removal. ISO 8601. */
const Dated = z.object({ keptUntil: z.string(), at: z.string(), receivedAt: z.string() }).partial()

export interface RecordRow {
  /** `<…>` is a variable part of a key. */
  pattern: string
  value: z.ZodType
  /** Housekeeping removes the record this long after it was written, or at its `keptUntil`; absent if it has no fixed lifetime. */
  removedAfterMs?: number
}

/** The message names the row and fields, never a value. */
export class UnreadableRecord extends Error {
  constructor(pattern: string, fields: readonly string[]) {
    super(`a record ${pattern} cannot be read: ${fields.join(', ')}`)
    this.name = 'UnreadableRecord'
  }
}

type Reader = Pick<Store, 'get'>
type Changer = Pick<Store, 'get' | 'put'>

/** @returns false when the key exists already */
export const createRecord = async (store: Pick<Store, 'put'>, key: string, value: unknown): Promise<boolean> =>
  (await store.put(key, value, 'new')) !== 'changed'

/** @returns undefined when the key does not exist */
export const readValue = async (store: Reader, key: string): Promise<unknown> => (await store.get(key))?.value

/** Lists a month in four parallel calls, ten days each, because Netlify Blobs returns a thousand keys a call. */
export async function listMonth(store: Pick<Store, 'list'>, prefix: string, month: string): Promise<string[]> {
  const tens = [0, 1, 2, 3].map((digit) => listKeys(store, `${prefix}${month}/${month}-${digit}`))
  return (await Promise.all(tens)).flat()
}

export const listKeys = async (store: Pick<Store, 'list'>, prefix: string): Promise<string[]> =>
  (await store.list(prefix)).map(({ key }) => key)

type ReadableRow<T> = Pick<RecordRow, 'pattern'> & { value: z.ZodType<T> }

function parseRecord<T>({ pattern, value: schema }: ReadableRow<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value)
  if (!error) return data
  const fields = error.issues.map(({ path }) => path.join('.') || 'all of it')
  throw new UnreadableRecord(pattern, fields)
}

/** @returns undefined only when there is no such record @throws UnreadableRecord, StoreUnavailable */
export async function getRecord<T>(store: Reader, row: ReadableRow<T>, key: string) {
  const found = await store.get(key)
  return found && { value: parseRecord(row, found.value), version: found.version }
}

/** The most attempts to change a record. The service never has nearly 100 writers of one record at the same time. */
export const MAX_TRIES = 100

/**
 * If another writer changes the record meanwhile, it is read again, and `decide` is called again.
 * @param decide gets undefined when there is no record, and returns undefined to write nothing
 * @returns the new version; undefined when nothing was written @throws StoreUnavailable, also after `MAX_TRIES` attempts
 */
export async function changeValue(store: Changer, key: string, decide: (before: unknown) => unknown) {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const found = await store.get(key)
    const after = decide(found?.value)
    if (after === undefined) return undefined
    const version = await store.put(key, after, found?.version ?? 'new')
    if (version !== 'changed') return version
  }
  throw new StoreUnavailable('a record was changed by others again and again')
}

type Decide<T> = (before: T) => T | undefined

/** @returns false when there is no such record, or `decide` returns undefined @throws UnreadableRecord, StoreUnavailable */
export async function changeRecord<T>(store: Changer, row: ReadableRow<T>, key: string, decide: Decide<T>) {
  const decideParsed = (before: unknown) => (before === undefined ? undefined : decide(parseRecord(row, before)))
  return (await changeValue(store, key, decideParsed)) !== undefined
}

/** Like `getRecord`, but without the version. */
export const readRecord = async <T>(store: Reader, row: ReadableRow<T>, key: string) =>
  (await getRecord(store, row, key))?.value

export const UNREADABLE = 'a record that cannot be read'
/** Stands for a text that no key opens. */
export const UNREADABLE_SEAL = { sealed: '' }

/** Like `readRecord`, for lists, which must not fail because of one damaged record. @returns `instead` for a damaged record */
export async function readRecordOr<T, Instead>(store: Reader, row: ReadableRow<T>, key: string, instead: Instead) {
  try {
    return await readRecord(store, row, key)
  } catch (error) {
    if (error instanceof UnreadableRecord) return instead
    throw error
  }
}

/** Parses JSON. Text that is not JSON is returned unchanged, and no schema in `RECORDS` accepts it. */
export function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type PartOf<Pattern extends string> = Pattern extends `${string}<${infer Name}>${infer Rest}`
  ? Name | PartOf<Rest>
  : never

/** If the last part is empty, the result is the prefix of all keys with the given other parts. */
export function keyOf<Pattern extends string>(
  { pattern }: { pattern: Pattern },
  parts: Readonly<Record<PartOf<Pattern>, string | number>>,
): string {
  const values: Readonly<Record<string, string | number>> = parts
  return pattern.replace(/<(\w+)>/g, (_, name: string) => String(values[name]))
}

export const prefixOf = ({ pattern }: { pattern: string }): string => pattern.slice(0, pattern.indexOf('<'))

/** Milliseconds since 1970; NaN when the value has no time. */
export function writtenAt(value: unknown): number {
  const { at, receivedAt } = Dated.safeParse(value).data ?? {}
  return Date.parse(at ?? receivedAt ?? '')
}

/** @returns milliseconds since 1970, like `writtenAt` @param keepMs used only if the value has no `keptUntil` */
export function expiryOf(value: unknown, keepMs: number): number {
  const { keptUntil } = Dated.safeParse(value).data ?? {}
  return keptUntil === undefined ? writtenAt(value) + keepMs : Date.parse(keptUntil)
}

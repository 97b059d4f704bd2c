/**
 * All inquiries from the newest on, with their states, from keys alone. Where the store is far away, what is asked one after the
 * other takes the time: so the newest days are asked for together, then months, and the states together with the keys.
 */
import type { Clock, Store } from '../ports.ts'
import { dayAt, dayOf, monthOf } from '../dates.ts'
import { DAY_MS } from '../duration.ts'
import { mapInBatches } from '../store/batches.ts'
import { newestKeys, takeFirst } from '../store/newest-keys.ts'
import { listMonthsWithInquiries } from './day-index.ts'
import { type InquiryState, readStates, type StateOf } from './history.ts'
import { INQUIRIES_PREFIX, type InquiryId, parseInquiryKey } from './inquiry-id.ts'

/** An inquiry in a list, and its state. */
export interface ListedInquiry {
  id: InquiryId
  state: InquiryState
}

/** Part of a list. */
export interface Chunk {
  /** Newest first. */
  inquiries: ListedInquiry[]
  /** Number of inquiries examined. */
  lookedAt: number
  /** The oldest one examined. */
  last: InquiryId
}

/** What lists of inquiries are read from. */
export interface ListPorts {
  store: Pick<Store, 'list' | 'read'>
  clock: Clock
}

/** The newest days, asked for together: enough for a page where many inquiries arrive. */
const FIRST_DAYS = 3
/** Months asked for together after that: enough for a page where few do. */
const MONTHS_TOGETHER = 2
const DAYS_OF_MONTH = 31
/** Most keys that are listed of a day or month at once: one answer of Netlify Blobs. One with more is listed in parts. */
const MAX_KEYS = 1000

/**
 * Lists inquiries in chunks, newest first.
 * @param month only those of a month, like 2026-11
 * @param before a cursor: only earlier inquiries
 * @throws StoreUnavailable
 */
export async function* listNewest(
  ports: ListPorts,
  month: string | undefined,
  before: string | undefined,
): AsyncGenerator<Chunk> {
  const { store } = ports
  if (month !== undefined) {
    yield* splitChunks(store, month, before)
    return
  }
  const days = firstDays(ports.clock, before)
  const [months, ...parts] = await Promise.all([
    listMonthsWithInquiries(ports),
    ...days.map((day) => readPart(store, day)),
  ])
  yield* chunksOf(store, parts, before)
  const [oldest = ''] = days.slice(-1)
  const rest = before !== undefined && before < oldest ? before : oldest
  const left = months.filter((one) => one <= rest)
  const keysOfMonth = (parts.flatMap(({ keys }) => keys).length / FIRST_DAYS) * DAYS_OF_MONTH
  if (keysOfMonth > MAX_KEYS) {
    for (const one of left) yield* splitChunks(store, one, rest)
    return
  }
  for (let start = 0; start < left.length; start += MONTHS_TOGETHER) {
    const together = left.slice(start, start + MONTHS_TOGETHER)
    yield* chunksOf(store, await Promise.all(together.map((one) => readPart(store, one))), rest)
  }
}

/** The days to ask for first, newest first. */
function firstDays(clock: Clock, before: string | undefined): string[] {
  const end = before === undefined ? Number.NaN : Date.parse(dayOf(before))
  // The cursor comes from an address, in which it may name a day that does not exist.
  const newest = Number.isNaN(end) ? clock.now().getTime() : end
  return Array.from({ length: FIRST_DAYS }, (_, day) => dayAt(newest - day * DAY_MS))
}

/** The keys of a day or month, in ascending order, and the states. */
interface ListPart {
  time: string
  keys: string[]
  stateOf: StateOf
}

const readPart = async (store: ListPorts['store'], time: string): Promise<ListPart> => ({
  time,
  ...(await readKeys(store, placeOf(time), MAX_KEYS + 1)),
})

async function readKeys(store: ListPorts['store'], place: string, most: number): Promise<Omit<ListPart, 'time'>> {
  const [keys, stateOf] = await Promise.all([
    takeFirst(store.list(INQUIRIES_PREFIX + place), most),
    readStates(store, place),
  ])
  return { keys, stateOf }
}

/**
 * All inquiries of a place, oldest first.
 * @param place a key prefix without `inquiries/`: of a day, or of a month like `2026-11/`
 * @throws StoreUnavailable
 */
export async function listAt(store: ListPorts['store'], place: string): Promise<ListedInquiry[]> {
  const { keys, stateOf } = await readKeys(store, place, Number.POSITIVE_INFINITY)
  return readListed(keys.map(parseInquiryKey), stateOf)
}

/**
 * Counts the inquiries that were received after a time, with one list for each day from then on.
 * @param since at most a day ago; an earlier time counts as that
 * @param max does not count further
 * @throws StoreUnavailable
 */
export async function countReceivedSince({ store, clock }: ListPorts, since: Date, max: number): Promise<number> {
  const now = clock.now().getTime()
  const days = new Set([Math.max(since.getTime(), now - DAY_MS), now].map(dayAt))
  const isLater = (key: string) => parseInquiryKey(key).receivedAt > since.toISOString()
  let count = 0
  for (const day of [...days].reverse())
    for await (const key of store.list(INQUIRIES_PREFIX + placeOf(day), { descending: true })) {
      if (!isLater(key) || count >= max) break
      count += 1
    }
  return count
}

/** The prefix of a day or month, after `inquiries/`. */
const placeOf = (time: string) => `${monthOf(time)}/${time}`

async function* chunksOf(
  store: ListPorts['store'],
  parts: readonly ListPart[],
  before: string | undefined,
): AsyncGenerator<Chunk> {
  for (const { time, keys, stateOf } of parts) {
    if (keys.length > MAX_KEYS) yield* splitChunks(store, time, before)
    else
      yield* chunkOf(
        keys.reverse().filter((key) => before === undefined || cursorAt(key) < before),
        stateOf,
      )
  }
}

/** The chunks of a day or month that has too many keys for one. */
async function* splitChunks(store: ListPorts['store'], time: string, before?: string): AsyncGenerator<Chunk> {
  const folder = `${monthOf(time)}/`
  for await (const part of newestKeys(store, INQUIRIES_PREFIX + folder, time, before))
    yield* chunkOf(part.keys, await readStates(store, folder + part.time))
}

async function* chunkOf(keys: readonly string[], stateOf: StateOf): AsyncGenerator<Chunk> {
  const ids = keys.map(parseInquiryKey)
  const last = ids.at(-1)
  if (last) yield { inquiries: await readListed(ids, stateOf), lookedAt: ids.length, last }
}

/** Adds their states to inquiries. */
async function readListed(ids: readonly InquiryId[], stateOf: StateOf): Promise<ListedInquiry[]> {
  return mapInBatches(ids, async (id) => ({ id, state: await stateOf(id) }))
}

/** Where a key stands in the list: its time and reference. */
const cursorAt = (key: string) => key.split('/').slice(-2).join('/')

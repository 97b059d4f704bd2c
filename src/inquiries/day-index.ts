/**
 * The index of inquiries: what can be told from their keys anew, written down so that nobody has to walk through years.
 *
 * Housekeeping settles days that are over: from then on a settled day's inquiries are found by their reference, its month
 * is known to hold some, and each that is still open has a hint. Later days are few and are looked through by their keys.
 * A hint may be out of date, so whoever follows one looks at the case; that none is missing is what counts.
 */
import type { Clock, Store } from '../ports.ts'
import { readState, readStates } from './history.ts'
import { isOpen } from './status.ts'
import { dayAt, dayOf, monthOf } from '../dates.ts'
import { mapInBatches } from '../store/batches.ts'
import { INQUIRIES_PREFIX, parseInquiryKey, type InquiryId, inquiryKey } from './inquiry-id.ts'
import { DAY_MS } from '../duration.ts'

/** Nothing that was received on a day is still written so much later: an Idempotency-Key is remembered for 24 hours. */
const SETTLE_AFTER_MS = 2 * DAY_MS
/** Facts of the index written together. On one machine they share a transaction. */
const WRITE_BATCH_SIZE = 200

const INDEX_PREFIX = 'index/'
/** Below this prefix there is a key per inquiry that may still be open though its day is settled. */
const OPEN_PREFIX = `${INDEX_PREFIX}open/`
/** Below this prefix there is a key per inquiry and day on which it was finished. */
const FINISHED_PREFIX = `${INDEX_PREFIX}closed/`
const REFERENCES_PREFIX = `${INDEX_PREFIX}references/`
const MONTHS_PREFIX = `${INDEX_PREFIX}months/`
/** Its last key names the day up to which everything is settled. */
const SETTLED_PREFIX = `${INDEX_PREFIX}settled/`

/** A fact of the index says all in its key. */
const EMPTY_FACT = {}

const openKey = ({ receivedAt, reference }: InquiryId) => `${OPEN_PREFIX}${receivedAt}/${reference}`
const finishedKey = (day: string, { receivedAt, reference }: InquiryId) =>
  `${FINISHED_PREFIX}${day}/${receivedAt}/${reference}`
const referenceKey = ({ receivedAt, reference }: InquiryId) => `${REFERENCES_PREFIX}${reference}/${receivedAt}`

type StoreReader = Pick<Store, 'list' | 'read'>
/** What lists are told from. */
interface Listing {
  store: Pick<Store, 'list'>
  clock: Clock
}

/** Leaves the hint that a case may be open though its day is settled. */
export async function addOpenHint(store: Pick<Store, 'create'>, id: InquiryId): Promise<void> {
  await store.create(openKey(id), EMPTY_FACT)
}

/** Leaves the hint that a case was finished on a day. */
export async function addFinishedHint(store: Pick<Store, 'create'>, id: InquiryId, day: string): Promise<void> {
  await store.create(finishedKey(day, id), EMPTY_FACT)
}

/** Removes the hint that a case was finished on a day. */
export async function removeFinishedHint(store: Pick<Store, 'remove'>, id: InquiryId, day: string): Promise<void> {
  await store.remove(finishedKey(day, id))
}

/** Removes what the index says of an inquiry that is no more; hints of the day on which it was finished fall due by themselves. */
export async function removeFromIndex(store: Pick<Store, 'remove'>, id: InquiryId): Promise<void> {
  await Promise.all([store.remove(openKey(id)), store.remove(referenceKey(id))])
}

/** Hinted to be open, oldest first. */
export async function* listOpenHints(store: Pick<Store, 'list'>): AsyncGenerator<InquiryId> {
  for await (const key of store.list(OPEN_PREFIX)) yield parseInquiryKey(key)
}

/** Hinted to have been finished on a day or earlier, longest ago first. */
export async function* listFinishedHints(
  store: Pick<Store, 'list'>,
  until: string,
): AsyncGenerator<{ id: InquiryId; day: string }> {
  for await (const key of store.list(FINISHED_PREFIX)) {
    const day = key.slice(FINISHED_PREFIX.length).split('/')[0] ?? ''
    if (day > until) return
    yield { id: parseInquiryKey(key), day }
  }
}

/** The inquiries of settled days that have a reference; seldom more than one. */
export async function findSettledByReference(store: Pick<Store, 'list'>, reference: string): Promise<InquiryId[]> {
  const keys = await Array.fromAsync(store.list(`${REFERENCES_PREFIX}${reference}/`))
  return keys.map((key) => ({ reference, receivedAt: key.slice(key.lastIndexOf('/') + 1) }))
}

/** Whether there is an inquiry. Asked by reading it: a list may lag behind a removal, a read may not. */
export async function inquiryExists(store: Pick<Store, 'read'>, id: InquiryId): Promise<boolean> {
  return (await store.read(inquiryKey(id))) !== undefined
}

/** The places, as keys begin, of all days that are not settled yet, oldest first. */
export async function listUnsettledPlaces({ store, clock }: Listing): Promise<string[]> {
  const first = await firstUnsettled(store)
  if (first === undefined) return []
  const places: string[] = []
  for (let time = Date.parse(first); time <= clock.now().getTime(); time += DAY_MS)
    places.push(`${monthOf(dayAt(time))}/${dayAt(time)}`)
  // Where nothing was settled for long, whole months are fewer questions.
  return places.length > 31 ? monthsFrom(first, clock).map((month) => `${month}/`) : places
}

/** The months that may hold inquiries, latest first. */
export async function listMonthsWithInquiries({ store, clock }: Listing): Promise<string[]> {
  const [settled, first] = await Promise.all([Array.fromAsync(store.list(MONTHS_PREFIX)), firstUnsettled(store)])
  const later = first === undefined ? [] : monthsFrom(first, clock)
  return [...new Set([...settled.map((key) => key.slice(MONTHS_PREFIX.length)), ...later])].sort().reverse()
}

/**
 * Settles the days that are over, and drops hints that came to nothing. For housekeeping.
 * @returns how many days were settled
 */
export async function settleDays({ store, clock }: { store: Store; clock: Clock }): Promise<number> {
  const last = dayAt(clock.now().getTime() - SETTLE_AFTER_MS)
  const first = await firstUnsettled(store)
  let days = 0
  if (first !== undefined && first <= last) {
    // Month by month: if it is cut off, the next run takes up the work where this one left it.
    for (const month of monthsFrom(first, clock).filter((name) => name <= monthOf(last))) {
      const end = month === monthOf(last) ? last : lastDayOf(month)
      const start = month === monthOf(first) ? first : `${month}-01`
      await settleMonth(store, month, start, end)
      days += (Date.parse(end) - Date.parse(start)) / DAY_MS + 1
    }
  }
  await mapInBatches(await Array.fromAsync(listOpenHints(store)), (id) => recheckOpenHint(store, id))
  return days
}

/** Settles some days of a month: what stands in the store is told before it is said to be settled. */
async function settleMonth(store: Store, month: string, start: string, end: string): Promise<void> {
  const place = `${month}/${start === end ? start : ''}`
  const keys = await Array.fromAsync(store.list(INQUIRIES_PREFIX + place))
  const ids = keys
    .map(parseInquiryKey)
    .filter(({ receivedAt }) => dayOf(receivedAt) >= start && dayOf(receivedAt) <= end)
  const stateOf = await readStates(store, place)
  await mapInBatches(
    ids,
    async (id) => {
      const { status } = await stateOf(id)
      await Promise.all([store.create(referenceKey(id), EMPTY_FACT), isOpen(status) && addOpenHint(store, id)])
    },
    WRITE_BATCH_SIZE,
  )
  if (ids.length > 0) await store.create(MONTHS_PREFIX + month, EMPTY_FACT)
  const before = await Array.fromAsync(store.list(SETTLED_PREFIX))
  await store.create(SETTLED_PREFIX + end, EMPTY_FACT)
  for (const key of before) if (key < SETTLED_PREFIX + end) await store.remove(key)
}

/** Drops the hint of a case that is finished or gone. One that is opened meanwhile gets its hint again, here or there. */
async function recheckOpenHint(store: Store, id: InquiryId): Promise<void> {
  if (await isStillOpen(store, id)) return
  await store.remove(openKey(id))
  if (await isStillOpen(store, id)) await addOpenHint(store, id)
}

async function isStillOpen(store: StoreReader, id: InquiryId): Promise<boolean> {
  return isOpen((await readState(store, id)).status) && (await inquiryExists(store, id))
}

/** The first day that is not settled: the one after the last settled, else that of the first inquiry; undefined when there is none. */
async function firstUnsettled(store: Pick<Store, 'list'>): Promise<string | undefined> {
  const last = (await Array.fromAsync(store.list(SETTLED_PREFIX))).at(-1)
  if (last !== undefined) return dayAt(Date.parse(last.slice(SETTLED_PREFIX.length)) + DAY_MS)
  for await (const key of store.list(INQUIRIES_PREFIX)) return dayOf(parseInquiryKey(key).receivedAt)
  return undefined
}

function monthsFrom(first: string, clock: Clock): string[] {
  const months: string[] = []
  const last = monthOf(clock.now().toISOString())
  for (let month = monthOf(first); month <= last; month = monthOf(dayAt(Date.parse(lastDayOf(month)) + DAY_MS)))
    months.push(month)
  return months
}

/** @param month like 2026-11 */
function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return dayAt(Date.UTC(year, number, 0))
}

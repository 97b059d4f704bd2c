/**
 * The index of inquiries. It holds only what can be computed from their keys, and saves listing years of keys.
 *
 * Housekeeping settles past days: it indexes their inquiries by reference, records the months that have inquiries, and
 * writes a hint for each inquiry that is still open. The few days that are not settled yet are listed by key.
 * A hint may be stale, so callers check the state of the inquiry; a missing hint would hide it.
 */
import type { Clock, Store } from '../ports.ts'
import { readState, readStates } from './history.ts'
import { isOpen } from './status.ts'
import { dayAt, dayOf, monthOf } from '../dates.ts'
import { mapInBatches } from '../store/batches.ts'
import { keyOf, prefixOf } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { INQUIRIES_PREFIX, parseInquiryKey, type InquiryId, inquiryKey } from './inquiry-id.ts'
import { DAY_MS } from '../duration.ts'

/** After this, no inquiry of a day can still be stored: an Idempotency-Key is remembered for 24 hours. */
const SETTLE_AFTER_MS = 2 * DAY_MS
/** Index facts written in parallel. SQLite writes them in one transaction. */
const WRITE_BATCH_SIZE = 200

/** One key per inquiry of a settled day that may still be open. */
const OPEN_PREFIX = prefixOf(FACTS.openHint)
/** One key per inquiry and day on which it was finished. */
const FINISHED_PREFIX = prefixOf(FACTS.finishedHint)
const MONTHS_PREFIX = prefixOf(FACTS.month)
/** The last key names the last settled day. */
const SETTLED_PREFIX = prefixOf(FACTS.settledDay)

/** An index fact carries all its data in its key. */
const EMPTY_FACT = {}

const openKey = ({ receivedAt, reference }: InquiryId) => keyOf(FACTS.openHint, { time: receivedAt, reference })
const finishedKey = (day: string, { receivedAt, reference }: InquiryId) =>
  keyOf(FACTS.finishedHint, { day, time: receivedAt, reference })
const referenceKey = ({ receivedAt, reference }: InquiryId) =>
  keyOf(FACTS.referenceHint, { reference, time: receivedAt })

type StoreReader = Pick<Store, 'list' | 'read'>
interface Listing {
  store: Pick<Store, 'list'>
  clock: Clock
}

/** Adds a hint that an inquiry of a settled day may be open. */
export async function addOpenHint(store: Pick<Store, 'create'>, id: InquiryId): Promise<void> {
  await store.create(openKey(id), EMPTY_FACT)
}

/** Adds a hint that an inquiry was finished on a day. */
export async function addFinishedHint(store: Pick<Store, 'create'>, id: InquiryId, day: string): Promise<void> {
  await store.create(finishedKey(day, id), EMPTY_FACT)
}

/** Removes the hint that an inquiry was finished on a day. */
export async function removeFinishedHint(store: Pick<Store, 'remove'>, id: InquiryId, day: string): Promise<void> {
  await store.remove(finishedKey(day, id))
}

/** Removes an erased inquiry from the index. Hints of the day it was finished stay; `removeExpired` removes them when due. */
export async function removeFromIndex(store: Pick<Store, 'remove'>, id: InquiryId): Promise<void> {
  await Promise.all([store.remove(openKey(id)), store.remove(referenceKey(id))])
}

/** Lists the inquiries hinted to be open, oldest first. */
export async function* listOpenHints(store: Pick<Store, 'list'>): AsyncGenerator<InquiryId> {
  for await (const key of store.list(OPEN_PREFIX)) yield parseInquiryKey(key)
}

/** Lists the inquiries hinted to have been finished on or before a day, earliest day first. */
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

/** Finds the inquiries of settled days with a reference; rarely more than one. */
export async function findSettledByReference(store: Pick<Store, 'list'>, reference: string): Promise<InquiryId[]> {
  const keys = await Array.fromAsync(store.list(referenceKey({ reference, receivedAt: '' })))
  return keys.map((key) => ({ reference, receivedAt: key.slice(key.lastIndexOf('/') + 1) }))
}

/** Whether an inquiry exists. Reads it, because a list may still show a key that was just removed. */
export async function inquiryExists(store: Pick<Store, 'read'>, id: InquiryId): Promise<boolean> {
  return (await store.read(inquiryKey(id))) !== undefined
}

/**
 * Asks for something of each day that is not settled yet. Of those that never are, before it is known which others are not:
 * that saves a round trip.
 * @param ask gets a key prefix without `inquiries/`, of a day or, if nothing was settled for long, of a month
 * @returns the answers, oldest first
 */
export async function askUnsettled<T>(ports: Listing, ask: (place: string) => Promise<T>): Promise<T[]> {
  const now = ports.clock.now().getTime()
  const recent = [dayPlace(now - DAY_MS), dayPlace(now)]
  const [places, ...answers] = await Promise.all([listUnsettledPlaces(ports), ...recent.map(ask)])
  const known = new Map(recent.map((place, index) => [place, answers[index]]))
  return mapInBatches(places, async (place) => known.get(place) ?? ask(place))
}

const dayPlace = (time: number) => `${monthOf(dayAt(time))}/${dayAt(time)}`

/** Key prefixes, without `inquiries/`, of all days that are not settled yet, oldest first. */
async function listUnsettledPlaces({ store, clock }: Listing): Promise<string[]> {
  const first = await firstUnsettled(store)
  if (first === undefined) return []
  const places: string[] = []
  for (let time = Date.parse(first); time <= clock.now().getTime(); time += DAY_MS) places.push(dayPlace(time))
  // If nothing was settled for a long time, whole months need fewer list calls.
  return places.length > 31 ? monthsFrom(first, clock).map((month) => `${month}/`) : places
}

/** The months that may have inquiries, latest first. */
export async function listMonthsWithInquiries({ store, clock }: Listing): Promise<string[]> {
  const [settled, first] = await Promise.all([Array.fromAsync(store.list(MONTHS_PREFIX)), firstUnsettled(store)])
  const later = first === undefined ? [] : monthsFrom(first, clock)
  return [...new Set([...settled.map((key) => key.slice(MONTHS_PREFIX.length)), ...later])].sort().reverse()
}

/**
 * Settles past days and removes stale open hints. Called by housekeeping.
 * @returns the number of days settled
 */
export async function settleDays({ store, clock }: { store: Store; clock: Clock }): Promise<number> {
  const last = dayAt(clock.now().getTime() - SETTLE_AFTER_MS)
  const first = await firstUnsettled(store)
  let days = 0
  if (first !== undefined && first <= last) {
    // Month by month: if the process is stopped, the next run continues there.
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

/** Settles some days of a month. The mark that they are settled is written last: an index marked complete must be complete. */
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

/** Removes the hint of a finished or erased inquiry. If it is reopened at the same time, this or `applyChange` restores the hint. */
async function recheckOpenHint(store: Store, id: InquiryId): Promise<void> {
  if (await isStillOpen(store, id)) return
  await store.remove(openKey(id))
  if (await isStillOpen(store, id)) await addOpenHint(store, id)
}

async function isStillOpen(store: StoreReader, id: InquiryId): Promise<boolean> {
  return isOpen((await readState(store, id)).status) && (await inquiryExists(store, id))
}

/** The day after the last settled one, else the day of the first inquiry; undefined when there are no inquiries. */
export async function firstUnsettled(store: Pick<Store, 'list'>): Promise<string | undefined> {
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

/**
 * The desk and the commands read inquiries through this file. Hints lead to the inquiries that are open or have an appointment. Two round
 * trips list the keys of all inquiries: first the names of the months and the keys of the latest months, then the other keys.
 */
import { appointmentIn } from './appointment.ts'
import { dayAt, monthOf } from '../dates.ts'
import { DAY_MS } from '../duration.ts'
import type { Sealed, StaffInbox, Store } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { withoutNonce } from '../store/hints.ts'
import { listKeys, readRecord, listMonth } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'
import type { StoredMessage } from '../store/stored-message.ts'
import { isLateMail } from './answer.ts'
import { type NumberedChange, PlainText, SEALED_TEXTS, type SealedText } from './change.ts'
import * as inquiries from './sealed-inquiry.ts'
import { type InquiryRecord, isInquiryRecord } from './inquiry.ts'
import { SEARCHED_FIELDS } from './inquiry-fields.ts'
import { cursorOf, ERASED_PREFIX, INQUIRIES_PREFIX, type InquiryId, keyPath, parseInquiryKey } from './inquiry-id.ts'
import { type InquiryState, isOpen, type ListedInquiry, type ListFilter, matchesState } from './status.ts'
import { isFoundIn } from './text-search.ts'

export interface InquiryFilter extends ListFilter {
  /** ISO 8601, UTC. This time is included. */
  since?: string | undefined
  /** ISO 8601, UTC. This time is excluded. */
  until?: string | undefined
  /** Text or telephone number in `SEARCHED_FIELDS`, a note, a reply or an answer; case and accents are ignored. */
  search?: string | undefined
}

export interface ReadInquiry {
  record: InquiryRecord
  state: InquiryState
  history: readonly NumberedChange[]
}

/** Both lists begin with the oldest. */
export interface OpenedInquiries {
  inquiries: ReadInquiry[]
  unreadable: ListedInquiry[]
}

type StoreReader = Pick<Store, 'list' | 'get'>

/** Decrypts all inquiries that match `filter`, for exports and figures. The filter's `search` is ignored. */
export async function readInquiries(store: InquiryLister, inbox: StaffInbox, filter: InquiryFilter = {}) {
  const ids = (await listIds(store, filter)).filter((id) => isInTime(id, filter)).reverse()
  const rows = (await openRows(store, inbox, ids)).filter((row) => matchesState(row, filter))
  return {
    inquiries: rows.flatMap(({ record, state, history }) => (record ? [{ record, state, history }] : [])),
    unreadable: rows.filter(({ unreadable }) => unreadable),
  }
}

/** `unreadable` rows are encrypted to another key, or damaged. */
export interface Row extends ListedInquiry {
  record?: InquiryRecord
  unreadable?: true
  /** Notes, replies and answers are still encrypted. */
  history: readonly NumberedChange[]
  mail: readonly StoredMessage[]
}

export interface InquiryPage {
  /** Newest first. */
  rows: Row[]
  /** Cursor of the next page; undefined on the last one. */
  next: string | undefined
  /** Cursor of the oldest inquiry examined; undefined when none was. */
  lookedBackTo: string | undefined
  /** Number of inquiries that cannot be opened, and so were not searched for a text. */
  unopened: number
}

interface PageOptions {
  /** Only inquiries before this cursor are read. */
  before?: string | undefined
  /** The inquiries that may be on the page, newest first. */
  ids: readonly InquiryId[]
  rows?: number
  /** Limit for decrypted inquiries; a search also counts notes, replies and answers. */
  opened?: number
}

/** Batches after the first are at least this large. If few inquiries match, large batches save round trips. */
const MIN_BATCH = 100

/** Reads inquiries until the page is full or the limit `opened` is reached. */
export async function readPage(
  store: StoreReader,
  inbox: StaffInbox,
  filter: InquiryFilter,
  { before, ids, rows = 50, opened: maxOpened = 500 }: PageOptions,
): Promise<InquiryPage> {
  const page: InquiryPage = { rows: [], next: undefined, lookedBackTo: undefined, unopened: 0 }
  const pageWithNext = () => ({ ...page, next: page.lookedBackTo })
  const candidates = ids.filter((id) => isInTime(id, filter) && (before === undefined || cursorOf(id) < before))
  let opened = 0
  for (let start = 0; start < candidates.length;) {
    if (opened >= maxOpened) return pageWithNext()
    // One more row tells whether there is a next page.
    const size = Math.min(Math.max(rows + 1 - page.rows.length, start > 0 ? MIN_BATCH : 0), maxOpened - opened)
    const batch = candidates.slice(start, start + size)
    start += size
    opened += batch.length
    const openCandidate = async (id: InquiryId) => {
      const row = await openRow(store, inbox, id)
      const searched = filter.search === undefined || !row ? [] : await withTexts(inbox, row)
      return { row, texts: searched.flatMap(({ texts }) => texts) }
    }
    for (const { row, texts } of await mapInBatches(batch, openCandidate)) {
      opened += texts.length
      const isShown = row !== undefined && matchesState(row, filter) && isMatch(row, filter, texts)
      if (isShown && page.rows.length === rows) return pageWithNext()
      if (isShown) page.rows.push(row)
      if (row) page.lookedBackTo = cursorOf(row.id)
      if (row?.unreadable && filter.search !== undefined && matchesState(row, filter)) page.unopened += 1
    }
  }
  return page
}

export async function openRows(store: StoreReader, inbox: StaffInbox, ids: readonly InquiryId[]): Promise<Row[]> {
  return (await mapInBatches(ids, (id) => openRow(store, inbox, id))).filter((row) => row !== undefined)
}

export type ReadChange = NumberedChange & { texts: string[] }

export interface FullInquiry extends Row {
  history: ReadChange[]
  /** The record as stored; undefined when it is damaged. */
  stored: inquiries.FoundInquiry | undefined
}

/** Two inquiries rarely have the same reference. @param listed all inquiries, if the caller lists them anyway */
export async function readByReference(
  store: InquiryLister,
  inbox: StaffInbox,
  reference: string,
  listed: Promise<readonly InquiryId[]> = listIds(store),
) {
  const ids = (await listed).filter((id) => id.reference === reference)
  return (await mapInBatches(ids, (id) => readInFull(store, inbox, id))).filter((one) => one !== undefined)
}

export async function readAppointment(store: StoreReader, id: InquiryId) {
  const inquiry = await inquiries.readInquiry(store, id)
  return inquiry && appointmentIn(inquiries.historyOf(inquiry))
}

/** @returns undefined when the inquiry was removed */
export async function readInFull(store: StoreReader, inbox: StaffInbox, id: InquiryId) {
  const found = await inquiries.getUndamaged(store, id)
  if (found === 'gone') return undefined
  const stored = found === 'damaged' ? undefined : found
  const row = await openStored(inbox, id, stored?.value ?? inquiries.UNREADABLE_INQUIRY)
  return { ...row, history: await withTexts(inbox, row), stored }
}

/** Decrypts the texts of each change. A late e-mail (`isLateMail`) gets no texts. */
function withTexts(inbox: StaffInbox, { history, state }: Pick<Row, 'history' | 'state'>): Promise<ReadChange[]> {
  const open = async (name: SealedText, sealed: Sealed) =>
    PlainText.safeParse(await inbox.open(sealed)).data?.[name] ?? `This ${name} was sealed to another key.`
  const textsOf = (change: NumberedChange) =>
    (isLateMail(change, state) ? [] : SEALED_TEXTS).flatMap((name) => (change[name] ? open(name, change[name]) : []))
  return mapInBatches(history, async (change) => ({ ...change, texts: await Promise.all(textsOf(change)) }))
}

async function openRow(store: StoreReader, inbox: StaffInbox, id: InquiryId): Promise<Row | undefined> {
  const inquiry = await inquiries.readInquiry(store, id)
  return inquiry && openStored(inbox, id, inquiry)
}

async function openStored(inbox: StaffInbox, id: InquiryId, inquiry: inquiries.SealedInquiry): Promise<Row> {
  const [state, history] = [inquiries.stateOf(inquiry), inquiries.historyOf(inquiry)]
  return { id, state, history, mail: inquiry.mail, ...(await openSealed(inbox, inquiry)) }
}

export async function openSealed(inbox: StaffInbox, sealed: Sealed): Promise<Pick<Row, 'record' | 'unreadable'>> {
  const opened = await inbox.open(sealed)
  return isInquiryRecord(opened) ? { record: opened } : { unreadable: true }
}

const isInTime = ({ receivedAt }: InquiryId, { since, until }: InquiryFilter): boolean =>
  !(since && receivedAt < since) && !(until && receivedAt >= until)

const isMatch = ({ record, unreadable }: Row, { search }: InquiryFilter, texts: readonly string[]): boolean =>
  record
    ? isFoundIn([...SEARCHED_FIELDS.map((name) => record.request[name]), ...texts], search)
    : unreadable === true && search === undefined

/** A closed inquiry is kept for 180 days by default, which can touch seven months. */
const MONTHS_GUESSED = 7

export type InquiryLister = Pick<Store, 'list' | 'folders' | 'get'>

export const listMonthsWithInquiries = async (store: Pick<Store, 'folders'>): Promise<string[]> =>
  (await store.folders(INQUIRIES_PREFIX)).reverse()

/** @param now if given, the first round trip also lists the latest months @returns all inquiries, or those of `month`, the newest first */
export async function listIds(
  store: Pick<Store, 'list' | 'folders'>,
  { month }: Pick<ListFilter, 'month'> = {},
  now?: Date,
): Promise<InquiryId[]> {
  const guessed = now && month === undefined ? latestMonths(now) : []
  const months = month === undefined ? listMonthsWithInquiries(store) : Promise.resolve([month])
  const listAll = (some: readonly string[]) =>
    Promise.all(some.map(async (one) => ({ month: one, keys: await listMonth(store, INQUIRIES_PREFIX, one) })))
  const others = months.then((all) => listAll(all.filter((one) => !guessed.includes(one))))
  const listed = (await Promise.all([listAll(guessed), others])).flat()
  const newestFirst = listed.sort((one, other) => (one.month < other.month ? 1 : -1))
  return newestFirst.flatMap(({ keys }) => keys.reverse().map(parseInquiryKey))
}

const latestMonths = (now: Date): string[] =>
  Array.from({ length: MONTHS_GUESSED }, (_, back) =>
    monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString()),
  )

/** All open inquiries are read at the same time, because a firm has about 300. */
const OPEN_BATCH = 400

/** @returns the inquiries that are open or have an appointment, the newest first. A stale hint may add another. */
export async function listCurrent(store: StoreReader): Promise<ListedInquiry[]> {
  const paths = [...new Set((await listKeys(store, inquiries.OPEN_PREFIX)).map(withoutNonce))].reverse()
  return readListed(store, paths.map(parseInquiryKey))
}

/** @returns the inquiries of `ids` that are still stored */
async function readListed(store: StoreReader, ids: readonly InquiryId[]): Promise<ListedInquiry[]> {
  const read = async (id: InquiryId) => {
    const inquiry = await inquiries.readInquiry(store, id)
    return inquiry && { id, state: inquiries.stateOf(inquiry) }
  }
  return (await mapInBatches(ids, read, OPEN_BATCH)).filter((one) => one !== undefined)
}

/** @returns the newest first */
export const listOpen = async (store: StoreReader): Promise<ListedInquiry[]> =>
  (await listCurrent(store)).filter(({ state }) => isOpen(state.status))

/** @returns the states of the inquiries that are still stored, by `keyPath` */
export const readStates = async (store: StoreReader, ids: readonly InquiryId[]) =>
  new Map((await readListed(store, ids)).map(({ id, state }) => [keyPath(id), state]))

export const findByReference = async (store: Pick<Store, 'list' | 'folders'>, reference: string) =>
  (await listIds(store)).filter((id) => id.reference === reference)

/** Counts the inquiries that arrived after `since`, but none from before yesterday (UTC). */
export async function countReceivedSince(store: Pick<Store, 'list'>, since: Date, now: Date): Promise<number> {
  const from = Math.max(since.getTime(), now.getTime() - DAY_MS)
  const days = new Set([from, now.getTime()].map(dayAt))
  const keys = await Promise.all([...days].map((day) => listKeys(store, `${INQUIRIES_PREFIX}${monthOf(day)}/${day}`)))
  return keys.flat().filter((key) => parseInquiryKey(key).receivedAt > since.toISOString()).length
}

export async function listErasures(store: Pick<Store, 'list' | 'get'>, reference: string) {
  const keys = (await listKeys(store, ERASED_PREFIX)).filter((key) => key.endsWith(`/${reference}`))
  const records = await mapInBatches(keys, (key) => readRecord(store, RECORDS.erasure, key))
  return records.filter((record) => record !== undefined)
}

/**
 * The desk and the commands open inquiries through this file only. Without an index, two round trips list all keys: first the names of the
 * months and the keys of the latest, then the other keys.
 */
import { appointmentIn } from './appointment.ts'
import { dayAt, monthOf } from '../dates.ts'
import { DAY_MS } from '../duration.ts'
import type { Sealed, StaffInbox, Store } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { readRecord, readRecordOr, UNREADABLE_SEAL, listKeys } from '../store/record.ts'
import { RECORDS, type RecordValue } from '../store/records.ts'
import { listMonth } from '../store/key-lists.ts'
import { type NumberedChange, PlainText, SEALED_TEXTS, type SealedText } from './change.ts'
import { listStates, readHistory, readState } from './history.ts'
import { type InquiryRecord, isInquiryRecord } from './inquiry.ts'
import { SEARCHED_FIELDS } from './inquiry-fields.ts'
import { cursorOf, ERASED_PREFIX, INQUIRIES_PREFIX, type InquiryId, inquiryKey, parseInquiryKey } from './inquiry-id.ts'
import {
  INITIAL_STATE,
  type InquiryState,
  isOpen,
  type ListedInquiry,
  type ListFilter,
  matchesState,
} from './status.ts'
import { isFoundIn } from './text-search.ts'

export interface InquiryFilter extends ListFilter {
  /** ISO 8601, UTC. This time is included. */
  since?: string | undefined
  /** ISO 8601, UTC. This time is excluded. */
  until?: string | undefined
  /** Text or telephone number in `SEARCHED_FIELDS`, a note or a reply; case and accents are ignored. */
  search?: string | undefined
}

export interface ReadInquiry {
  record: InquiryRecord
  state: InquiryState
}

/** They are oldest first. */
export interface OpenedInquiries {
  inquiries: ReadInquiry[]
  unreadable: ListedInquiry[]
}

type StoreReader = Pick<Store, 'list' | 'get'>

/** All matches are decrypted, oldest first, for exports. */
export async function readInquiries(store: InquiryLister, inbox: StaffInbox, filter: InquiryFilter = {}) {
  const listed = (await listInquiries(store, filter)).filter((one) => matchesKeys(one, filter)).reverse()
  const rows = await openRows(store, inbox, listed)
  return {
    inquiries: rows.flatMap(({ record, state }) => (record ? [{ record, state }] : [])),
    unreadable: rows.filter(({ unreadable }) => unreadable),
  }
}

/** `unreadable` rows are encrypted to another key, or damaged. A removed inquiry has neither field. */
export interface Row extends ListedInquiry {
  record?: InquiryRecord
  unreadable?: true
}

export interface InquiryPage {
  /** Newest first. */
  rows: Row[]
  /** Cursor of the next page; undefined on the last one. */
  next: string | undefined
  /** Cursor of the oldest inquiry examined; undefined when none was. */
  lookedBackTo: string | undefined
}

interface PageOptions {
  /** Only inquiries before this cursor are read. */
  before?: string | undefined
  /** The caller may have listed all inquiries already. */
  listed?: readonly ListedInquiry[]
  rows?: number
  /** Limit for decrypted inquiries; a search for text also counts notes and replies. */
  opened?: number
}

/** Only the rows of the page and one more are decrypted, unless the filter needs the text. */
export async function readPage(
  store: InquiryLister,
  inbox: StaffInbox,
  filter: InquiryFilter,
  { before, listed, rows = 50, opened: maxOpened = 500 }: PageOptions = {},
): Promise<InquiryPage> {
  const page: InquiryPage = { rows: [], next: undefined, lookedBackTo: undefined }
  const endsHere = () => ({ ...page, next: page.lookedBackTo })
  const candidates = (listed ?? (await listInquiries(store, filter))).filter(
    (one) => matchesKeys(one, filter) && (before === undefined || cursorOf(one.id) < before),
  )
  let opened = 0
  while (candidates.length > 0) {
    if (opened >= maxOpened) return endsHere()
    // One more row tells whether there is a next page.
    const batch = candidates.splice(0, Math.min(rows + 1 - page.rows.length, maxOpened - opened))
    opened += batch.length
    for (const { row, texts } of await mapInBatches(batch, (one) => openCandidate(store, inbox, one, filter))) {
      opened += texts.length
      const isShown = isMatch(row, filter, texts)
      if (isShown && page.rows.length === rows) return endsHere()
      if (isShown) page.rows.push(row)
      page.lookedBackTo = cursorOf(row.id)
    }
  }
  return page
}

/** Inquiries that were removed since are left out. */
export async function openRows(store: StoreReader, inbox: StaffInbox, listed: readonly ListedInquiry[]) {
  const rows = await mapInBatches(listed, (one) => openInquiryRow(store, inbox, one))
  return rows.filter(({ record, unreadable }) => record || unreadable)
}

/** They are oldest first. */
export async function readTexts(store: StoreReader, inbox: StaffInbox, id: InquiryId): Promise<string[]> {
  return (await mapInBatches(await readHistory(store, id), (change) => openTexts(inbox, change))).flat()
}

function openTexts(inbox: StaffInbox, change: NumberedChange): Promise<string[]> {
  const open = async (name: SealedText, sealed: Sealed) =>
    PlainText.safeParse(await inbox.open(sealed)).data?.[name] ?? `This ${name} was sealed to another key.`
  return Promise.all(SEALED_TEXTS.flatMap((name) => (change[name] ? [open(name, change[name])] : [])))
}

export type ReadChange = NumberedChange & { texts: string[] }

export interface FullInquiry extends Row {
  history: ReadChange[]
}

/** A reference rarely has more than one inquiry. */
export async function readByReference(store: InquiryLister, inbox: StaffInbox, reference: string) {
  const found = await mapInBatches(await findByReference(store, reference), (id) => readInFull(store, inbox, id))
  return found.filter((one) => one !== undefined)
}

export const readAppointment = async (store: StoreReader, id: InquiryId) => appointmentIn(await readHistory(store, id))

/** @returns undefined when the inquiry was removed */
export async function readInFull(store: StoreReader, inbox: StaffInbox, id: InquiryId) {
  const [state, changes, opened] = await Promise.all([
    readState(store, id),
    readHistory(store, id),
    openInquiry(store, inbox, id),
  ])
  if (!opened.record && !opened.unreadable) return undefined
  const history = await mapInBatches(changes, async (change) => ({ ...change, texts: await openTexts(inbox, change) }))
  return { id, state, ...opened, history } satisfies FullInquiry
}

/** @returns the row unchanged when the inquiry was removed since it was listed */
async function openInquiryRow(store: StoreReader, inbox: StaffInbox, listed: ListedInquiry): Promise<Row> {
  return { ...listed, ...(await openInquiry(store, inbox, listed.id)) }
}

/** @returns an empty object when the inquiry was removed */
async function openInquiry(
  store: StoreReader,
  inbox: StaffInbox,
  id: InquiryId,
): Promise<Pick<Row, 'record' | 'unreadable'>> {
  return openFact(inbox, await readRecordOr(store, RECORDS.inquiry, inquiryKey(id), UNREADABLE_SEAL))
}

/** Like `openInquiry`, for a fact that was read already. */
export async function openFact(
  inbox: StaffInbox,
  fact: RecordValue<'inquiry'> | undefined,
): Promise<Pick<Row, 'record' | 'unreadable'>> {
  if (!fact) return {}
  const opened = await inbox.open(fact)
  return isInquiryRecord(opened) ? { record: opened } : { unreadable: true }
}

async function openCandidate(store: StoreReader, inbox: StaffInbox, listed: ListedInquiry, { search }: InquiryFilter) {
  const isSearched = search !== undefined && listed.state.seq > 0
  const [row, texts] = await Promise.all([
    openInquiryRow(store, inbox, listed),
    isSearched ? readTexts(store, inbox, listed.id) : [],
  ])
  return { row, texts }
}

const matchesKeys = (one: ListedInquiry, filter: InquiryFilter): boolean =>
  !(filter.since && one.id.receivedAt < filter.since) &&
  !(filter.until && one.id.receivedAt >= filter.until) &&
  matchesState(one, filter)

const isMatch = ({ record, unreadable }: Row, { search }: InquiryFilter, texts: readonly string[]): boolean =>
  record ? isFound(record, search, texts) : unreadable === true && search === undefined

const isFound = ({ request }: InquiryRecord, search: string | undefined, texts: readonly string[]): boolean =>
  isFoundIn([...SEARCHED_FIELDS.map((name) => request[name]), ...texts], search)

/** A closed inquiry is kept for 180 days by default, which are in up to seven months. */
const MONTHS_GUESSED = 7

export type InquiryLister = Pick<Store, 'list' | 'folders' | 'get'>

export const listMonthsWithInquiries = async (store: Pick<Store, 'folders'>): Promise<string[]> =>
  (await store.folders(INQUIRIES_PREFIX)).reverse()

/** On SQLite, other requests run between two pages of keys. With `now`, the first round trip lists the latest months. */
export async function listInquiries(store: InquiryLister, { month }: Pick<ListFilter, 'month'> = {}, now?: Date) {
  const guessed = now && month === undefined ? latestMonths(now) : []
  const months = month === undefined ? listMonthsWithInquiries(store) : Promise.resolve([month])
  const listAll = (some: readonly string[]) =>
    Promise.all(
      some.map(async (one) => {
        const [keys, states] = await Promise.all([listMonth(store, INQUIRIES_PREFIX, one), listStates(store, one)])
        const stateOf = (key: string) => states.get(key.slice(INQUIRIES_PREFIX.length)) ?? INITIAL_STATE
        return { month: one, listed: keys.reverse().map((key) => ({ id: parseInquiryKey(key), state: stateOf(key) })) }
      }),
    )
  const others = months.then((all) => listAll(all.filter((one) => !guessed.includes(one))))
  const listed = (await Promise.all([listAll(guessed), others])).flat()
  return listed.sort((one, other) => (one.month < other.month ? 1 : -1)).flatMap((one) => one.listed)
}

/** The latest months have most of the inquiries. */
const latestMonths = (now: Date): string[] =>
  Array.from({ length: MONTHS_GUESSED }, (_, back) =>
    monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString()),
  )

export const listOpenInquiries = async (store: InquiryLister): Promise<ListedInquiry[]> =>
  (await listInquiries(store)).filter(({ state }) => isOpen(state.status)).reverse()

export async function findByReference(store: Pick<Store, 'list' | 'folders'>, reference: string): Promise<InquiryId[]> {
  const months = await listMonthsWithInquiries(store)
  const keys = await Promise.all(months.map((month) => listMonth(store, INQUIRIES_PREFIX, month)))
  return keys
    .flat()
    .map(parseInquiryKey)
    .filter((id) => id.reference === reference)
}

/** Only inquiries of today and yesterday are counted. */
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

/**
 * Lists of inquiries, built from keys alone: newest first from a cursor, those still open, and by reference.
 */
import type { Clock, Store } from '../ports.ts'
import { type InquiryState, readState, readStates } from './history.ts'
import {
  listOpenHints,
  inquiryExists,
  listMonthsWithInquiries,
  findSettledByReference,
  listUnsettledPlaces,
} from './day-index.ts'
import { isOpen } from './status.ts'
import { mapInBatches } from '../store/batches.ts'
import { INQUIRIES_PREFIX, parseInquiryKey, type InquiryId, inquiryPlace } from './inquiry-id.ts'
import { takeFirst, newestKeys } from '../store/newest-keys.ts'

/** An inquiry in a list, and its state. */
export interface ListedInquiry {
  id: InquiryId
  state: InquiryState
}

export interface ListFilter {
  status?: InquiryState['status'] | undefined
  /** Staff id. */
  assignee?: string | undefined
  /** Like 2026-11. */
  month?: string | undefined
}

interface ListPorts {
  store: Pick<Store, 'list' | 'read'>
  clock: Clock
}

/** Open hints followed at most; keeps a page fast when very many old inquiries are open. */
const MAX_HINTS = 300

/** The cursor of an inquiry. Cursors sort by time of arrival. */
export const cursorOf = ({ receivedAt, reference }: InquiryId): string => `${receivedAt}/${reference}`

export const isCursor = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\/[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(text)

/** The inquiry at a cursor; undefined when the text is not a cursor. */
export function parseCursor(text: string): InquiryId | undefined {
  return isCursor(text) ? parseInquiryKey(text) : undefined
}

/** Part of a list. */
export interface Chunk {
  /** Those that match the filter, newest first. */
  inquiries: ListedInquiry[]
  /** Number of inquiries examined. */
  lookedAt: number
  /** The oldest one examined. */
  last: InquiryId
}

/**
 * Lists the inquiries that match the filter, newest first, in chunks. Skips empty months, and lists of a month only as much
 * as the caller consumes.
 * @param before a cursor: only earlier inquiries
 */
export async function* newestFirst(ports: ListPorts, filter: ListFilter = {}, before?: string): AsyncGenerator<Chunk> {
  const open = await findOpen(ports, filter)
  if (open) {
    const inquiries = open.filter(({ id }) => before === undefined || cursorOf(id) < before).reverse()
    const last = inquiries.at(-1)?.id
    if (last) yield { inquiries, lookedAt: inquiries.length, last }
    return
  }
  const months = filter.month === undefined ? await listMonthsWithInquiries(ports) : [filter.month]
  for (const month of months) yield* readChunks(ports.store, month, filter, before)
}

/** All matches of a filter for an open status, oldest first; undefined when the hints do not suffice. */
async function findOpen(ports: ListPorts, filter: ListFilter): Promise<ListedInquiry[] | undefined> {
  if (filter.status === undefined || !isOpen(filter.status) || filter.month !== undefined) return undefined
  const { inquiries, more } = await listOpenInquiries(ports)
  return more ? undefined : inquiries.filter(({ state }) => matchesState(state, filter))
}

async function* readChunks(
  store: ListPorts['store'],
  month: string,
  filter: ListFilter,
  before?: string,
): AsyncGenerator<Chunk> {
  const folder = `${month}/`
  for await (const { time, keys } of newestKeys(store, INQUIRIES_PREFIX + folder, month, before)) {
    const ids = keys.map(parseInquiryKey)
    const last = ids.at(-1)
    if (last) yield { inquiries: await filterInquiries(store, folder + time, ids, filter), lookedAt: ids.length, last }
  }
}

async function filterInquiries(
  store: ListPorts['store'],
  place: string,
  ids: readonly InquiryId[],
  filter: ListFilter,
): Promise<ListedInquiry[]> {
  const stateOf = await readStates(store, place)
  const listed = await mapInBatches(ids, async (id) => ({ id, state: await stateOf(id) }))
  return listed.filter(({ state }) => matchesState(state, filter))
}

/** Whether a state matches the filter. */
export function matchesState(state: InquiryState, { status, assignee }: ListFilter): boolean {
  return (status === undefined || state.status === status) && (assignee === undefined || state.assignee === assignee)
}

export interface OpenInquiries {
  /** Oldest first. */
  inquiries: ListedInquiry[]
  /** True when there are more than `MAX_HINTS` hints, so that some are missing. */
  more: boolean
}

/** Lists all open inquiries, however old, without listing finished ones of settled days. */
export async function listOpenInquiries(ports: ListPorts): Promise<OpenInquiries> {
  const { store } = ports
  const hinted = await takeFirst(listOpenHints(store), MAX_HINTS + 1)
  const old = await mapInBatches(hinted.slice(0, MAX_HINTS), async (id) => {
    const [state, exists] = await Promise.all([readState(store, id), inquiryExists(store, id)])
    return { id, state, exists }
  })
  const recent = await mapInBatches(await listUnsettledPlaces(ports), async (place) => {
    const ids = (await Array.fromAsync(store.list(INQUIRIES_PREFIX + place))).map(parseInquiryKey)
    return filterInquiries(store, place, ids, {})
  })
  const open = [...old.filter(({ exists }) => exists), ...recent.flat()].filter(({ state }) => isOpen(state.status))
  const byPlace = new Map(open.map(({ id, state }) => [inquiryPlace(id), { id, state }]))
  const inquiries = [...byPlace].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, listed]) => listed)
  return { inquiries, more: hinted.length > MAX_HINTS }
}

/**
 * Finds inquiries by reference; rarely more than one.
 * @param reference as displayed, like `K7QM-2F9D`
 */
export async function findByReference(ports: ListPorts, reference: string): Promise<InquiryId[]> {
  const settled = await findSettledByReference(ports.store, reference)
  const recent = await mapInBatches(await listUnsettledPlaces(ports), async (place) => {
    const ids: InquiryId[] = []
    for await (const key of ports.store.list(INQUIRIES_PREFIX + place))
      if (key.endsWith(`/${reference}`)) ids.push(parseInquiryKey(key))
    return ids
  })
  const found = new Map([...settled, ...recent.flat()].map((id) => [inquiryPlace(id), id]))
  return [...found.values()]
}

/**
 * Lists of inquiries, built from keys alone: newest first from a cursor, those still open, and by reference.
 */
import { type InquiryState, readState } from './history.ts'
import { askUnsettled, listOpenHints, inquiryExists, findSettledByReference } from './day-index.ts'
import { isOpen, type Status, type StatusGroup, statusesOf } from './status.ts'
import { mapInBatches } from '../store/batches.ts'
import { INQUIRIES_PREFIX, parseInquiryKey, type InquiryId, inquiryPlace } from './inquiry-id.ts'
import { type Chunk, listAt, type ListedInquiry, listNewest, type ListPorts } from './newest-inquiries.ts'
import { takeFirst } from '../store/newest-keys.ts'

export interface ListFilter {
  status?: Status | StatusGroup | undefined
  /** Staff id. */
  assignee?: string | undefined
  /** Like 2026-11. */
  month?: string | undefined
}

/** Open hints followed at most where all are wanted; keeps a page fast when very many old inquiries are open. */
const MAX_HINTS = 300
/** Open hints listed at most for a list, which follows only those of its page. */
const MAX_HINTS_LISTED = 5000
/** Hints followed at a time: a page and one more. */
const HINTS_TOGETHER = 64

/** A page of 50, and one more to know whether there is another page. */
const MIN_CHUNK = 51
/** A chunk with fewer ends after so many inquiries that do not match. */
const MAX_LOOKED_AT = 1000

/** The cursor of an inquiry. Cursors sort by time of arrival. */
export const cursorOf = ({ receivedAt, reference }: InquiryId): string => `${receivedAt}/${reference}`

export const isCursor = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\/[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(text)

/** The inquiry at a cursor; undefined when the text is not a cursor. */
export function parseCursor(text: string): InquiryId | undefined {
  return isCursor(text) ? parseInquiryKey(text) : undefined
}

/**
 * Lists the inquiries that match the filter, newest first, in chunks. Each chunk is asked for with few round trips, and has at
 * least `MIN_CHUNK` inquiries unless the list ends.
 * @param before a cursor: only earlier inquiries
 */
export async function* newestFirst(ports: ListPorts, filter: ListFilter = {}, before?: string): AsyncGenerator<Chunk> {
  const parts = (await openParts(ports, filter, before)) ?? listNewest(ports, filter.month, before)
  let gathered: Chunk | undefined
  for await (const { inquiries, lookedAt, last } of parts) {
    const matching = inquiries.filter(({ state }) => matchesState(state, filter))
    gathered = {
      inquiries: [...(gathered?.inquiries ?? []), ...matching],
      lookedAt: (gathered?.lookedAt ?? 0) + lookedAt,
      last,
    }
    if (gathered.inquiries.length < MIN_CHUNK && gathered.lookedAt < MAX_LOOKED_AT) continue
    yield gathered
    gathered = undefined
  }
  if (gathered) yield gathered
}

/** The parts of the list where a filter for open statuses can follow the hints; undefined when it cannot. */
async function openParts(
  ports: ListPorts,
  { status, month }: ListFilter,
  before: string | undefined,
): Promise<AsyncGenerator<Chunk> | undefined> {
  if (status === undefined || !statusesOf(status).every(isOpen) || month !== undefined) return undefined
  const [hinted, recent] = await Promise.all([
    takeFirst(listOpenHints(ports.store), MAX_HINTS_LISTED + 1),
    listUnsettled(ports),
  ])
  return hinted.length > MAX_HINTS_LISTED ? undefined : followHints(ports.store, hinted, recent, before)
}

/** Reads the states of hinted inquiries, a page at a time, newest first, between those that are known. */
async function* followHints(
  store: ListPorts['store'],
  hinted: readonly InquiryId[],
  recent: readonly ListedInquiry[],
  before: string | undefined,
): AsyncGenerator<Chunk> {
  const known = new Map(recent.map((listed) => [inquiryPlace(listed.id), listed]))
  const ids = new Map([...hinted, ...recent.map(({ id }) => id)].map((id) => [inquiryPlace(id), id]))
  const newest = [...ids].sort(([one], [other]) => (one < other ? 1 : -1)).map(([, id]) => id)
  const asked = newest.filter((id) => before === undefined || cursorOf(id) < before)
  for (let start = 0; start < asked.length; start += HINTS_TOGETHER) {
    const together = asked.slice(start, start + HINTS_TOGETHER)
    const inquiries = await mapInBatches(together, async (id) => known.get(inquiryPlace(id)) ?? readHint(store, id))
    const last = together.at(-1)
    if (last) yield { inquiries: inquiries.filter((listed) => listed !== undefined), lookedAt: together.length, last }
  }
}

/** Whether a state matches the filter. */
export function matchesState(state: InquiryState, { status, assignee }: ListFilter): boolean {
  return (
    (status === undefined || statusesOf(status).includes(state.status)) &&
    (assignee === undefined || state.assignee === assignee)
  )
}

export interface OpenInquiries {
  /** Oldest first. */
  inquiries: ListedInquiry[]
  /** True when there are more than `MAX_HINTS` hints, so that some are missing. */
  more: boolean
}

/** Lists all open inquiries, however old, without listing finished ones of settled days. */
export async function listOpenInquiries(ports: ListPorts): Promise<OpenInquiries> {
  const [hinted, recent] = await Promise.all([
    takeFirst(listOpenHints(ports.store), MAX_HINTS + 1).then(async (ids) => ({
      listed: await mapInBatches(ids.slice(0, MAX_HINTS), (id) => readHint(ports.store, id)),
      more: ids.length > MAX_HINTS,
    })),
    listUnsettled(ports),
  ])
  const listed = [...hinted.listed, ...recent].filter((one) => one !== undefined)
  const open = listed.filter(({ state }) => isOpen(state.status))
  const byPlace = new Map(open.map(({ id, state }) => [inquiryPlace(id), { id, state }]))
  const inquiries = [...byPlace].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, listed]) => listed)
  return { inquiries, more: hinted.more }
}

/** All inquiries of the days that are not settled. */
async function listUnsettled(ports: ListPorts): Promise<ListedInquiry[]> {
  return (await askUnsettled(ports, (place) => listAt(ports.store, place))).flat()
}

/** The inquiry that a hint names, which may be open; undefined when it was removed. */
async function readHint(store: ListPorts['store'], id: InquiryId): Promise<ListedInquiry | undefined> {
  const [state, exists] = await Promise.all([readState(store, id), inquiryExists(store, id)])
  return exists ? { id, state } : undefined
}

/**
 * Finds inquiries by reference; rarely more than one.
 * @param reference as displayed, like `K7QM-2F9D`
 */
export async function findByReference(ports: ListPorts, reference: string): Promise<InquiryId[]> {
  const [settled, recent] = await Promise.all([
    findSettledByReference(ports.store, reference),
    askUnsettled(ports, async (place) => {
      const keys = await Array.fromAsync(ports.store.list(INQUIRIES_PREFIX + place))
      return keys.filter((key) => key.endsWith(`/${reference}`)).map(parseInquiryKey)
    }),
  ])
  const found = new Map([...settled, ...recent.flat()].map((id) => [inquiryPlace(id), id]))
  return [...found.values()]
}

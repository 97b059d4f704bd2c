/**
 * Lists of inquiries, built from keys alone: newest first from a cursor, those still open, and by reference.
 */
import type { Clock, Store } from '../ports.ts'
import { type InquiryState, readState, readStates } from './history.ts'
import { askUnsettled, listOpenHints, inquiryExists, findSettledByReference } from './day-index.ts'
import { isOpen, type Status, type StatusGroup, statusesOf } from './status.ts'
import { mapInBatches } from '../store/batches.ts'
import { INQUIRIES_PREFIX, parseInquiryKey, type InquiryId, inquiryPlace } from './inquiry-id.ts'
import { type Chunk, type ListedInquiry, listNewest, readListed } from './newest-inquiries.ts'
import { takeFirst } from '../store/newest-keys.ts'

export interface ListFilter {
  status?: Status | StatusGroup | undefined
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
 * @param listOpen gives the open inquiries, where the caller needs them too
 */
export async function* newestFirst(
  ports: ListPorts,
  filter: ListFilter = {},
  before?: string,
  listOpen: () => Promise<OpenInquiries> = () => listOpenInquiries(ports),
): AsyncGenerator<Chunk> {
  const open = await findOpen(filter, listOpen)
  if (open) {
    const inquiries = open.filter(({ id }) => before === undefined || cursorOf(id) < before).reverse()
    const last = inquiries.at(-1)?.id
    if (last) yield { inquiries, lookedAt: inquiries.length, last }
    return
  }
  let gathered: Chunk | undefined
  for await (const { inquiries, lookedAt, last } of listNewest(ports, filter.month, before)) {
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

/** All matches of a filter for an open status, oldest first; undefined when the hints do not suffice. */
async function findOpen(
  { status, ...filter }: ListFilter,
  listOpen: () => Promise<OpenInquiries>,
): Promise<ListedInquiry[] | undefined> {
  if (status === undefined || !statusesOf(status).every(isOpen) || filter.month !== undefined) return undefined
  const { inquiries, more } = await listOpen()
  return more ? undefined : inquiries.filter(({ state }) => matchesState(state, { ...filter, status }))
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
  const { store } = ports
  const [{ old, more }, recent] = await Promise.all([
    readHinted(store),
    askUnsettled(ports, async (place) => {
      const [keys, stateOf] = await Promise.all([
        Array.fromAsync(store.list(INQUIRIES_PREFIX + place)),
        readStates(store, place),
      ])
      return readListed(keys.map(parseInquiryKey), stateOf)
    }),
  ])
  const open = [...old, ...recent.flat()].filter(({ state }) => isOpen(state.status))
  const byPlace = new Map(open.map(({ id, state }) => [inquiryPlace(id), { id, state }]))
  const inquiries = [...byPlace].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, listed]) => listed)
  return { inquiries, more }
}

/** The inquiries of settled days that may be open, and whether there are more than `MAX_HINTS`. */
async function readHinted(store: ListPorts['store']): Promise<{ old: ListedInquiry[]; more: boolean }> {
  const hinted = await takeFirst(listOpenHints(store), MAX_HINTS + 1)
  const listed = await mapInBatches(hinted.slice(0, MAX_HINTS), async (id) => {
    const [state, exists] = await Promise.all([readState(store, id), inquiryExists(store, id)])
    return { id, state, exists }
  })
  return { old: listed.filter(({ exists }) => exists), more: hinted.length > MAX_HINTS }
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

/**
 * Inquiries in lists, told from their keys alone: newest first from anywhere, those still open, and by their reference.
 */
import type { Clock, Store } from '../ports.ts'
import { type CaseState, readState, readStates } from './history.ts'
import { hintedOpen, isThere, monthsWithInquiries, settledWith, unsettledPlaces } from './day-index.ts'
import { isOpen } from './status.ts'
import { inTurns } from '../store/batches.ts'
import { INQUIRIES, inquiryAt, type InquiryId, inquiryPlace } from './inquiry-id.ts'
import { firstOf, newestKeys } from '../store/newest-keys.ts'

/** An inquiry in a list, and how its case stands. */
export interface ListedCase {
  id: InquiryId
  state: CaseState
}

export interface CaseFilter {
  status?: CaseState['status'] | undefined
  /** Id of a member of staff. */
  assignee?: string | undefined
  /** Like 2026-11. */
  month?: string | undefined
}

interface Readable {
  store: Pick<Store, 'list' | 'read'>
  clock: Clock
}

/** Cases that are followed from hints at most: a firm with more open ones has another trouble. */
const MOST_HINTS = 300

/** Where an inquiry stands in the order of arrival; also the cursor of a list. */
export const cursorOf = ({ receivedAt, reference }: InquiryId): string => `${receivedAt}/${reference}`

/** Whether a text is a cursor. */
export const isCursor = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\/[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(text)

/** The inquiry at a cursor; undefined when the text is none. */
export function atCursor(text: string): InquiryId | undefined {
  return isCursor(text) ? inquiryAt(text) : undefined
}

/** A stretch of a list. */
export interface Chunk {
  /** What passes the filter, newest first. */
  cases: ListedCase[]
  /** How many were looked at, and the oldest of them. */
  lookedAt: number
  last: InquiryId
}

/**
 * Inquiries that pass the filter, newest first, in chunks as the store gives them. Empty months are not asked for, and of
 * a month no more is listed than is taken.
 * @param before a cursor: only what came before it
 */
export async function* newestFirst(world: Readable, filter: CaseFilter = {}, before?: string): AsyncGenerator<Chunk> {
  const open = await openOnes(world, filter)
  if (open) {
    const cases = open.filter(({ id }) => before === undefined || cursorOf(id) < before).reverse()
    const last = cases.at(-1)?.id
    if (last) yield { cases, lookedAt: cases.length, last }
    return
  }
  const months = filter.month === undefined ? await monthsWithInquiries(world) : [filter.month]
  for (const month of months) yield* chunksOf(world.store, month, filter, before)
}

/** All that pass a filter for a status that is open, oldest first; undefined when they must be looked for. */
async function openOnes(world: Readable, filter: CaseFilter): Promise<ListedCase[] | undefined> {
  if (filter.status === undefined || !isOpen(filter.status) || filter.month !== undefined) return undefined
  const { cases, more } = await openCases(world)
  return more ? undefined : cases.filter(({ state }) => passes(state, filter))
}

async function* chunksOf(
  store: Readable['store'],
  month: string,
  filter: CaseFilter,
  before?: string,
): AsyncGenerator<Chunk> {
  const folder = `${month}/`
  for await (const { time, keys } of newestKeys(store, INQUIRIES + folder, month, before)) {
    const ids = keys.map(inquiryAt)
    const last = ids.at(-1)
    if (last) yield { cases: await passing(store, folder + time, ids, filter), lookedAt: ids.length, last }
  }
}

async function passing(
  store: Readable['store'],
  place: string,
  ids: readonly InquiryId[],
  filter: CaseFilter,
): Promise<ListedCase[]> {
  const stateOf = await readStates(store, place)
  const listed = await inTurns(ids, async (id) => ({ id, state: await stateOf(id) }))
  return listed.filter(({ state }) => passes(state, filter))
}

/** Whether a case stands as the filter wants it. */
export function passes(state: CaseState, { status, assignee }: CaseFilter): boolean {
  return (status === undefined || state.status === status) && (assignee === undefined || state.assignee === assignee)
}

/** What is still open. */
export interface OpenCases {
  /** Oldest first. */
  cases: ListedCase[]
  /** True when there are so many old ones that some are not among them. */
  more: boolean
}

/** All that is still open, however old, without walking through what is finished. */
export async function openCases(world: Readable): Promise<OpenCases> {
  const { store } = world
  const hinted = await firstOf(hintedOpen(store), MOST_HINTS + 1)
  const old = await inTurns(hinted.slice(0, MOST_HINTS), async (id) => {
    const [state, there] = await Promise.all([readState(store, id), isThere(store, id)])
    return { id, state, there }
  })
  const recent = await inTurns(await unsettledPlaces(world), async (place) => {
    const ids = (await Array.fromAsync(store.list(INQUIRIES + place))).map(inquiryAt)
    return passing(store, place, ids, {})
  })
  const open = [...old.filter(({ there }) => there), ...recent.flat()].filter(({ state }) => isOpen(state.status))
  const byPlace = new Map(open.map(({ id, state }) => [inquiryPlace(id), { id, state }]))
  const cases = [...byPlace].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, listed]) => listed)
  return { cases, more: hinted.length > MOST_HINTS }
}

/**
 * Finds inquiries by their reference; two have the same once in a blue moon.
 * @param reference as it is shown
 */
export async function findByReference(world: Readable, reference: string): Promise<InquiryId[]> {
  const settled = await settledWith(world.store, reference)
  const recent = await inTurns(await unsettledPlaces(world), async (place) => {
    const ids: InquiryId[] = []
    for await (const key of world.store.list(INQUIRIES + place))
      if (key.endsWith(`/${reference}`)) ids.push(inquiryAt(key))
    return ids
  })
  const found = new Map([...settled, ...recent.flat()].map((id) => [inquiryPlace(id), id]))
  return [...found.values()]
}

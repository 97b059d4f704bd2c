/**
 * How many inquiries have which status, for the tabs of the list. Counted from keys: all of them where there are few, else those
 * that the first page of the list looks at.
 */
import type { Clock, Store } from '../ports.ts'
import { type ListFilter, matchesState, type OpenInquiries } from './list.ts'
import { type ListedInquiry, listNewest, readListed } from './newest-inquiries.ts'
import { readStates } from './history.ts'
import { INQUIRIES_PREFIX, parseInquiryKey } from './inquiry-id.ts'
import { takeFirst } from '../store/newest-keys.ts'
import { isOpen, STATUSES, statusesOf } from './status.ts'

/** With more inquiries than these, only the newest of those that are not open are counted. */
const MAX_COUNTED = 1000
/** Parts of the list (days, then months) that are looked at then: those that are asked for at once. */
const MAX_PARTS = 3

interface ListPorts {
  store: Pick<Store, 'list' | 'read'>
  clock: Clock
}

/** A number, or the least that it is. */
export interface Count {
  number: number
  /** There may be more. */
  more: boolean
}

/** Counts those that match, by status and assignee. */
export type CountOf = (filter: Pick<ListFilter, 'status' | 'assignee'>) => Count

/**
 * Counts inquiries by status.
 * @param listOpen gives the open ones, which are counted however old they are
 * @throws StoreUnavailable
 */
export async function countStatuses(ports: ListPorts, listOpen: () => Promise<OpenInquiries>): Promise<CountOf> {
  const [open, looked] = await Promise.all([listOpen(), lookAtAll(ports)])
  const rest = looked.inquiries.filter(({ state }) => !isOpen(state.status))
  return (filter) => {
    const count = (listed: readonly ListedInquiry[]) => listed.filter(({ state }) => matchesState(state, filter)).length
    const statuses = filter.status === undefined ? STATUSES : statusesOf(filter.status)
    const more = (open.more && statuses.some(isOpen)) || (looked.more && !statuses.every(isOpen))
    const least = filter.status === undefined && filter.assignee === undefined ? looked.least : 0
    return { number: Math.max(count(open.inquiries) + count(rest), least), more }
  }
}

/** What is looked at. `least`: so many there are, whatever their status. */
interface Looked {
  inquiries: readonly ListedInquiry[]
  more: boolean
  least: number
}

async function lookAtAll(ports: ListPorts): Promise<Looked> {
  const { store } = ports
  const [keys, newest] = await Promise.all([
    takeFirst(store.list(INQUIRIES_PREFIX), MAX_COUNTED + 1),
    lookAtNewest(ports),
  ])
  if (keys.length > MAX_COUNTED) return { inquiries: newest, more: true, least: MAX_COUNTED }
  const inquiries = await readListed(keys.map(parseInquiryKey), await readStates(store, ''))
  return { inquiries, more: false, least: 0 }
}

async function lookAtNewest(ports: ListPorts): Promise<ListedInquiry[]> {
  const inquiries: ListedInquiry[] = []
  let parts = 0
  for await (const part of listNewest(ports, undefined, undefined)) {
    inquiries.push(...part.inquiries)
    if (++parts >= MAX_PARTS) break
  }
  return inquiries
}

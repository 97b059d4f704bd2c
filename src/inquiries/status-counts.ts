/**
 * How many inquiries have which status, for the tabs of the list. Counted from keys, and no further back than the first page of
 * the list looks.
 */
import type { Clock, Store } from '../ports.ts'
import { type ListFilter, matchesState, type OpenInquiries } from './list.ts'
import { type ListedInquiry, listNewest } from './newest-inquiries.ts'
import { isOpen, STATUSES, statusesOf } from './status.ts'

/** Most inquiries looked at for those that are not open. */
const MAX_COUNTED = 1000
/** Most parts (days, then months) of the list looked at: what is asked for at once. */
const MAX_PARTS = 5

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
export async function countStatuses(
  ports: { store: Pick<Store, 'list' | 'read'>; clock: Clock },
  listOpen: () => Promise<OpenInquiries>,
): Promise<CountOf> {
  const [open, newest] = await Promise.all([listOpen(), lookAtNewest(ports)])
  const rest = newest.inquiries.filter(({ state }) => !isOpen(state.status))
  return (filter) => {
    const count = (listed: readonly ListedInquiry[]) => listed.filter(({ state }) => matchesState(state, filter)).length
    const statuses = filter.status === undefined ? STATUSES : statusesOf(filter.status)
    const more = (open.more && statuses.some(isOpen)) || (newest.more && !statuses.every(isOpen))
    return { number: count(open.inquiries) + count(rest), more }
  }
}

async function lookAtNewest(ports: Parameters<typeof countStatuses>[0]) {
  const inquiries: ListedInquiry[] = []
  let parts = 0
  for await (const part of listNewest(ports, undefined, undefined)) {
    inquiries.push(...part.inquiries)
    parts += 1
    if (inquiries.length >= MAX_COUNTED || parts >= MAX_PARTS) return { inquiries, more: true }
  }
  return { inquiries, more: false }
}

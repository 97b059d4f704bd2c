/**
 * How many inquiries have which status, for the tabs of the list. Counted from keys: those of all months where they are few, else
 * those of the newest days, which are asked for at once.
 */
import { type ListFilter, matchesState, type OpenInquiries } from './list.ts'
import { listAt, type ListedInquiry, listNewest, type ListPorts } from './newest-inquiries.ts'
import { listMonthsWithInquiries } from './day-index.ts'
import { isOpen, STATUSES, statusesOf } from './status.ts'

/** Where inquiries of more months are stored, or more of the newest days, only the newest of those that are not open are counted. */
const MAX_MONTHS = 12
const MAX_NEWEST = 300
/** Parts of the list (days, then months) that are looked at first. */
const MAX_PARTS = 3

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
    return { number: count(open.inquiries) + count(rest), more }
  }
}

async function lookAtAll(ports: ListPorts): Promise<{ inquiries: readonly ListedInquiry[]; more: boolean }> {
  const [months, newest] = await Promise.all([listMonthsWithInquiries(ports), lookAtNewest(ports)])
  if (months.length > MAX_MONTHS || newest.length > MAX_NEWEST) return { inquiries: newest, more: true }
  const ofMonths = await Promise.all(months.map((month) => listAt(ports.store, `${month}/`)))
  return { inquiries: ofMonths.flat(), more: false }
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

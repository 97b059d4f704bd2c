/** The order in which the open inquiries are worked on: who waits too long, longest first; then the new ones, then the others, newest first. */
import { cursorOf, isCursor } from '../../inquiries/inquiry-id.ts'
import { FIRST_STATUS, type ListedInquiry } from '../../inquiries/status.ts'
import { lateIn } from '../../inquiries/overdue.ts'
import type { Service } from '../../service/service.ts'

/** The groups in their order, with their headings. */
export const GROUP_TITLES = { late: 'Waits too long', new: 'New', begun: 'In progress' } as const
export type Group = keyof typeof GROUP_TITLES
export const GROUPS = Object.keys(GROUP_TITLES) as readonly Group[]

export type GroupOf = (one: ListedInquiry) => Group

export function groupsFor(service: Pick<Service, 'clock' | 'firm'>): GroupOf {
  const isLate = lateIn(service)
  return (one) => (isLate(one) ? 'late' : one.state.status === FIRST_STATUS ? 'new' : 'begun')
}

/** A place in the queue, where a page ends: the group of an inquiry, and its cursor. */
export const queuePlace = (one: ListedInquiry, groupOf: GroupOf): string => `${groupOf(one)}/${cursorOf(one.id)}`

function parsePlace(text: string): { group: Group; cursor: string } | undefined {
  const [name, cursor] = [text.slice(0, text.indexOf('/')), text.slice(text.indexOf('/') + 1)]
  const group = GROUPS.find((one) => one === name)
  return group && isCursor(cursor) ? { group, cursor } : undefined
}

export const isPlace = (text: string): boolean => parsePlace(text) !== undefined

/**
 * Inquiries in the order of the queue.
 * @param listed newest first
 * @param after a place: begins behind it, also when the inquiry there is in another group by now, or gone
 */
export function inTurn(listed: readonly ListedInquiry[], groupOf: GroupOf, after = ''): ListedInquiry[] {
  const groups = Map.groupBy(listed, groupOf)
  const place = parsePlace(after)
  return GROUPS.slice(place ? GROUPS.indexOf(place.group) : 0).flatMap((group) => {
    const all = groups.get(group) ?? []
    const ordered = group === 'late' ? all.toReversed() : all
    if (group !== place?.group) return ordered
    const { cursor } = place
    return ordered.filter(({ id }) => (group === 'late' ? cursorOf(id) > cursor : cursorOf(id) < cursor))
  })
}

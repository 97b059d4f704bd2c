/** The filter of the list, to and from query parameters; and the tabs and the form above the list. */
import { html } from 'hono/html'
import { officeDay } from '../../dates.ts'
import { isDue } from '../../inquiries/follow-up.ts'
import { isStaffId } from '../../inquiries/change.ts'
import { isCursor } from '../../inquiries/inquiry-id.ts'
import {
  isMaybeSpam,
  isStatus,
  isStatusGroup,
  isUrgent,
  type ListedInquiry,
  type ListFilter,
  matchesState,
  SPAM_STATUS,
  type Status,
  STATUSES,
  statusesOf,
} from '../../inquiries/status.ts'
import { lateIn } from '../../inquiries/overdue.ts'
import type { Service } from '../../service/service.ts'
import { INQUIRIES_PATH } from './inquiry-table.ts'
import { isPlace } from './queue.ts'
import { SEARCHED_IN_WORDS } from '../../inquiries/inquiry-fields.ts'
import { capitalized } from '../../letters.ts'
import type { StaffNames } from '../../staff/staff-member.ts'
import { hiddenFields, selectField } from '../ui.ts'
import type { Html, SignedIn } from '../page.ts'

/**
 * Values of `status` that are neither a status nor a group. Those to look at again are due: their day has come, or no answer came for
 * a week. What came with signs of spam is in no tab but its own and that of all.
 */
const OTHERS = ['late', 'urgent', 'due', 'dated', 'maybe-spam', 'all'] as const
export const [LATE, URGENT, DUE, DATED, MAYBE_SPAM, ALL] = OTHERS
/** What the list shows when nothing is asked for. */
export const DEFAULT_STATUS = 'open'

type Waiting = Pick<Service, 'clock' | 'firm'>

/** Fields of the filter form; '' where nothing is filtered. */
export interface FilterValues {
  /** A status, a group of them, or one of the values above. */
  status: string
  assignee: string
}

const isKnown = (text: string) => OTHERS.some((other) => other === text) || isStatusGroup(text) || isStatus(text)

/**
 * Reads the filter from parameters. Invalid values are ignored.
 * @param status where none is given
 */
export function readFilter(
  parameters: URLSearchParams,
  service: Waiting,
  status = '',
): { values: FilterValues; filter: ListFilter; before: string | undefined } {
  const parameter = (name: string, isValid: (text: string) => boolean) => {
    const text = parameters.get(name) ?? ''
    return isValid(text) ? text : ''
  }
  const values: FilterValues = {
    status: parameter('status', isKnown) || status,
    assignee: parameter('assignee', isStaffId),
  }
  return {
    values,
    filter: stateIn(values, service),
    before: parameter('before', (text) => isCursor(text) || isPlace(text)) || undefined,
  }
}

export function stateIn(values: FilterValues, service: Waiting): ListFilter {
  const { status } = values
  const assignee = values.assignee || undefined
  if (status === '' || status === ALL) return { assignee }
  if (status === MAYBE_SPAM) return { assignee, is: isMaybeSpam }
  const today = officeDay(service.clock.now())
  const isDueToday = ({ state }: ListedInquiry) => isDue(state, today)
  const asked = { [LATE]: lateIn(service), [URGENT]: isUrgent, [DUE]: isDueToday }[status] ?? (() => true)
  const is = (one: ListedInquiry) => !isMaybeSpam(one) && asked(one)
  if (status === DATED) return { assignee, status: 'open', dated: true, is }
  return { assignee, status: isStatusGroup(status) || isStatus(status) ? status : undefined, is }
}

/** The query string of a filter, with a leading `?`, or ''. What the list shows anyway is left out. */
export function queryString(values: Partial<FilterValues>, more: Record<string, string> = {}): string {
  const entries = Object.entries({ ...values, ...more }).filter(
    ([name, text]) => text !== '' && !(name === 'status' && text === DEFAULT_STATUS),
  )
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''
}

export interface Shown {
  filter: FilterValues
  search: string
  /** Cursor of the page. */
  before: string | undefined
  member: SignedIn
}

/** Statuses whose tabs stand below “Ended”, and are shown when it is open. */
const ENDED = statusesOf('ended')

/** What the tabs show: the value of `status` that each asks for, and its label. */
function tabsOf({ status: current }: FilterValues): readonly (readonly [string, string])[] {
  const ofStatuses = (statuses: readonly Status[]) => statuses.map((status) => [status, capitalized(status)] as const)
  const isEnded = current === 'ended' || ENDED.some((status) => status === current)
  return [
    [DEFAULT_STATUS, 'All open'],
    [LATE, 'Late'],
    [URGENT, 'Urgent'],
    // Today leads to them.
    ...(current === DUE ? [[DUE, 'Due'] as const] : []),
    [DATED, 'With a date'],
    ...ofStatuses(STATUSES.filter((status) => status !== SPAM_STATUS && !ENDED.includes(status))),
    ['ended', 'Ended'],
    ...(isEnded ? ofStatuses(ENDED) : []),
    [MAYBE_SPAM, 'Maybe spam'],
    ...ofStatuses([SPAM_STATUS]),
    [ALL, 'All'],
  ]
}

/** The tabs. Their counts are those of the whole store, or of one assignee. */
export function statusTabs(shown: Shown, service: Service, all: readonly ListedInquiry[]): Html {
  const { filter, search, member } = shown
  const countMark = (values: FilterValues) => {
    if (search !== '') return ''
    const wanted = stateIn(values, service)
    return html` <span class="count">${all.filter((one) => matchesState(one, wanted)).length}</span>`
  }
  const tab = (wanted: FilterValues, label: Html | string, isCurrent: boolean) => {
    const current = isCurrent ? html` aria-current="true"` : ''
    return html`<li>
      <a href="${INQUIRIES_PATH}${queryString(wanted)}"${current}>${label}${countMark(wanted)}</a>
    </li>`
  }
  const isMine = filter.assignee === member.id
  const mine = html`Mine${isMine ? html`<span class="visually-hidden">: show everyone's</span>` : ''}`
  return html`<nav class="tabs" aria-label="Which inquiries">
    <ul>
      ${tabsOf(filter).map(([status, label]) => tab({ ...filter, status }, label, status === filter.status))}
      ${tab({ ...filter, assignee: isMine ? '' : member.id }, mine, isMine)}
    </ul>
  </nav>`
}

export const filterForm = ({ filter, search, member }: Shown, names: StaffNames): Html =>
  html`<form method="post" action="${INQUIRIES_PATH}" class="filter" role="search">
    ${hiddenFields(member, { status: filter.status === DEFAULT_STATUS ? '' : filter.status })}
    <div class="field wide">
      <label for="search">
        Search<span class="visually-hidden"> in ${SEARCHED_IN_WORDS}, in notes and replies,</span> or reference
      </label>
      <input id="search" name="search" value="${search}" autocomplete="off" spellcheck="false">
    </div>
    ${selectField({
      name: 'assignee',
      label: 'Assigned to',
      value: filter.assignee,
      options: [['', 'anyone'], ...names],
    })}
    <p class="do">
      <button type="submit">Show</button>
      <a href="${INQUIRIES_PATH}">Clear</a>
    </p>
  </form>`

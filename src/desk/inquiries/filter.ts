/** Says which inquiries the list shows, draws its tabs and search form, and sorts open inquiries by urgency. */
import { html } from 'hono/html'
import { dayAt, officeDay } from '../../dates.ts'
import { DAY_MS } from '../../duration.ts'
import { isStaffId } from '../../inquiries/change.ts'
import { cursorOf, isCursor } from '../../inquiries/inquiry-id.ts'
import * as states from '../../inquiries/status.ts'
import { lateIn } from '../../inquiries/overdue.ts'
import type { Service } from '../../service/service.ts'
import { INQUIRIES_PATH, NEAR_DAYS } from './inquiry-table.ts'
import { SEARCHED_IN_WORDS } from '../../inquiries/inquiry-fields.ts'
import { capitalized } from '../../letters.ts'
import type { StaffNames } from '../../staff/staff-member.ts'
import { deskForm, disclosure, hiddenWords, selectField } from '../ui.ts'
import type { Html, SignedIn } from '../page.ts'

/** `due`: the day to look again has come, or a week passed since the last contact. Only `maybe-spam` and `all` show possible spam. */
const SPECIAL_TABS = ['late', 'urgent', 'due', 'dated', 'maybe-spam', 'all'] as const
export const [LATE, URGENT, DUE, DATED, MAYBE_SPAM, ALL] = SPECIAL_TABS
export const DEFAULT_STATUS = 'open'

type FilterService = Pick<Service, 'clock' | 'firm'>

/** The value '' matches all inquiries. */
interface FilterValues {
  /** A status, a group of statuses, or one of `SPECIAL_TABS`. */
  status: string
  assignee: string
}

/** Invalid values are ignored. @param status the default */
export function readFilter(parameters: URLSearchParams, service: FilterService, status = '') {
  const parameter = (name: string, isValid: (text: string) => boolean) => {
    const text = parameters.get(name) ?? ''
    return isValid(text) ? text : ''
  }
  const isKnown = (text: string) => SPECIAL_TABS.some((other) => other === text) || isStatusOrGroup(text)
  const values = { status: parameter('status', isKnown) || status, assignee: parameter('assignee', isStaffId) }
  const before = parameter('before', (text) => isCursor(text) || isQueueKey(text)) || undefined
  return { values, listFilter: listFilterOf(values, service), before }
}

export function listFilterOf(values: FilterValues, service: FilterService): states.ListFilter {
  const { status } = values
  const assignee = values.assignee || undefined
  if (status === '' || status === ALL) return { assignee }
  if (status === MAYBE_SPAM) return { assignee, is: states.isMaybeSpam }
  const today = officeDay(service.clock.now())
  const rules: Readonly<Record<string, states.ListFilter['is']>> = {
    [LATE]: lateIn(service),
    [URGENT]: states.isUrgent,
    [DUE]: ({ state }) => states.isDue(state, today),
    [DATED]: ({ state }) => states.nearestDay(state) !== undefined,
  }
  const rule = rules[status] ?? (() => true)
  const is = (one: states.ListedInquiry) => !states.isMaybeSpam(one) && rule(one)
  const group = status === DATED ? DEFAULT_STATUS : status
  return { assignee, status: isStatusOrGroup(group) ? group : undefined, is }
}

const isStatusOrGroup = (word: string) => states.isStatusGroup(word) || states.isStatus(word)

/** @returns '' or a query string with a leading `?`, without defaults */
export function queryString(values: Partial<FilterValues>, more: Record<string, string> = {}): string {
  const entries = Object.entries({ ...values, ...more }).filter(
    ([name, text]) => text !== '' && !(name === 'status' && text === DEFAULT_STATUS),
  )
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''
}

export interface Shown {
  filter: FilterValues
  search: string
  before: string | undefined
  member: SignedIn
}

/** The tabs of these statuses are shown only while “Ended” or one of these tabs is open. */
const ENDED = states.statusesOf('ended')

type Tab = readonly [status: string, label: string]

/** The second list is behind “More”. */
function tabsOf({ status: current }: FilterValues): readonly [readonly Tab[], readonly Tab[]] {
  const ofStatus = (status: states.Status) => [status, capitalized(status)] as const
  const isEnded = current === 'ended' || ENDED.some((status) => status === current)
  return [
    [
      [DEFAULT_STATUS, 'All open'],
      [LATE, 'Late'],
      [URGENT, 'Urgent'],
      // This tab is shown only after a link on Today has opened it.
      ...(current === DUE ? [[DUE, 'Due'] as const] : []),
      [DATED, 'With a date'],
      [MAYBE_SPAM, 'Maybe spam'],
    ],
    [
      ...states.STATUSES.filter((status) => status !== states.SPAM_STATUS && !ENDED.includes(status)).map(ofStatus),
      ['ended', 'Ended'],
      ...(isEnded ? ENDED.map(ofStatus) : []),
      ofStatus(states.SPAM_STATUS),
      [ALL, 'All'],
    ],
  ]
}

export const showsOnlyOpen = ({ status }: FilterValues): boolean =>
  [LATE, URGENT, DUE, DATED, MAYBE_SPAM].some((one) => one === status) ||
  (isStatusOrGroup(status) && states.statusesOf(status).every(states.isOpen))

/** Outside a search, a tab of open inquiries shows their number; if there are none, it is left out unless it is the current tab. */
export function statusTabs(shown: Shown, service: Service, open: readonly states.ListedInquiry[]): Html {
  const { filter, search, member } = shown
  const tab = (wanted: FilterValues, label: Html | string, isCurrent: boolean, counted = wanted) => {
    const rule = listFilterOf(counted, service)
    const count =
      search === '' && showsOnlyOpen(wanted) ? open.filter((one) => states.matchesState(one, rule)).length : ''
    const current = isCurrent ? html` aria-current="true"` : ''
    if (count === 0 && !isCurrent) return ''
    return html`<li>
          <a href="${INQUIRIES_PATH}${queryString(wanted)}"${current}>${label}${count === '' ? '' : html` <span class="count">${count}</span>`}</a>
        </li>`
  }
  const isMine = filter.assignee === member.id
  const ofMember = { ...filter, assignee: member.id }
  const mine = html`Mine${isMine ? hiddenWords(": show everyone's") : ''}`
  const [first, more] = tabsOf(filter)
  const listOf = (tabs: readonly Tab[]) =>
    tabs.map(([status, label]) => tab({ ...filter, status }, label, status === filter.status))
  const isMoreOpen = more.some(([status]) => status === filter.status)
  return html`<nav class="tabs" aria-label="Which inquiries">
    <ul class="plain">
      ${listOf(first)} ${tab(isMine ? { ...filter, assignee: '' } : ofMember, mine, isMine, ofMember)}
      <li>
        ${disclosure('More', html`<ul class="plain">${listOf(more)}</ul>`, isMoreOpen)}
      </li>
    </ul>
  </nav>`
}

export function filterForm({ filter, search, member }: Shown, names: StaffNames): Html {
  const label = html`Search${hiddenWords(` in ${SEARCHED_IN_WORDS}, in notes and replies,`)} or reference`
  const content = html`<div class="field wide">
      <label for="search">${label}</label>
      <input id="search" name="search" value="${search}" autocomplete="off" spellcheck="false">
    </div>
    ${selectField('assignee', 'Assigned to', [['', 'anyone'], ...names], { value: filter.assignee })}
    <p class="do">
      <button type="submit">Show</button>
      ${search || filter.assignee ? html`<a href="${INQUIRIES_PATH}">Clear</a>` : ''}
    </p>`
  const fields = { status: filter.status === DEFAULT_STATUS ? '' : filter.status }
  const attributes = html` role="search"`
  return deskForm(member, { action: INQUIRIES_PATH, fields, className: 'filter', attributes }, content)
}

/** The groups of open inquiries, in the order of the list. */
export const GROUP_TITLES = {
  urgent: 'Urgent',
  dated: `With a date in the next ${NEAR_DAYS} days`,
  late: 'Waits too long',
  waiting: 'Waiting',
  begun: 'In progress',
} as const
export type Group = keyof typeof GROUP_TITLES
export const GROUPS = Object.keys(GROUP_TITLES) as readonly Group[]

/** Gives the key by which the queue sorts an inquiry. The key of the last row is the cursor of the next page. */
type QueueKeyOf = (one: states.ListedInquiry) => string

export function queueKeyFunction(service: FilterService): QueueKeyOf {
  const isLate = lateIn(service)
  const today = officeDay(service.clock.now())
  const soon = dayAt(Date.parse(today) + NEAR_DAYS * DAY_MS)
  const groupOf = (one: states.ListedInquiry, near: string | undefined): Group => {
    if (!states.awaitsAnswer(one.state)) return 'begun'
    if (states.isUrgent(one)) return 'urgent'
    return near ? 'dated' : isLate(one) ? 'late' : 'waiting'
  }
  return (one) => {
    const [near] = states.daysOf(one.state).filter((day) => day >= today && day <= soon)
    const group = groupOf(one, near)
    return `${GROUPS.indexOf(group)}/${group === 'dated' ? near : ''}/${cursorOf(one.id)}`
  }
}

export const groupIn = (key: string): Group | undefined => GROUPS[Number(key.split('/')[0])]

function isQueueKey(text: string): boolean {
  const [, , ...cursor] = text.split('/')
  return groupIn(text) !== undefined && isCursor(cursor.join('/'))
}

/** @param after the key of the last inquiry on the previous page, which may have been erased since; only later keys are listed */
export function inQueueOrder(listed: readonly states.ListedInquiry[], keyOf: QueueKeyOf, after = '') {
  const start = isQueueKey(after) ? after : ''
  const keyed = listed.map((one) => ({ one, key: keyOf(one) })).filter(({ key }) => key > start)
  return keyed.sort((first, second) => (first.key < second.key ? -1 : 1)).map(({ one }) => one)
}

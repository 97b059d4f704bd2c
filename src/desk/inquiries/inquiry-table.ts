/** The table of inquiries on every page that lists them; badges for age, dates and status; addresses and forms of one inquiry. */
import { html } from 'hono/html'
import { cursorOf, type InquiryId, parseCursor } from '../../inquiries/inquiry-id.ts'
import { readInFull, type Row } from '../../inquiries/record.ts'
import { callDay, isCleared, isOpen, isUrgent, type ListedInquiry } from '../../inquiries/status.ts'
import { FIRST_LANGUAGE, languageInWords, siteLanguage } from '../../language.ts'
import { topicInWords } from '../../firm/topics.ts'
import { CANNOT_OPEN } from '../../inquiries/card-fields.ts'
import { INQUIRY_FIELDS } from '../../inquiries/inquiry-fields.ts'
import { printable } from '../../letters.ts'
import { ageInWords, lateIn } from '../../inquiries/overdue.ts'
import { dayInWords, daysLeftInWords, daysUntil, officeTime } from '../../dates.ts'
import type { Service } from '../../service/service.ts'
import { PATHS } from '../../site.ts'
import type { Html, InboxContext, SignedIn } from '../page.ts'
import { nameOf, type StaffNames } from '../../staff/staff-member.ts'
import { asTyped, type Cell, deskForm, deskTable, hiddenWords } from '../ui.ts'

/** The stylesheet cuts the text earlier: after one line, or after two in a narrow window. */
const PREVIEW_CHARACTERS = 160

export const INQUIRIES_PATH = PATHS.deskInquiries
export const ALL_INQUIRIES_LINK = html`<p><a href="${INQUIRIES_PATH}">All inquiries</a></p>`

export const inquiryPath = (reference: string) => `${INQUIRIES_PATH}/${reference}`

/** Two inquiries may have the same reference, so the address has the time of receipt too. @param part the rest of the path, like `/erase` */
export const exactPath = ({ reference, receivedAt }: InquiryId, part = '', more: Record<string, string> = {}) =>
  `${inquiryPath(reference)}${part}?${new URLSearchParams({ received: receivedAt, ...more })}`

/** Reads the inquiry that an address of `exactPath` or a form of `changeForm` names. */
export async function readExact({ service, inbox, params, url, form }: InboxContext) {
  const received = form.get('received') ?? url.searchParams.get('received') ?? ''
  const id = parseCursor(`${received}/${params.reference}`)
  return id && readInFull(service.store, inbox, id)
}

/** A form that changes an inquiry. It sends the number of the last change that the member saw. */
export const changeForm = ({ id, state }: ListedInquiry, member: SignedIn, what: string, content: Html): Html =>
  deskForm(
    member,
    { action: inquiryPath(id.reference), fields: { what, seen: state.seq, received: id.receivedAt } },
    content,
  )

type TableContext = Pick<Service, 'clock' | 'firm' | 'practiceAreas'>

const LATE_BADGE = html`<strong class="late">late</strong>`

export function ageBadge(listed: ListedInquiry, context: TableContext, late = LATE_BADGE): Html {
  const { receivedAt } = listed.id
  const age = ageInWords(receivedAt, context.clock.now())
  return html`<time datetime="${receivedAt}" title="${officeTime(receivedAt)}">${age}</time>
    ${lateIn(context)(listed) ? late : ''}`
}

export const NEAR_DAYS = 7

export const flagBadges = ({ state }: Pick<ListedInquiry, 'state'>) => [
  state.answeredAt && html`<strong class="badge near" title="${officeTime(state.answeredAt)}">new answer</strong> `,
  isUrgent({ state }) && html`<strong class="badge near">urgent</strong> `,
]

function dayBadge(what: string, nearDays: number, day: string | undefined, now: Date) {
  if (day === undefined) return undefined
  const near = daysUntil(day, now) <= nearDays ? ' near' : ''
  return html`<strong class="badge${near}" title="${dayInWords(day)}">${what} ${daysLeftInWords(day, now)}</strong> `
}

export const statusBadge = ({ state }: ListedInquiry): Html =>
  html`<span class="status status-${state.status}">${state.status}</span>`

interface RowOptions {
  names: StaffNames
  /** Leaves out the column “Status”. */
  hidesStatus?: boolean
  /** A checkbox before each row, for the form with this id. */
  picks?: { form: string; isTicked(row: Row): boolean }
}

type CellContext = TableContext & RowOptions

export const PICK_FIELD = 'pick'

/** The value is the cursor of the inquiry, a slash, and the number of the last change that the member saw. */
const pickCell = (row: Row, { form, isTicked }: NonNullable<RowOptions['picks']>): Html =>
  html`<label>
      <input type="checkbox" form="${form}" name="${PICK_FIELD}" value="${cursorOf(row.id)}/${row.state.seq}"${isTicked(row) ? html` checked` : ''}>
      <span class="visually-hidden">Select <bdi>${inquirerName(row)}</bdi></span>
    </label>`

function nameCell(row: Row, assignee: string | undefined): Html {
  const { reference } = row.id
  const name = inquirerName(row)
  const isNamed = name !== reference
  return html`<a href="${inquiryPath(reference)}"${isNamed ? html` title="${reference}"` : ''}><bdi>${name}</bdi></a>
      ${assignee ? html`<span class="taken">${hiddenWords('assigned to ')}<bdi>${assignee}</bdi></span>` : ''}
      ${isNamed ? html`<span class="reference">${reference}</span>` : ''}`
}

export function inquiryTable(caption: Html | string, rows: readonly Row[], context: CellContext): Html | '' {
  const { hidesStatus, picks, names } = context
  const columns = {
    ...(picks && { Select: 'pick' }),
    [INQUIRY_FIELDS.name.label]: 'who',
    Age: 'age',
    ...(!hidesStatus && { Status: 'line state' }),
    [INQUIRY_FIELDS.otherParty.label]: 'other',
    'Topic and message': 'long',
  }
  const cellsOf = (row: Row): Cell[] => {
    const { record, state } = row
    const otherParty = record?.request.otherParty?.trim() ? asTyped(record.request.otherParty) : ''
    return [
      ...(picks ? [pickCell(row, picks)] : []),
      nameCell(row, state.assignee && nameOf(state.assignee, names)),
      ageBadge(row, context),
      ...(hidesStatus ? [] : [statusBadge(row)]),
      ...(record ? [otherParty, previewCell(row, record, context)] : [{ span: 2, content: CANNOT_OPEN }]),
    ]
  }
  return deskTable(caption, columns, rows.map(cellsOf), { head: picks ? 1 : 0, className: 'inquiries' })
}

/** @returns the reference if the name is unknown or has no visible characters */
export function inquirerName({ id, record }: Row): string {
  const name = printable(record?.request.name ?? '')
  return name.trim() === '' ? id.reference : name
}

function previewCell({ state }: Row, { request, suspicions }: NonNullable<Row['record']>, context: CellContext): Cell {
  const { practiceAreas, clock } = context
  const message = isCleared({ state }) ? [...printable(request.message).replace(/\s+/g, ' ')] : []
  const about = [
    request.topic && topicInWords(request.topic, practiceAreas),
    siteLanguage(request.language) === FIRST_LANGUAGE ? undefined : languageInWords(request.language ?? ''),
  ].filter(Boolean)
  const flags = [
    ...flagBadges({ state }),
    dayBadge('date', NEAR_DAYS, isOpen(state.status) ? state.date : undefined, clock.now()),
    dayBadge('call back', 0, callDay(state), clock.now()),
    state.lastFinding === 'conflict' ? html`<span class="badge">conflict</span> ` : '',
    suspicions.length > 0 ? html`<span class="badge spam">spam?</span> ` : '',
  ].filter(Boolean)
  const end = message.length > PREVIEW_CHARACTERS ? '…' : ''
  const start = message.slice(0, PREVIEW_CHARACTERS).join('')
  if (about.length + flags.length === 0 && start === '') return ''
  return html`<div class="preview">
    ${about.length > 0 || flags.length > 0 ? html`<span class="about">${flags}${about.join(' · ')}</span>` : ''}
    ${start === '' ? '' : html`<span class="said"><bdi>${start}${end}</bdi></span>`}
  </div>`
}

/** Says how many inquiries a search could not look into. */
export const unopenedInWords = (count: number): Html | '' =>
  count === 0
    ? ''
    : html`<strong>Not searched: ${count === 1 ? '1 inquiry' : `${count} inquiries`} that cannot be opened.</strong>`

/**
 * Inquiries as a table, the same on every page that lists them, and the words and marks of one.
 */
import { html } from 'hono/html'
import { FIRST_LANGUAGE, languageInWords } from '../practice/language.ts'
import { topicInWords } from '../practice/practice-area.ts'
import { printable } from '../practice/printable.ts'
import { isOverdue, ageInWords } from '../practice/waiting.ts'
import { officeTime } from '../practice/office-time.ts'
import type { ListedCase } from '../practice/case-list.ts'
import { statusInWords } from '../practice/case-status.ts'
import type { Row } from '../server/inquiry-reader.ts'
import type { Service } from '../server/service.ts'
import { PATHS } from '../site.ts'
import type { Html } from './desk-page.ts'
import type { StaffNames } from './surroundings.ts'

/** Characters of a message that a row shows. */
const BEGINNING = 90

export const INQUIRIES_PATH = `${PATHS.desk}/inquiries`

/** The page of an inquiry. */
export const inquiryPath = (reference: string) => `${INQUIRIES_PATH}/${reference}`

type Told = Pick<Service, 'clock' | 'firm' | 'practiceAreas'>

/** Whether nobody has answered within the time that the firm promises. */
export const isLate = ({ id, state }: ListedCase, { clock, firm }: Told): boolean =>
  state.status === 'new' && isOverdue(id.receivedAt, clock.now(), firm.replyWithin)

/** How long ago it came in, in words; and that it is late, in a word too. */
export function ageOf(listed: ListedCase, told: Told): Html {
  const { receivedAt } = listed.id
  return html`<time datetime="${receivedAt}" title="${officeTime(receivedAt)}">${ageInWords(receivedAt, told.clock.now())}</time>${isLate(listed, told) ? html` <strong class="badge late">late</strong>` : ''}`
}

export const statusBadge = ({ state }: ListedCase): Html => html`<span class="badge status-${state.status}">${statusInWords(state.status)}</span>`

/**
 * The table.
 * @param caption what is in it
 */
export function inquiryTable(caption: string, rows: readonly Row[], names: StaffNames, told: Told): Html {
  return html`<div class="scroll"><table class="inquiries">
    <caption>${caption}</caption>
    <thead><tr><th scope="col">Reference</th><th scope="col">Age</th><th scope="col">Status</th><th scope="col">Assigned to</th><th scope="col">Name</th><th scope="col">Other side</th><th scope="col">Topic and message</th></tr></thead>
    <tbody>${rows.map((row) => rowOf(row, names, told))}</tbody>
  </table></div>`
}

function rowOf(row: Row, names: StaffNames, told: Told): Html {
  const { id, state, record } = row
  return html`<tr>
    <th scope="row"><a href="${inquiryPath(id.reference)}">${id.reference}</a></th>
    <td>${ageOf(row, told)}</td>
    <td>${statusBadge(row)}</td>
    <td>${state.assignee ? (names.get(state.assignee) ?? state.assignee) : ''}</td>
    ${record ? cellsOf(record, told) : html`<td colspan="3">It was sealed to another key and cannot be opened with this one.</td>`}
  </tr>`
}

function cellsOf({ request, suspicions }: NonNullable<Row['record']>, { practiceAreas }: Told): Html {
  const message = [...printable(request.message).replace(/\s+/g, ' ')]
  return html`<td><bdi>${printable(request.name)}</bdi></td>
    <td><bdi>${printable(request.otherParty ?? '')}</bdi></td>
    <td>${suspicions.length > 0 ? html`<span class="badge spam">spam?</span> ` : ''}${request.topic ? html`<span class="badge">${topicInWords(request.topic, practiceAreas)}</span> ` : ''}${isForeign(request.language) ? html`<span class="badge">${languageInWords(request.language)}</span> ` : ''}<bdi>${message.slice(0, BEGINNING).join('')}${message.length > BEGINNING ? '…' : ''}</bdi></td>`
}

/** Whether somebody who speaks the language is to answer; English goes without saying. */
const isForeign = (tag: string | undefined): tag is string => tag !== undefined && tag.split('-', 1)[0] !== FIRST_LANGUAGE

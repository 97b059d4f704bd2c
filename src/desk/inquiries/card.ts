/** The head of the page of an inquiry: whose it is and what to know before reading; what was just done, and which one is next. */
import { html } from 'hono/html'
import { FOR_SOMEONE_ELSE, isSafe, LAWYER_MEANS, telephoneWarning } from '../../inquiries/safe-contact.ts'
import { CALL_RESULTS, followUpDay } from '../../inquiries/follow-up.ts'
import { findingInWords, isHeld } from '../../inquiries/change.ts'
import { cursorOf, keyPath } from '../../inquiries/inquiry-id.ts'
import { type FullInquiry, openRows, type ReadChange } from '../../inquiries/record.ts'
import { awaitsAnswer, type ListedInquiry } from '../../inquiries/status.ts'
import { promisedDay } from '../../inquiries/overdue.ts'
import * as cardText from '../../inquiries/card-fields.ts'
import { dayInWords, daysUntil, officeTime, weekdayInWords } from '../../dates.ts'
import { topicInWords } from '../../firm/topics.ts'
import { printable } from '../../letters.ts'
import { PATHS } from '../../site.ts'
import { telephoneIn } from '../../telephone.ts'
import type { Service } from '../../service/service.ts'
import type { StaffNames } from '../../staff/staff-member.ts'
import type { DeskContext, Html, InboxContext } from '../page.ts'
import { type FormName, FORMS, isFormName } from './change-forms.ts'
import { ageBadge, dateBadges, inquirerName, inquiryPath, statusBadge } from './inquiry-table.ts'
import type { ReplyState, ReplyStates } from './reply-section.ts'

/** The name of the person, as the first heading; undefined when it is not known. */
export const inquiryHeading = ({ record }: FullInquiry): Html | undefined =>
  record && html`<bdi>${printable(record.request.name)}</bdi>`

/** Below the name: the reference, where the inquiry stands, how to reach the person, and what to know before. */
export function inquiryHead(inquiry: FullInquiry, names: StaffNames, service: Service, jumps: Html): Html {
  const { id, record, state } = inquiry
  const links = record ? cardFields(record, service, names).filter(({ link }) => link) : []
  const wayOf = (field: cardText.CardField) =>
    html`<div>
      <dt class="visually-hidden">${field.label}</dt>
      <dd>${contactOf(field, record, id.reference)}</dd>
    </div>`
  const ways = html`<dl class="card contact">
    ${links.map(wayOf)}
  </dl>`
  return html`<p class="identity">
      <code>${id.reference}</code> ${statusBadge(inquiry)} <span>${ageWords(inquiry, service)}</span>
      <span>assigned to ${state.assignee ? nameOf(state.assignee, names) : NO_ONE}</span>
    </p>
    <div class="reach">
      ${links.length > 0 ? ways : ''} ${jumps}
      ${notesOf(inquiry, service).map((note) => html`<p role="note">${note}</p>`)}
    </div>`
}

function ageWords(inquiry: FullInquiry, service: Service): Html {
  const since = weekdayInWords(promisedDay(inquiry, service.firm), 'en-US')
  return ageBadge(inquiry, service, html`<strong class="badge late">late since ${since}</strong>`)
}

function notesOf(inquiry: FullInquiry, service: Service): Html[] {
  const { record, state, history } = inquiry
  const { date, callBack } = state
  const now = service.clock.now()
  const again = followUpDay(state)
  const isDueNow = again !== undefined && daysUntil(again, now) <= 0
  const badge = (words: string, kind = '') => html`<strong class="badge ${kind}">${words}</strong>`
  const dated = date && `Court date or deadline: ${dayInWords(date)}, as the person says. It has not been checked.`
  const callBy = callBack && `Call back by ${dayInWords(callBack)}, as the person was promised.`
  return [
    ...(date || callBack ? [html`${dateBadges(inquiry, service)} ${dated ?? ''} ${callBy ?? ''}`] : []),
    ...(again && isDueNow
      ? [html`${badge('look again')} ${state.followUp ? `Since ${dayInWords(again)}.` : 'No answer for a week.'}`]
      : []),
    ...(record?.request.writingFor === 'someone_else' ? [html`${badge('for someone else')} ${FOR_SOMEONE_ELSE}`] : []),
    ...(record?.request.hasLawyer === 'yes' ? [html`${badge('has a lawyer')} ${LAWYER_MEANS.yes}`] : []),
    ...(isHeld(history)
      ? [html`${badge('legal hold', 'late')} It is not erased until a lawyer ends the hold. The history says why.`]
      : []),
  ]
}

const NO_ONE = html`<span aria-hidden="true">—</span><span class="visually-hidden">no one</span>`

export const cardFields = (
  record: NonNullable<FullInquiry['record']>,
  { practiceAreas }: Service,
  names: StaffNames,
) => {
  const { topic } = record.request
  return cardText.fieldsOf(record, officeTime(record.receivedAt), topic && topicInWords(topic, practiceAreas), names)
}

/** A way to reach the person. One that is not safe is not a link. */
function contactOf(field: cardText.CardField, record: FullInquiry['record'], reference: string): Html {
  const isMail = field.link === 'mail'
  const isUnsafe = record && !isSafe(record.request, isMail ? 'email' : 'telephone')
  const warning = isMail ? isUnsafe && 'not safe: do not write' : record && telephoneWarning(record.request)
  const shown = valueOf(isUnsafe ? { label: field.label, value: field.value } : field, reference)
  return html`${shown}${warning ? html` <strong class="badge late">${warning}</strong>` : ''}`
}

export function valueOf({ value, link }: cardText.CardField, reference: string): Html {
  const text = html`<bdi>${printable(value)}</bdi>`
  if (link === 'mail') return html`<a href="${mailAddress(value, `Your inquiry ${reference}`)}">${text}</a>`
  const number = link === 'telephone' && telephoneIn(value)
  return number ? html`<a href="tel:${number}">${text}</a>` : text
}

const mailAddress = (to: string, subject: string) =>
  `mailto:${encodeURIComponent(to).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`

export const nameOf = (id: string, names: StaffNames): string => names.get(id) ?? id

/** Parameter with the form that was sent; also the id of the line. */
const DONE = 'done'

export const donePath = (reference: string, what: FormName): string =>
  `${inquiryPath(reference)}?${new URLSearchParams({ [DONE]: what })}`

/** What was done, if the address says that a form was sent and the member's last change is one of that form. */
export function doneWords(
  { member, url }: DeskContext,
  { record, history }: FullInquiry,
  { names, replies }: { names: StaffNames; replies: ReplyStates },
): string | undefined {
  const what = url.searchParams.get(DONE)
  const last = history.findLast(({ by }) => by === member.id)
  if (!last || !isFormName(what) || !FORMS[what].fields.some((field) => last.changed.includes(field))) return undefined
  const assignee = last.assignee === member.id ? 'you' : names.get(last.assignee ?? '')
  const stored = record?.writtenBy !== undefined && last.seq === 1 ? ['The call is stored.'] : []
  return [...stored, ...sentencesOf(last, assignee ?? 'no one', replies.get(last.seq))].join(' ')
}

export const doneLine = (done: string, next: Html) =>
  html`<p role="status" tabindex="-1" id="${DONE}" autofocus class="done">
    <strong>${done}</strong> <span class="next">${next}</span>
  </p>`

function sentencesOf(change: ReadChange, assignee: string, reply: ReplyState | undefined) {
  const { changed, status, finding, hold, contact, followUp } = change
  const states = [
    changed.includes('status') && `now “${status}”`,
    changed.includes('assignee') && `assigned to ${assignee}`,
  ].filter(Boolean)
  return [
    reply?.done,
    contact && `Recorded: ${CALL_RESULTS[contact]}.`,
    states.length > 0 && `The inquiry is ${states.join(' and ')}.`,
    finding && `Marked “${findingInWords(finding)}”.`,
    hold !== undefined && (hold ? 'Under a legal hold.' : 'The legal hold has ended.'),
    changed.includes('follow-up') && (followUp ? `Look again on ${dayInWords(followUp)}.` : 'No day to look again.'),
    changed.includes('note') && 'Note added.',
  ].filter(Boolean)
}

/** The inquiry after this one: of those that wait for an answer the next in time, then the first of them, else the newest that is open. */
export async function nextLine({ service, inbox }: InboxContext, { id }: FullInquiry, open: readonly ListedInquiry[]) {
  const isHere = (one: ListedInquiry) => keyPath(one.id) === keyPath(id)
  const waiting = open.filter(({ state }) => awaitsAnswer(state))
  const others = waiting.filter((one) => !isHere(one))
  const later = others.find((one) => cursorOf(one.id) > cursorOf(id))
  const next = later ?? others[0] ?? open.findLast((one) => !isHere(one))
  const [row] = next ? await openRows(service.store, inbox, [next]) : []
  if (!row) return html`No other inquiry is open. <a href="${PATHS.desk}">Today</a>`
  const { topic } = row.record?.request ?? {}
  const place = waiting.findIndex(isHere) + 1
  const count = `${place > 0 ? `${place} of ` : ''}${waiting.length} waiting`
  return html`Next: <a href="${inquiryPath(row.id.reference)}"><bdi>${inquirerName(row)}</bdi></a>
    ${topic ? html`· ${topicInWords(topic, service.practiceAreas)}` : ''} · ${ageBadge(row, service)} · ${count}`
}

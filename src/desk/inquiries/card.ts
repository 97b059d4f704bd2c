/** The parts of an inquiry's page around the thread: head, facts, what was just done, and the next inquiry. */
import { html } from 'hono/html'
import * as safeContact from '../../inquiries/safe-contact.ts'
import { CALL_RESULTS, followUpDay, awaitsAnswer, FIRST_STATUS, type ListedInquiry } from '../../inquiries/status.ts'
import { findingInWords, isHeld } from '../../inquiries/change.ts'
import { INQUIRY_FIELDS } from '../../inquiries/inquiry-fields.ts'
import { keyPath } from '../../inquiries/inquiry-id.ts'
import { type FullInquiry, openRows, type ReadChange } from '../../inquiries/record.ts'
import { promisedDay } from '../../inquiries/overdue.ts'
import * as cardText from '../../inquiries/card-fields.ts'
import { dayInWords, daysLeftInWords, daysUntil, shortOfficeTime, weekdayInWords } from '../../dates.ts'
import { topicInWords } from '../../firm/topics.ts'
import { PATHS } from '../../site.ts'
import { telephoneIn } from '../../telephone.ts'
import type { Service } from '../../service/service.ts'
import { nameOf, type StaffNames } from '../../staff/staff-member.ts'
import { fill } from '../../words.ts'
import type { DeskContext, Html, InboxContext } from '../page.ts'
import { asTyped, disclosure, factList, hiddenWords } from '../ui.ts'
import words from '../words.json' with { type: 'json' }
import { type FormName, FORMS, isFormName } from './change-forms.ts'
import { inQueueOrder, queueKeyFunction } from './filter.ts'
import { ageBadge, flagBadges, inquirerName, inquiryPath, statusBadge } from './inquiry-table.ts'
import type { ReplyState, ReplyStates } from './inquiry-forms.ts'

/** @param conflicts the content of the row “Conflicts”; '' leaves the row out */
export function inquiryHead(inquiry: FullInquiry, names: StaffNames, service: Service, conflicts: Html | ''): Html {
  const { id, record, state } = inquiry
  const { topic } = record?.request ?? {}
  const { date, callBack } = state
  const contacts = record ? cardFields(record, service, names).flatMap((field) => contactOf(field, record)) : []
  const left = (day: string) => daysLeftInWords(day, service.clock.now())
  const since = weekdayInWords(promisedDay(inquiry, service.firm), 'en-US')
  const late = html`<strong class="badge late">late since ${since}</strong>`
  return html`<p class="identity">
      ${statusBadge(inquiry)} ${flagBadges(inquiry)} ${topic ? html`<span>${topicInWords(topic, service.practiceAreas)}</span>` : ''}
      <span>${ageBadge(inquiry, service, late)}</span>
      <span>${state.assignee ? `assigned to ${nameOf(state.assignee, names)}` : 'not assigned'}</span>
      <code>${id.reference}</code>
    </p>
    ${factList(
      [
        ['Reach', contacts.length > 0 ? html`${contacts}` : ''],
        ['Date', date && html`<strong>${dayInWords(date)}</strong>, ${left(date)}, as the person says; not checked`],
        ['Call back', callBack && html`<strong>${dayInWords(callBack)}</strong>, ${left(callBack)}, as promised`],
        ['Conflicts', conflicts],
      ],
      'head-rows',
    )}
    ${notesOf(inquiry, service).map((note) => note && html`<p role="note">${note}</p>`)}`
}

function notesOf({ record, state, history }: FullInquiry, { clock }: Service) {
  const { writingFor, hasLawyer } = record?.request ?? {}
  const day = followUpDay(state)
  const isDueNow = day !== undefined && daysUntil(day, clock.now()) <= 0
  const badge = (words: string, kind = '') => html`<strong class="badge ${kind}">${words}</strong>`
  return [
    isDueNow && html`${badge('look again')} ${state.followUp ? `Since ${dayInWords(day)}.` : 'No answer for a week.'}`,
    writingFor === 'someone_else' && html`${badge('for someone else')} ${safeContact.FOR_SOMEONE_ELSE}`,
    hasLawyer === 'yes' && html`${badge('has a lawyer')} ${safeContact.LAWYER_MEANS.yes}`,
    isHeld(history) &&
      html`${badge('legal hold', 'late')} It is not erased until a lawyer ends the hold. The history says why.`,
  ]
}

type OpenedRecord = NonNullable<FullInquiry['record']>

function cardFields(record: OpenedRecord, { clock, practiceAreas }: Service, names: StaffNames) {
  const { topic } = record.request
  const received = shortOfficeTime(record.receivedAt, clock.now())
  return cardText.fieldsOf(record, received, topic && topicInWords(topic, practiceAreas), names)
}

/** An unsafe address or number is shown without a link. @returns [] if the field is not an e-mail address or a telephone number */
function contactOf({ label, value, link }: cardText.CardField, { request, reference }: OpenedRecord): Html | [] {
  if (!link) return []
  const isMail = link === 'mail'
  const isUnsafe = !safeContact.isSafe(request, isMail ? 'email' : 'telephone')
  const warning = isMail ? isUnsafe && 'not safe: do not write' : safeContact.telephoneWarning(request)
  const shown = isUnsafe ? asTyped(value) : valueOf({ label, value, link }, reference)
  return html`<span>${hiddenWords(`${label}: `)}${shown}${warning && html` <strong class="badge late">${warning}</strong>`}</span>`
}

function valueOf({ value, link }: cardText.CardField, reference: string): Html {
  const text = asTyped(value)
  if (link === 'mail') return html`<a href="${mailAddress(value, `Your inquiry ${reference}`)}">${text}</a>`
  return link === 'telephone' ? callLink(value, text) : text
}

/** @returns `shown` as a link that calls the number in `text`, if there is one */
export function callLink(text: string, shown: Html): Html {
  const number = telephoneIn(text)
  return number ? html`<a href="tel:${number}">${shown}</a>` : shown
}

const mailAddress = (to: string, subject: string) =>
  `mailto:${encodeURIComponent(to).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`

/** The query parameter with the name of the sent form. Also the HTML id of the line that says what the form did. */
const DONE = 'done'

export const donePath = (reference: string, what: FormName, more: Record<string, string> = {}): string =>
  `${inquiryPath(reference)}?${new URLSearchParams({ [DONE]: what, ...more })}`

/** @returns undefined if the member's last change cannot come from the form that the address names */
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

/** @param changed the inquiry that was changed, if this page shows another one */
export const doneLine = (done: string, next: Html, changed?: FullInquiry) =>
  html`<p role="status" tabindex="-1" id="${DONE}" autofocus class="done">
    <strong>${changed ? html`<a href="${inquiryPath(changed.id.reference)}"><bdi>${inquirerName(changed)}</bdi></a>: ` : ''}${done}</strong>
    <span class="next">${next}</span>
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

/** @param open oldest first @returns as `next` the inquiry after `here` in the queue, else its first inquiry, else the newest of `open` */
export function nextOf(service: Service, here: ListedInquiry, open: readonly ListedInquiry[]) {
  const isHere = (one: ListedInquiry) => keyPath(one.id) === keyPath(here.id)
  const keyOf = queueKeyFunction(service)
  const awaiting = open.filter(({ state }) => awaitsAnswer(state))
  const waiting = inQueueOrder(awaiting, keyOf)
  const others = waiting.filter((one) => !isHere(one))
  // If `here` no longer waits, its position is computed as if it still waited.
  const position = keyOf({ ...here, state: { ...here.state, status: FIRST_STATUS } })
  const next = others.find((one) => keyOf(one) > position) ?? others[0] ?? open.findLast((one) => !isHere(one))
  // `number` is the position of `here` in the queue, from 1, or 0 if `here` does not wait.
  return { next, number: waiting.findIndex(isHere) + 1, waiting: waiting.length }
}

export async function nextLine({ service, inbox }: InboxContext, here: ListedInquiry, open: readonly ListedInquiry[]) {
  const { next, number, waiting } = nextOf(service, here, open)
  const [row] = next ? await openRows(service.store, inbox, [next.id]) : []
  if (!row) return html`No other inquiry is open. <a href="${PATHS.desk}">Today</a>`
  const count = `${number > 0 ? `${number} of ` : ''}${waiting} waiting`
  return html`Next: <a href="${inquiryPath(row.id.reference)}"><bdi>${inquirerName(row)}</bdi></a> · ${ageBadge(row, service)} · ${count}`
}

/** The labels of facts that the page shows in its heading or in `inquiryHead`. */
const IN_HEAD = [
  'Reference',
  'Call back by',
  ...(['name', 'date', 'topic'] as const).map((name) => INQUIRY_FIELDS[name].label),
]

/** A disclosure, closed when the page opens. Its summary says how the message came. */
export function inquiryFacts({ record }: FullInquiry, names: StaffNames, service: Service, vouching: Html | undefined) {
  if (!record) return html``
  const { hasLawyer } = record.request
  const given = record.writtenBy ? 'read out' : cardText.noticeWas(record)
  const noticeKey = record.notice ? given : 'not read out'
  const fields = cardFields(record, service, names).filter(({ label, link }) => !link && !IN_HEAD.includes(label))
  const facts = fields.map((field) => [field.label, valueOf(field, record.reference)] as const)
  const content = html`${factList(facts, 'card')}
    ${vouching ?? ''}
    ${hasLawyer === 'yes' ? '' : html`<p class="small">${hasLawyer ? safeContact.LAWYER_MEANS[hasLawyer] : safeContact.LAWYER_UNKNOWN}</p>`}
    ${record.notice || record.writtenBy ? html`<p class="small">${fill(words.notices[noticeKey], { notice: cardText.noticeInWords(record) })}</p>` : ''}`
  return html`<div class="facts">${disclosure(html`<span>Facts: ${asTyped(fields[1]?.value ?? '')}</span>`, content)}</div>`
}

/** One inquiry as HTML: whose it is, the message, the facts, the history. The forms are in `change-forms.ts` and `reply-section.ts`. */
import { html } from 'hono/html'
import { LAWYER_MEANS, LAWYER_UNKNOWN } from '../../inquiries/has-lawyer.ts'
import { isSafe, telephoneWarning } from '../../inquiries/safe-contact.ts'
import { FOR_SOMEONE_ELSE } from '../../inquiries/writing-for.ts'
import { BY_PERSON, findingInWords, isHeld } from '../../inquiries/history.ts'
import { statusInWords } from '../../inquiries/status.ts'
import { lateIn } from '../../inquiries/overdue.ts'
import * as cardText from '../../inquiries/card-fields.ts'
import { dayInWords, officeTime } from '../../dates.ts'
import { topicInWords } from '../../firm/topics.ts'
import { printable } from '../../inquiries/printable.ts'
import type { FullInquiry } from '../../inquiries/reader.ts'
import { telephoneIn } from '../../telephone.ts'
import type { Service } from '../../service/service.ts'
import type { Html } from '../page.ts'
import { ageBadge, dateBadges, statusBadge } from './inquiry-table.ts'
import { timeElement } from '../ui.ts'
import type { StaffNames } from '../../staff/staff-member.ts'
import type { ReplyStates } from './reply-section.ts'

type InquiryRecord = NonNullable<FullInquiry['record']>

/** The name of the person, as the first heading; undefined when it is not known. */
export const inquiryHeading = ({ record }: FullInquiry): Html | undefined =>
  record && html`<bdi>${printable(record.request.name)}</bdi>`

/** Below the name: the reference, where the inquiry stands, how to reach the person, and what to know before. */
export function inquiryHead(inquiry: FullInquiry, names: StaffNames, service: Service): Html {
  const { id, record, state } = inquiry
  const links = record ? cardFields(record, service, names).filter(({ link }) => link) : []
  return html`<p class="identity"><code>${id.reference}</code> ${statusBadge(inquiry)} <span>${ageBadge(inquiry, service)}</span> <span>assigned to ${state.assignee ? nameOf(state.assignee, names) : NO_ONE}</span></p>
    ${links.length > 0 ? html`<dl class="card contact">${links.map((field) => html`<div><dt class="visually-hidden">${field.label}</dt><dd>${contactOf(field, record, id.reference)}</dd></div>`)}</dl>` : ''}
    ${state.date || state.callBack ? html`<p role="note">${dateBadges(inquiry, service)}${state.date ? ` Court date or deadline: ${dayInWords(state.date)}, as the person says. It has not been checked.` : ''}${state.callBack ? ` Call back by ${dayInWords(state.callBack)}, as the person was promised.` : ''}</p>` : ''}
    ${record?.request.writingFor === 'someone_else' ? html`<p role="note"><strong class="badge">for someone else</strong> ${FOR_SOMEONE_ELSE}</p>` : ''}
    ${record ? lawyerNote(record) : ''}
    ${isHeld(inquiry.history) ? html`<p role="note"><strong class="badge late">legal hold</strong> It is not erased until a lawyer ends the hold. The history says why.</p>` : ''}
    ${lateIn(service)(inquiry) ? html`<p role="status"><strong>Late: not answered ${state.callBack ? 'by the day that the person was promised' : `within ${service.firm.replyWithin}, as the site promises`}.</strong></p>` : ''}`
}

/** A dash to see, words to hear. */
const NO_ONE = html`<span aria-hidden="true">—</span><span class="visually-hidden">no one</span>`

/** What the person wrote. */
export function inquiryMessage({ record }: FullInquiry): Html {
  if (!record) return html`<p role="alert"><strong>${cardText.CANNOT_OPEN}</strong></p>`
  const { suspicions } = record
  return html`<section class="said">
    ${suspicions.length > 0 ? html`<p role="note"><strong class="badge spam">spam?</strong> It may be spam: ${suspicions.join(', ')}. Do not follow links in it unless you are sure.</p>` : ''}
    ${cardText.textsOf(record).map(
      ({ label, value }) => html`<h2>${label}</h2>
    <pre class="message">${`\n${printable(value)}`}</pre>
    `,
    )}</section>`
}

/** Who they are and how the inquiry came. How to reach them stands in the head. */
export function inquiryFacts({ record }: FullInquiry, names: StaffNames, service: Service): Html {
  if (!record) return html``
  const facts = cardFields(record, service, names).filter(({ link }) => !link)
  return html`<section class="facts" aria-labelledby="facts">
    <h2 id="facts">Facts</h2>
    <dl class="card">${facts.map((field) => html`<div><dt>${field.label}</dt><dd>${valueOf(field, record.reference)}</dd></div>`)}</dl>
    ${record.notice || record.writtenBy ? html`<p class="small">${noticeSentence(record)}</p>` : ''}
  </section>`
}

const cardFields = (record: InquiryRecord, { practiceAreas }: Service, names: StaffNames) => {
  const { topic } = record.request
  return cardText.fieldsOf(record, officeTime(record.receivedAt), topic && topicInWords(topic, practiceAreas), names)
}

export function inquiryHistory({ id, history }: FullInquiry, names: StaffNames, replies: ReplyStates): Html {
  return html`<section class="past" aria-labelledby="history">
    <h2 id="history">History</h2>
    <ol class="history">
      <li>${timeElement(id.receivedAt)}: received</li>
      ${history.map((change) => historyItem(change, names, replies.get(change.seq)?.words))}
    </ol>
  </section>`
}

/** What the answer means for speaking with the person. */
function lawyerNote({ request: { hasLawyer } }: InquiryRecord): Html {
  const badge = hasLawyer === 'yes' ? html`<strong class="badge">has a lawyer</strong> ` : ''
  return html`<p role="note"${badge ? '' : html` class="small"`}>${badge}${hasLawyer ? LAWYER_MEANS[hasLawyer] : LAWYER_UNKNOWN}</p>`
}

function noticeSentence(record: InquiryRecord): string {
  if (record.writtenBy !== undefined)
    return record.notice
      ? `The person was read the notice of ${cardText.noticeInWords(record)} on the telephone: no attorney-client relationship, no legal advice.`
      : 'The notices were not read out: read or send them.'
  const was = cardText.noticeWas(record)
  return was !== 'in force'
    ? `The person ${was === 'ticked' ? 'checked that they had read' : 'was shown'} the notice of ${cardText.noticeInWords(record)} before sending: no attorney-client relationship, no legal advice.`
    : `The notice of ${cardText.noticeInWords(record)} was in force: no attorney-client relationship, no legal advice. It was sent to the program with the receipt. Whether the person saw it is not known here.`
}

/** A way to reach the person. One that is not safe is not a link. */
function contactOf(field: cardText.CardField, record: InquiryRecord | undefined, reference: string): Html {
  const isMail = field.link === 'mail'
  const isUnsafe = record && !isSafe(record.request, isMail ? 'email' : 'telephone')
  const warning = isMail ? isUnsafe && 'not safe: do not write' : record && telephoneWarning(record.request)
  const shown = valueOf(isUnsafe ? { label: field.label, value: field.value } : field, reference)
  return html`${shown}${warning ? html` <strong class="badge late">${warning}</strong>` : ''}`
}

function valueOf({ value, link }: cardText.CardField, reference: string): Html {
  const text = html`<bdi>${printable(value)}</bdi>`
  if (link === 'mail')
    return html`<a href="mailto:${encodeURIComponent(value).replace('%40', '@')}?subject=${encodeURIComponent(`Your inquiry ${reference}`)}">${text}</a>`
  const number = link === 'telephone' && telephoneIn(value)
  return number ? html`<a href="tel:${number}">${text}</a>` : text
}

function historyItem(
  { at, by, changed, status, assignee, texts, finding, hold }: FullInquiry['history'][number],
  names: StaffNames,
  reply: Html | string | undefined,
): Html {
  const what = [
    changed.includes('status') && `status: ${statusInWords(status)}`,
    changed.includes('assignee') && (assignee ? `assigned to ${nameOf(assignee, names)}` : 'not assigned'),
    finding && `check for conflicts: ${findingInWords(finding)}`,
    changed.includes('read') && 'read in spite of a possible conflict',
    hold !== undefined && (hold ? 'legal hold' : 'legal hold ended'),
    changed.includes('note') && 'note',
    changed.includes('reply') && 'reply',
    changed.includes('ask') && 'the person may answer it',
    changed.includes('answer') && 'answer',
  ].filter(Boolean)
  return html`<li>${timeElement(at)}, ${by === BY_PERSON ? 'the person' : nameOf(by, names)}: ${what.join(', ')}${reply ? html` (${reply})` : ''}${texts.map((text) => html`<pre class="note">${`\n${printable(text)}`}</pre>`)}</li>`
}

/** A member's name; their id if it is not known. */
export const nameOf = (id: string, names: StaffNames): string => names.get(id) ?? id

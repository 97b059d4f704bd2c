/**
 * One inquiry as HTML: its fields, its history, and the forms to change it. The form to reply is in `reply-section.ts`.
 */
import { html } from 'hono/html'
import { type Finding, findingInWords } from '../../inquiries/history.ts'
import { isStatus, nextStatuses, statusInWords } from '../../inquiries/status.ts'
import { CANNOT_OPEN, type CardField, fieldsOf, noticeWasShown, textsOf } from '../../inquiries/card-fields.ts'
import { officeTime } from '../../dates.ts'
import { topicInWords } from '../../firm/practice-area.ts'
import { printable } from '../../inquiries/printable.ts'
import type { FullInquiry } from '../../inquiries/reader.ts'
import type { Service } from '../../service/service.ts'
import { hiddenFields, selectField, textField } from '../ui/form-fields.ts'
import type { Html, SignedIn } from '../page.ts'
import { ageBadge, inquiryPath, isLate, statusBadge } from './inquiry-table.ts'
import { describedByAlert, timeElement } from '../ui/format.ts'
import type { StaffNames } from '../../staff/staff-names.ts'

/** The forms of the page. Value of the hidden field `what`, and name of the form's main field. */
export type FormName = 'status' | 'assignee' | 'note' | 'reply' | 'conflict'

/** What was typed into a form that was rejected, to be shown again. */
export interface TypedForm {
  what: FormName
  status: string
  assignee: string
  note: string
  /** What the check for conflicts found, by the button that was pressed. */
  finding?: Finding | undefined
}

const EMPTY_FORM: TypedForm = { what: 'note', status: '', assignee: '', note: '' }

/** The card: the fields, the message. */
export function inquiryCard(inquiry: FullInquiry, names: StaffNames, service: Service): Html {
  const { record, state } = inquiry
  return html`<p>${statusBadge(inquiry)} ${ageBadge(inquiry, service)}${state.assignee ? html` · assigned to ${nameOf(state.assignee, names)}` : ''}</p>
    ${isLate(inquiry, service) ? html`<p role="status"><strong>Late: not answered within ${service.firm.replyWithin}, as the site promises.</strong></p>` : ''}
    ${record ? messageSection(record, service) : html`<p role="alert"><strong>${CANNOT_OPEN}</strong></p>`}`
}

/**
 * What was done with an inquiry.
 * @param replies what became of each reply, by the number of its change
 */
export function inquiryHistory(
  { id, history }: FullInquiry,
  names: StaffNames,
  replies: ReadonlyMap<number, Html | string>,
): Html {
  return html`<section aria-labelledby="history">
    <h2 id="history">History</h2>
    <ol class="history">
      <li>${timeElement(id.receivedAt)}: received</li>
      ${history.map((change) => historyItem(change, names, replies.get(change.seq)))}
    </ol>
  </section>`
}

function messageSection(
  record: NonNullable<FullInquiry['record']>,
  { practiceAreas }: Pick<Service, 'practiceAreas'>,
): Html {
  const { topic } = record.request
  const mayBeSpam = record.suspicions.length > 0
  return html`${mayBeSpam ? html`<p role="note"><strong class="badge spam">spam?</strong> It may be spam: ${record.suspicions.join(', ')}. Do not follow links in it unless you are sure.</p>` : ''}
    <dl class="card">${fieldsOf(record, officeTime(record.receivedAt), topic && topicInWords(topic, practiceAreas)).map((field) => html`<div><dt>${field.label}</dt><dd>${valueOf(field, record.reference)}</dd></div>`)}</dl>
    ${textsOf(record).map(
      ({ label, value }) => html`<h2>${label}</h2>
    <pre class="message">${`\n${printable(value)}`}</pre>
    `,
    )}${record.notice ? html`<p class="small">${noticeSentence(record)}</p>` : ''}`
}

const noticeSentence = (record: NonNullable<FullInquiry['record']>): string =>
  noticeWasShown(record)
    ? `The person was shown the notice of ${record.notice} before sending: no attorney-client relationship, no legal advice.`
    : `The notice of ${record.notice} was in force: no attorney-client relationship, no legal advice. It was sent to the program with the receipt. Whether the person saw it is not known here.`

function valueOf({ value, link }: CardField, reference: string): Html {
  const text = html`<bdi>${printable(value)}</bdi>`
  if (link === 'mail')
    return html`<a href="mailto:${encodeURIComponent(value).replace('%40', '@')}?subject=${encodeURIComponent(`Your inquiry ${reference}`)}">${text}</a>`
  // Without the extension, which telephones cannot dial.
  if (link === 'telephone') return html`<a href="tel:${(value.split('x')[0] ?? '').replace(/[^\d+]/g, '')}">${text}</a>`
  return text
}

function historyItem(
  { at, by, changed, status, assignee, texts, finding }: FullInquiry['history'][number],
  names: StaffNames,
  reply: Html | string | undefined,
): Html {
  const what = [
    changed.includes('status') && `status: ${statusInWords(status)}`,
    changed.includes('assignee') && (assignee ? `assigned to ${nameOf(assignee, names)}` : 'not assigned'),
    finding && `check for conflicts: ${findingInWords(finding)}`,
    changed.includes('note') && 'note',
    changed.includes('reply') && 'reply',
  ].filter(Boolean)
  return html`<li>${timeElement(at)}, ${nameOf(by, names)}: ${what.join(', ')}${reply ? html` (${reply})` : ''}${texts.map((text) => html`<pre class="note">${`\n${printable(text)}`}</pre>`)}</li>`
}

const nameOf = (id: string, names: StaffNames) => names.get(id) ?? id

/**
 * The forms.
 * @param staff names of all members, and of current ones
 * @param refusal what was typed into a rejected form, and the invalid field
 */
export function inquiryForms(
  { id, state }: FullInquiry,
  staff: { names: StaffNames; current: StaffNames },
  member: SignedIn,
  refusal: { typed: TypedForm; field?: FormName } = { typed: EMPTY_FORM },
): Html {
  const { typed } = refusal
  const errorMark = (what: FormName, field: FormName) =>
    typed.what === what && refusal.field === field ? describedByAlert : html``
  const form = (
    what: FormName,
    button: string,
    fields: Html,
  ) => html`<form method="post" action="${inquiryPath(id.reference)}" class="change">
    ${hiddenFields(member, { what, seen: state.seq, received: id.receivedAt })}
    ${fields}
    <button type="submit">${button}</button>
  </form>`
  const noteOf = (what: FormName) => (typed.what === what ? typed.note : '')
  const nextStates = nextStatuses(state.status)
  const chosen = isStatus(typed.status) && nextStates.includes(typed.status) ? typed.status : (nextStates[0] ?? '')
  // A former member stays selected until the inquiry is assigned to someone else.
  const formerAssignee =
    state.assignee !== undefined && !staff.current.has(state.assignee)
      ? [[state.assignee, `${nameOf(state.assignee, staff.names)} (no longer works here)`] as const]
      : []
  const choices = [['', 'no one'], ...formerAssignee, ...staff.current] as const
  return html`<section class="forms" aria-labelledby="next">
    <h2 id="next">What comes next</h2>
    ${form(
      'status',
      'Change the status',
      html`${selectField({
        name: 'status',
        label: `Status, now ${statusInWords(state.status)}`,
        value: chosen,
        options: nextStates.map((status) => [status, statusInWords(status)]),
        mark: errorMark('status', 'status'),
      })}
      ${textField({ id: 'status-note', name: 'note', label: 'Note (optional)', value: noteOf('status'), mark: errorMark('status', 'note') })}`,
    )}
    ${form('assignee', 'Assign', selectField({ name: 'assignee', label: 'Assigned to', value: typed.what === 'assignee' ? typed.assignee : (state.assignee ?? ''), options: choices, mark: errorMark('assignee', 'assignee') }))}
    ${form('note', 'Add the note', textField({ id: 'note', name: 'note', label: 'Note', value: noteOf('note'), mark: errorMark('note', 'note') }))}
    ${member.owner ? html`<p><a href="${inquiryPath(id.reference)}/erase?received=${encodeURIComponent(id.receivedAt)}">Erase what this person sent</a></p>` : ''}
  </section>`
}

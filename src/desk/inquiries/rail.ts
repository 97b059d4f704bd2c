/** The rail beside the thread: what can be done with the inquiry, and its facts. */
import { html } from 'hono/html'
import { officeTime } from '../../dates.ts'
import * as cardText from '../../inquiries/card-fields.ts'
import { CALL_RESULTS } from '../../inquiries/follow-up.ts'
import { INQUIRY_FIELDS } from '../../inquiries/inquiry-fields.ts'
import { LAWYER_MEANS, LAWYER_UNKNOWN } from '../../inquiries/safe-contact.ts'
import { isHeld, lastMark } from '../../inquiries/change.ts'
import type { FullInquiry } from '../../inquiries/record.ts'
import { CLIENT_STATUS, isOpen, isStatus, nextStatuses, type Status } from '../../inquiries/status.ts'
import type { Service } from '../../service/service.ts'
import type { StaffNames } from '../../staff/staff-member.ts'
import type { Html, SignedIn } from '../page.ts'
import { dayField, disclosure, selectField, textField } from '../ui.ts'
import { cardFields, nameOf, valueOf } from './card.ts'
import type { RefusedForm } from './change-forms.ts'
import { downloadLinks } from './hand-over.ts'
import { changeForm, exactPath } from './inquiry-table.ts'

const NOTE_ROWS = 2

/** @param mark the buttons that mark the check for conflicts */
export function inquiryForms(
  inquiry: FullInquiry,
  office: { names: StaffNames; current: StaffNames; retentionDays: number },
  member: SignedIn,
  { typed, mark }: { typed: RefusedForm | undefined; mark: Html | '' },
): Html {
  const { id, state } = inquiry
  const isShown = isOpen(state.status)
  const take = html`<button type="submit" class="quiet">Take it</button>`
  return html`<section class="forms" aria-labelledby="next">
    <h2 id="next">What comes next</h2>
    ${mark}
    ${isShown && state.assignee !== member.id ? changeForm(inquiry, member, 'take', take) : ''}
    ${saveForm(inquiry, office, member, typed?.what === 'save' ? typed : undefined)}
    ${isShown ? changeForm(inquiry, member, 'contact', contactButtons) : ''}
    <p><a href="${exactPath(id, '/appointment')}">${state.appointmentAt ? `Appointment: ${officeTime(state.appointmentAt)}` : 'Make an appointment'}</a></p>
    ${state.status === CLIENT_STATUS ? downloadLinks(id) : ''}
    ${member.lawyer ? holdForm(inquiry, member, typed?.what === 'hold' ? typed : undefined) : ''}
    ${member.owner ? html`<p><a href="${exactPath(id, '/erase')}">Erase what this person sent</a></p>` : ''}
  </section>`
}

/** Status, assignee, note and day in one form: what differs is changed. */
function saveForm(
  inquiry: FullInquiry,
  { names, current, retentionDays }: { names: StaffNames; current: StaffNames; retentionDays: number },
  member: SignedIn,
  typed: RefusedForm | undefined,
): Html {
  const { state, history } = inquiry
  const { errors = {} } = typed ?? {}
  const statuses = [state.status, ...nextStatuses(state.status, lastMark(history)?.finding)]
  // A former member stays selected until the inquiry is assigned to someone else.
  const formerAssignee =
    state.assignee !== undefined && !current.has(state.assignee)
      ? [[state.assignee, `${nameOf(state.assignee, names)} (no longer works here)`] as const]
      : []
  const asNow = (status: Status) => `${status}${status === state.status ? ', as now' : ''}`
  const fields = html`
    ${selectField({
      name: 'status',
      label: 'Status',
      value: isStatus(typed?.status) ? typed.status : state.status,
      options: statuses.map((status) => [status, asNow(status)]),
      error: errors.status,
    })}
    ${keptHint(state.status, retentionDays)}
    ${selectField({
      name: 'assignee',
      label: 'Assigned to',
      value: typed?.assignee ?? state.assignee ?? '',
      options: [['', 'no one'], ...formerAssignee, ...current],
      error: errors.assignee,
    })}
    ${textField({
      id: 'note',
      name: 'note',
      label: 'Note, only for the office',
      value: typed?.note ?? '',
      rows: NOTE_ROWS,
      error: errors.note,
    })}
    <div class="send">
      ${dayField({
        name: 'followUp',
        label: 'Look again on',
        value: typed?.followUp ?? state.followUp ?? '',
        error: errors.followUp,
      })}
      <button type="submit" class="quiet">Save</button>
    </div>
  `
  return changeForm(inquiry, member, 'save', fields)
}

const keptHint = (status: Status, days: number) =>
  html`<p class="hint">
    ${
      status === CLIENT_STATUS
        ? `Client matter: once you close it, it is deleted ${days} days later. First copy what belongs in the file.`
        : `Once declined or closed, it is deleted ${days} days later.`
    }
  </p>`

const contactButtons = html`<div class="called">
  <span>Called:</span>
  ${Object.entries(CALL_RESULTS).map(
    ([contact, words]) => html`<button type="submit" name="contact" value="${contact}" class="link">${words}</button>`,
  )}
</div>`

function holdForm(inquiry: FullInquiry, member: SignedIn, typed: RefusedForm | undefined): Html {
  const held = isHeld(inquiry.history)
  const hint = held
    ? 'The inquiry is then erased like any other.'
    : 'For a dispute, a complaint or a subpoena (rule 4-3.4(a)): it is not erased until a lawyer ends the hold.'
  const { note = '', errors } = typed ?? {}
  const fields = html`<p class="hint">${hint}</p>
    <input type="hidden" name="hold" value="${held ? 'end' : 'begin'}">
    ${textField({ id: 'hold-note', name: 'note', label: 'Why', value: note, rows: NOTE_ROWS, error: errors?.note })}
    <button type="submit" class="quiet">${held ? 'End the hold' : 'Hold it'}</button>`
  const form = changeForm(inquiry, member, 'hold', fields)
  return disclosure(held ? 'End the legal hold' : 'Legal hold', form, typed !== undefined)
}

const IN_HEAD: ReadonlySet<string> = new Set([
  'Reference',
  'Call back by',
  ...(['name', 'date'] as const).map((name) => INQUIRY_FIELDS[name].label),
])

/** What the person said, and how the inquiry came; without what the head shows. */
export function inquiryFacts(
  { record }: FullInquiry,
  names: StaffNames,
  service: Service,
  vouching: Html | undefined,
): Html {
  if (!record) return html``
  const { hasLawyer } = record.request
  const facts = cardFields(record, service, names).filter(({ label, link }) => !link && !IN_HEAD.has(label))
  const factOf = (field: cardText.CardField) =>
    html`<div>
      <dt>${field.label}</dt>
      <dd>${valueOf(field, record.reference)}</dd>
    </div>`
  return html`<section class="facts" aria-labelledby="facts">
    <h2 id="facts">Facts</h2>
    <dl class="card">
      ${facts.map(factOf)}
    </dl>
    ${vouching ?? ''}
    ${hasLawyer === 'yes' ? '' : html`<p class="small">${hasLawyer ? LAWYER_MEANS[hasLawyer] : LAWYER_UNKNOWN}</p>`}
    ${record.notice || record.writtenBy ? html`<p class="small">${noticeSentence(record)}</p>` : ''}
  </section>`
}

function noticeSentence(record: NonNullable<FullInquiry['record']>): string {
  if (record.writtenBy !== undefined)
    return record.notice
      ? `The person was read the notice of ${cardText.noticeInWords(record)} on the telephone: no attorney-client relationship, no legal advice.`
      : 'The notices were not read out: read or send them.'
  const was = cardText.noticeWas(record)
  return was !== 'in force'
    ? `The person ${was === 'ticked' ? 'checked that they had read' : 'was shown'} the notice of ${cardText.noticeInWords(record)} before sending: no attorney-client relationship, no legal advice.`
    : `The notice of ${cardText.noticeInWords(record)} was in force: no attorney-client relationship, no legal advice. It was sent to the program with the receipt. Whether the person saw it is not known here.`
}

/**
 * The forms to change an inquiry: take it, its status, a note, its assignee. The form to reply is in `reply-section.ts`.
 */
import { html } from 'hono/html'
import type { FullInquiry } from '../../inquiries/reader.ts'
import { isOpen, isStatus, nextStatuses, statusInWords } from '../../inquiries/status.ts'
import type { StaffNames } from '../../staff/staff-names.ts'
import type { Html, SignedIn } from '../page.ts'
import { hiddenFields, selectField, textField } from '../ui/form-fields.ts'
import { describedByAlert } from '../ui/format.ts'
import { nameOf } from './card.ts'
import type { FormName, RefusalText, TypedForm } from './inquiry-changes.ts'
import { inquiryPath } from './inquiry-table.ts'

const EMPTY_FORM: TypedForm = { what: 'note', status: '', assignee: '', note: '' }
/** Lines of a note that is shown empty: the forms are to stand on one screen. */
const NOTE_ROWS = 2

/**
 * The forms.
 * @param office names of all members, and of current ones; how long a closed inquiry is kept, days
 * @param refusal what was typed into a rejected form, and the invalid field
 */
export function inquiryForms(
  { id, state }: FullInquiry,
  { names, current, retentionDays }: { names: StaffNames; current: StaffNames; retentionDays: number },
  member: SignedIn,
  refusal: { typed: TypedForm; field?: RefusalText['field'] } = { typed: EMPTY_FORM },
): Html {
  const { typed } = refusal
  const errorMark = (what: FormName, field: RefusalText['field']) =>
    typed.what === what && refusal.field === field ? describedByAlert : html``
  const form = (
    what: FormName,
    button: string,
    fields: Html,
  ) => html`<form method="post" action="${inquiryPath(id.reference)}" class="change">
    ${hiddenFields(member, { what, seen: state.seq, received: id.receivedAt })}
    ${fields}
    <button type="submit" class="quiet">${button}</button>
  </form>`
  const noteOf = (what: FormName) => (typed.what === what ? typed.note : '')
  const nextStates = nextStatuses(state.status)
  const chosen = isStatus(typed.status) && nextStates.includes(typed.status) ? typed.status : (nextStates[0] ?? '')
  // A former member stays selected until the inquiry is assigned to someone else.
  const formerAssignee =
    state.assignee !== undefined && !current.has(state.assignee)
      ? [[state.assignee, `${nameOf(state.assignee, names)} (no longer works here)`] as const]
      : []
  const choices = [['', 'no one'], ...formerAssignee, ...current] as const
  return html`<section class="forms" aria-labelledby="next">
    <h2 id="next">What comes next</h2>
    ${isOpen(state.status) && state.assignee !== member.id ? form('take', 'Take it', html``) : ''}
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
      ${state.status === 'retained' ? html`<p class="hint">Of a client: when you close it, it is deleted ${retentionDays} days later. Copy what belongs into the file first.</p>` : ''}
      ${textField({ id: 'status-note', name: 'note', label: 'Note (optional)', value: noteOf('status'), rows: NOTE_ROWS, mark: errorMark('status', 'note') })}`,
    )}
    ${form('note', 'Add the note', textField({ id: 'note', name: 'note', label: 'Note', value: noteOf('note'), rows: NOTE_ROWS, mark: errorMark('note', 'note') }))}
    ${form('assignee', 'Assign', selectField({ name: 'assignee', label: 'Assigned to', value: typed.what === 'assignee' ? typed.assignee : (state.assignee ?? ''), options: choices, mark: errorMark('assignee', 'assignee') }))}
    ${member.owner ? html`<p><a href="${inquiryPath(id.reference)}/erase?received=${encodeURIComponent(id.receivedAt)}">Erase what this person sent</a></p>` : ''}
  </section>`
}

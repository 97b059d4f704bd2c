/** The forms that change an inquiry: what each does, when it is refused, and those beside the message as HTML. */
import { html } from 'hono/html'
import { type ConflictCheck, mayRetain, newestHit } from '../../inquiries/conflict-check.ts'
import { type ChangeOutcome, type InquiryChange, MAX_NOTE_LENGTH } from '../../inquiries/change.ts'
import { type ChangedField, type Finding, FINDINGS, type InquiryState, lastMark } from '../../inquiries/history.ts'
import type { FullInquiry } from '../../inquiries/reader.ts'
import { safeEmail } from '../../inquiries/safe-contact.ts'
import { CLIENT_STATUS, isStatus, isOpen, nextStatuses, SPAM_STATUS, statusInWords } from '../../inquiries/status.ts'
import { listInWords, withCommas } from '../../language.ts'
import { canSend } from '../../mail/message.ts'
import { changeInquiry } from '../../service/change-inquiry.ts'
import type { Service } from '../../service/service.ts'
import { currentStaff, type StaffNames } from '../../staff/staff-member.ts'
import type { DeskContext, Html, SignedIn } from '../page.ts'
import { passagesLeft } from './reply-section.ts'
import { selectField, textField, describedByAlert } from '../ui.ts'
import { nameOf } from './card.ts'
import { holdForm } from './hold-form.ts'
import { changeForm, inquiryPath } from './inquiry-table.ts'

/** Value of the hidden field `what`. */
export type FormName = 'conflict' | 'read-anyway' | 'reply' | 'take' | 'status' | 'assignee' | 'note' | 'hold'

export interface TypedForm {
  what: FormName
  status: string
  assignee: string
  note: string
  /** What the check for conflicts found, by the button that was pressed. */
  finding?: Finding | undefined
  /** Whether the firm's other records were checked too. */
  checkedElsewhere?: boolean
  /** Whether a legal hold begins, or ends. */
  hold?: boolean
  /** Whether the person may answer the reply. */
  asks?: boolean
}

/** Why a reply was not sent, or what a conflict of interest forbids. */
type ReplyRefusal = 'no-mail' | 'no-text' | 'unfinished'
type ConflictRefusal = 'not-lawyer' | 'unmarked' | 'no-reason' | 'no-hold-reason' | 'new-hit' | 'unchecked'
type Outcome = ChangeOutcome | ReplyRefusal | ConflictRefusal

/** A change that was not made, as the page says it, and the invalid field. What was typed is still in the form. */
export interface RefusalText {
  text: string
  field?: Exclude<keyof TypedForm, 'what'>
  /** 422 if left out. */
  status?: number
}

export const REFUSALS: Readonly<Record<Exclude<Outcome, 'done' | 'gone'>, RefusalText>> = {
  changed: {
    status: 409,
    text: 'Someone else changed this inquiry meanwhile, so your change was not made. The history below shows what happened; what you wrote is still in the form. Send it again if it is still right.',
  },
  nothing: { text: 'This would change nothing, so nothing was done.' },
  'out-of-turn': { text: 'This status cannot follow the current one, so nothing was done.', field: 'status' },
  'too-long': {
    text: `The note has more than ${withCommas(MAX_NOTE_LENGTH)} characters, so nothing was stored. It is still in the form: shorten it, or add it as two notes.`,
    field: 'note',
  },
  'no-day': { text: 'Choose a day from today on, or none. Nothing was done.' },
  'unknown-assignee': {
    text: 'The person you chose is not a current member of staff, so nothing was done.',
    field: 'assignee',
  },
  full: { text: 'This inquiry has reached the maximum number of changes, so nothing was done.' },
  'no-mail': { text: 'No mail server is set or the inquiry cannot be opened, so nothing was sent.' },
  'no-address': {
    text: 'The person gave no e-mail address, or said that mail is not safe, so nothing was sent: call them.',
  },
  'no-text': { text: 'The reply has no text, so nothing was sent.', field: 'note' },
  'not-lawyer': { status: 403, text: 'Nothing was done, and what you wrote is still in the form.' },
  unmarked: {
    text: 'An inquiry can be retained only after a lawyer has marked it “No conflict”, and after any hit that came later was marked too. Nothing was done; what you wrote is still in the form.',
    field: 'status',
  },
  'has-conflict': {
    text: 'This inquiry is marked “Conflict”, so it can only be declined. Nothing was done; what you wrote is still in the form.',
    field: 'status',
  },
  'new-hit': {
    status: 409,
    text: 'A possible conflict was found after you opened this page, so nothing was marked. Look at the check below; what you wrote is still in the form.',
  },
  unchecked: {
    text: 'No reply can be sent before a lawyer has marked the check for conflicts. Nothing was sent; what you wrote is still in the form.',
  },
  'no-reason': { text: 'Write why you read the message: the reason is recorded. It is not shown yet.', field: 'note' },
  'no-hold-reason': { text: 'Write why: the reason stays in the history. Nothing was done yet.', field: 'note' },
  unfinished: {
    text: 'The reply has a passage in square brackets that is still to be filled in, so nothing was sent.',
    field: 'note',
  },
}

/** Who may mark, for those who may not. */
export const lawyersOnly = (lawyers: readonly string[]): string =>
  lawyers.length > 0
    ? `A lawyer of the firm decides on conflicts and holds: ${listInWords(lawyers, 'or')}.`
    : 'A lawyer of the firm decides on conflicts and holds, and no member has that role yet: an owner gives it on the Staff page.'

interface FormRow {
  /** @param by id of the member who sent the form */
  change(typed: TypedForm, by: string, state: InquiryState): InquiryChange
  /** Why it is not made, other than what `changeInquiry` finds. */
  refuse?(service: Service, inquiry: FullInquiry, change: InquiryChange): Promise<Outcome | undefined>
  /** The field of the history that shows that it was done. */
  field: ChangedField
}

const statusOf = ({ status }: Pick<TypedForm, 'status'>) => (isStatus(status) ? status : undefined)

/** In the order of the page. */
export const FORMS: Readonly<Record<FormName, FormRow>> = {
  conflict: {
    change: ({ finding, checkedElsewhere, note, ...typed }) =>
      finding ? { finding, checkedElsewhere, note, status: statusOf(typed) } : {},
    field: 'conflict',
  },
  'read-anyway': { change: ({ note }) => ({ readAnyway: true, note }), field: 'read' },
  reply: {
    // One that is assigned to no one is assigned to the member who replies.
    change: (typed, by, { assignee = by }) => ({
      reply: typed.note.trim(),
      ask: typed.asks,
      assignee,
      status: statusOf(typed),
    }),
    async refuse(service, { record }, { reply = '' }) {
      if (!record || !canSend(service, 'reply')) return 'no-mail'
      if (safeEmail(record.request) === undefined) return 'no-address'
      if (reply === '') return 'no-text'
      return (await passagesLeft(service, reply)).length > 0 ? 'unfinished' : undefined
    },
    field: 'reply',
  },
  take: { change: (_typed, assignee) => ({ assignee }), field: 'assignee' },
  status: { change: (typed) => ({ status: statusOf(typed), note: typed.note }), field: 'status' },
  assignee: {
    change: ({ assignee }) => ({ assignee: assignee || null }),
    refuse: async (service, _inquiry, { assignee }) =>
      assignee && !(await currentStaff(service)).has(assignee) ? 'unknown-assignee' : undefined,
    field: 'assignee',
  },
  note: { change: ({ note }) => ({ note }), field: 'note' },
  hold: { change: ({ hold = true, note }) => ({ hold, note }), field: 'hold' },
}

export const isFormName = (what: string | null): what is FormName => what !== null && Object.hasOwn(FORMS, what)

/** Hidden field of the mark: the newest hit that was seen. */
export const NEWEST_HIT = 'hit'

/** What a conflict of interest, or a check that is missing, forbids. */
async function conflictRefusal(
  { member, form }: Pick<DeskContext, 'member' | 'form'>,
  { finding, status, readAnyway, hold, reply, ask, note = '' }: InquiryChange,
  { state, history }: FullInquiry,
  check: () => Promise<ConflictCheck | undefined>,
): Promise<ConflictRefusal | undefined> {
  // Invisible characters are no reason.
  const hasReason = /[\p{L}\p{N}]/u.test(note)
  if (readAnyway && !hasReason) return 'no-reason'
  if ((finding || hold !== undefined) && !member.lawyer) return 'not-lawyer'
  if (hold !== undefined && !hasReason) return 'no-hold-reason'
  if (finding === 'none') {
    const found = await check()
    if (found && newestHit(found) > (form.get(NEWEST_HIT) ?? '')) return 'new-hit'
  }
  if (ask && !mayRetain(await check())) return 'unchecked'
  const present = finding ?? lastMark(history)?.finding
  if (reply && present !== 'conflict' && (await check())?.isFolded) return 'unchecked'
  // Spam is not compared with other inquiries, and its names are not kept.
  if (status === SPAM_STATUS && !member.lawyer && present !== 'conflict' && (await check())?.reason === 'adverse')
    return 'not-lawyer'
  // What a conflict forbids is refused with the change itself.
  const isRetained = status === CLIENT_STATUS && status !== state.status && present !== 'conflict'
  return isRetained && finding !== 'none' && !mayRetain(await check()) ? 'unmarked' : undefined
}

/**
 * Does what a form says, or says why not.
 * @param check finds conflicts of the inquiry
 */
export async function performForm(
  { service, member, form }: Pick<DeskContext, 'service' | 'member' | 'form'>,
  inquiry: FullInquiry,
  typed: TypedForm,
  check: () => Promise<ConflictCheck | undefined>,
): Promise<Outcome> {
  const { change, refuse } = FORMS[typed.what]
  const changed = change(typed, member.id, inquiry.state)
  const editor = { seen: Number(form.get('seen') ?? Number.NaN), by: member.id }
  return (
    (await conflictRefusal({ member, form }, changed, inquiry, check)) ??
    (await refuse?.(service, inquiry, changed)) ??
    changeInquiry(service, inquiry, changed, editor)
  )
}

/** What a form says, as it was sent. */
export function readTypedForm(form: URLSearchParams): TypedForm {
  const what = form.get('what')
  return {
    what: isFormName(what) ? what : 'note',
    status: form.get('status') ?? form.get('finding')?.split(' ')[1] ?? '',
    assignee: form.get('assignee') ?? '',
    note: (form.get('note') ?? '').replace(/\r\n?/g, '\n'),
    // A button of the mark names a finding, and perhaps the status that follows.
    finding: FINDINGS.find((finding) => finding === form.get('finding')?.split(' ')[0]),
    checkedElsewhere: form.has('elsewhere'),
    hold: form.get('hold') === 'begin',
    asks: form.has('asks'),
  }
}

const EMPTY_FORM: TypedForm = { what: 'note', status: '', assignee: '', note: '' }
/** Lines of a note that is shown empty: the forms are to stand on one screen. */
const NOTE_ROWS = 2

/**
 * @param office names of all members, and of current ones; how long a closed inquiry is kept, days
 * @param refusal what was typed into a rejected form, and the invalid field
 */
export function inquiryForms(
  inquiry: FullInquiry,
  { names, current, retentionDays }: { names: StaffNames; current: StaffNames; retentionDays: number },
  member: SignedIn,
  refusal: { typed: TypedForm; field?: RefusalText['field'] } = { typed: EMPTY_FORM },
): Html {
  const { id, state } = inquiry
  const { typed } = refusal
  const errorMark = (what: FormName, field: RefusalText['field']) =>
    typed.what === what && refusal.field === field ? describedByAlert : html``
  const form = (what: FormName, button: string, fields: Html) =>
    changeForm(inquiry, member, what, html`${fields}<button type="submit" class="quiet">${button}</button>`)
  const noteOf = (what: FormName) => (typed.what === what ? typed.note : '')
  const nextStates = nextStatuses(state.status, lastMark(inquiry.history)?.finding)
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
      ${state.status === CLIENT_STATUS ? html`<p class="hint">Client matter: once you close it, it is deleted ${retentionDays} days later. First copy what belongs in the file.</p>` : ''}
      ${textField({ id: 'status-note', name: 'note', label: 'Note (optional)', value: noteOf('status'), rows: NOTE_ROWS, mark: errorMark('status', 'note') })}`,
    )}
    ${form('note', 'Add the note', textField({ id: 'note', name: 'note', label: 'Note', value: noteOf('note'), rows: NOTE_ROWS, mark: errorMark('note', 'note') }))}
    ${form('assignee', 'Assign', selectField({ name: 'assignee', label: 'Assigned to', value: typed.what === 'assignee' ? typed.assignee : (state.assignee ?? ''), options: choices, mark: errorMark('assignee', 'assignee') }))}
    ${member.lawyer ? holdForm(inquiry, member, { isOpen: typed.what === 'hold', note: noteOf('hold'), mark: errorMark('hold', 'note') }) : ''}
    ${member.owner ? html`<p><a href="${inquiryPath(id.reference)}/erase?received=${encodeURIComponent(id.receivedAt)}">Erase what this person sent</a></p>` : ''}
  </section>`
}

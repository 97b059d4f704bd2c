/** The forms that change an inquiry, and why they are refused. Their HTML is in `inquiry-forms.ts` and `conflicts.ts`. */
import { visibleText } from '../../letters.ts'
import { type ConflictCheck, isListSearched, mayRetain, newestHit } from '../../conflicts/conflict-check.ts'
import {
  type ChangedField,
  type Finding,
  type InquiryChange,
  isRepeated,
  lastMark,
  MAX_NOTE_LENGTH,
} from '../../inquiries/change.ts'
import { changeInquiry } from '../../service/change-inquiry.ts'
import type { Contact } from '../../inquiries/follow-up.ts'
import type { FullInquiry } from '../../inquiries/record.ts'
import {
  ANSWERED_STATUS,
  awaitsAnswer,
  CLIENT_STATUS,
  INITIAL_STATE,
  type InquiryState,
  isStatus,
  mayBook,
  SPAM_STATUS,
  type Status,
} from '../../inquiries/status.ts'
import { passagesLeft } from '../../firm/reply-template.ts'
import { safeEmail } from '../../inquiries/safe-contact.ts'
import { listInWords, withCommas } from '../../language.ts'
import { canSend } from '../../mail/message.ts'
import type { Service } from '../../service/service.ts'
import { currentStaff } from '../../staff/staff-member.ts'
import type { DeskContext } from '../page.ts'

export type FormName = 'conflict' | 'read-anyway' | 'reply' | 'spam' | 'take' | 'save' | 'contact' | 'hold'

/** A field that the form does not have is undefined. */
export interface TypedForm {
  what: FormName
  status?: string | undefined
  assignee?: string | undefined
  /** The member takes it. */
  takes?: boolean
  note: string
  /** The day to look at it again; '' for none. */
  followUp?: string | undefined
  contact?: Contact | undefined
  finding?: Finding | undefined
  checkedElsewhere?: boolean
  hold?: boolean
  /** The person may answer the reply. */
  asks?: boolean
  /** A reply is not sent before this time, ISO 8601. */
  sendAt?: string
}

export type Outcome = 'done' | 'gone' | keyof typeof REFUSALS

type Field = 'status' | 'assignee' | 'note' | 'followUp'

/** `open` is the passage of a reply that is still to be filled in. */
export interface FieldErrors {
  errors?: Partial<Record<Field, string>> | undefined
  open?: string | undefined
}

export type RefusedForm = TypedForm & FieldErrors

interface FormRow {
  change(typed: TypedForm, by: string, states: Readonly<Record<'now' | 'seen', InquiryState>>): InquiryChange
  /** The reasons that `changeInquiry` does not find. */
  refuse?(service: Service, inquiry: FullInquiry, change: InquiryChange): Promise<Outcome | undefined>
  /** If the member's last change has one of these, the form was done. */
  fields: readonly ChangedField[]
}

const statusOf = ({ status }: Pick<TypedForm, 'status'>) => (isStatus(status) ? status : undefined)

const afterCall = (contact: Contact | undefined, state: InquiryState): Status | undefined =>
  contact === 'answered' && awaitsAnswer(state) ? ANSWERED_STATUS : undefined

export const FORMS: Readonly<Record<FormName, FormRow>> = {
  conflict: {
    change: ({ finding, checkedElsewhere, note, ...typed }) =>
      finding ? { finding, checkedElsewhere, note, status: statusOf(typed) } : {},
    fields: ['conflict'],
  },
  'read-anyway': { change: ({ note }) => ({ readAnyway: true, note }), fields: ['read'] },
  reply: {
    // An inquiry without assignee is assigned to the member who replies.
    change: (typed, by, { now: { assignee = by } }) => ({
      reply: visibleText(typed.note),
      ask: typed.asks,
      assignee,
      status: statusOf(typed),
    }),
    async refuse(service, { record }, { reply = '' }) {
      if (!record || !canSend(service, 'reply')) return 'no-mail'
      if (safeEmail(record.request) === undefined) return 'no-address'
      if (reply === '') return 'no-text'
      return (await passagesLeft(service.published, reply)).length > 0 ? 'unfinished' : undefined
    },
    fields: ['reply'],
  },
  spam: { change: () => ({ status: SPAM_STATUS }), fields: ['status'] },
  take: { change: (_typed, assignee) => ({ assignee }), fields: ['assignee'] },
  save: {
    // Fields that the member did not change are left out, so that a note alone never collides with another change.
    change: ({ note, status, assignee: chosen, takes, followUp, finding, ...typed }, by, { seen }) => {
      const assignee = takes ? by : chosen
      return {
        note,
        finding,
        ...(status !== seen.status && { status: statusOf({ ...typed, status }) }),
        ...(assignee !== undefined && assignee !== (seen.assignee ?? '') && { assignee: assignee || null }),
        ...(followUp !== undefined && followUp !== (seen.followUp ?? '') && { followUp: followUp || null }),
      }
    },
    refuse: async (service, _inquiry, { assignee }) =>
      assignee && !(await currentStaff(service)).has(assignee) ? 'unknown-assignee' : undefined,
    fields: ['status', 'assignee', 'note', 'follow-up', 'conflict'],
  },
  contact: {
    change: ({ contact }, by, { now }) => ({
      contact,
      status: afterCall(contact, now),
      ...(contact && { assignee: now.assignee ?? by }),
    }),
    fields: ['contact'],
  },
  hold: { change: ({ hold = true, note }) => ({ hold, note }), fields: ['hold'] },
}

export const isFormName = (what: string | null): what is FormName => what !== null && Object.hasOwn(FORMS, what)

/** The newest hit that the member saw when the page was drawn. */
export const NEWEST_HIT = 'hit'

async function conflictRefusal(
  { service, member, form }: Pick<DeskContext, 'service' | 'member' | 'form'>,
  { finding, checkedElsewhere, status, readAnyway, hold, reply, ask, note = '' }: InquiryChange,
  { state, history }: FullInquiry,
  check: () => Promise<ConflictCheck | undefined>,
): Promise<Outcome | undefined> {
  // A reason needs a visible character.
  const hasReason = /[\p{L}\p{N}]/u.test(note)
  if (readAnyway && !hasReason) return 'no-reason'
  if ((finding || hold !== undefined) && !member.lawyer) return 'not-lawyer'
  if (hold !== undefined && !hasReason) return 'no-hold-reason'
  if (finding === 'none') {
    const found = await check()
    if (found && newestHit(found) > (form.get(NEWEST_HIT) ?? '')) return 'new-hit'
    if (found && !checkedElsewhere && !isListSearched(found)) return 'not-elsewhere'
  }
  if (ask && !mayRetain(await check())) return 'unchecked'
  const present = finding ?? lastMark(history)?.finding
  if (reply && present !== 'conflict' && (await check())?.hiddenBecause) return 'unchecked'
  const { bookingUrl } = service.firm
  const mayLink = mayBook({ ...state, status: status ?? state.status })
  if (bookingUrl !== undefined && reply?.includes(bookingUrl) && !(mayLink && mayRetain(await check())))
    return 'not-bookable'
  // Spam is not compared with other inquiries, and its names are not kept.
  if (
    status === SPAM_STATUS &&
    !member.lawyer &&
    present !== 'conflict' &&
    (await check())?.hiddenBecause === 'adverse'
  )
    return 'not-lawyer'
  // `changeInquiry` refuses what a conflict forbids.
  const isRetained = status === CLIENT_STATUS && status !== state.status && present !== 'conflict'
  return isRetained && finding !== 'none' && !mayRetain(await check()) ? 'unmarked' : undefined
}

export async function performForm(
  { service, member, form }: Pick<DeskContext, 'service' | 'member' | 'form'>,
  inquiry: FullInquiry,
  typed: TypedForm,
  check: () => Promise<ConflictCheck | undefined>,
): Promise<Outcome> {
  const { change, refuse } = FORMS[typed.what]
  const editor = { seen: Number(form.get('seen') ?? Number.NaN), by: member.id, sendAt: typed.sendAt }
  const { state: now, history } = inquiry
  const seen = editor.seen === 0 ? INITIAL_STATE : (history.find(({ seq }) => seq === editor.seen) ?? now)
  const changed = change(typed, member.id, { now, seen })
  if (isRepeated(changed, history.at(-1), editor)) return 'done'
  return (
    (await conflictRefusal({ service, member, form }, changed, inquiry, check)) ??
    (await refuse?.(service, inquiry, changed)) ??
    changeInquiry(service, inquiry, changed, editor)
  )
}

interface RefusalText {
  text: string
  field?: Field
  /** The default is 422. */
  status?: number
}

export const REFUSALS = {
  changed: {
    status: 409,
    text: 'Someone else changed this inquiry meanwhile, so your change was not made. What happened stands below; what you wrote is still in the form. Send it again if it is still right.',
  },
  nothing: { text: 'This would change nothing, so nothing was done.' },
  'out-of-turn': { text: 'This status cannot follow the current one, so nothing was done.', field: 'status' },
  'too-long': {
    text: `The note has more than ${withCommas(MAX_NOTE_LENGTH)} characters, so nothing was stored. It is still in the form: shorten it, or add it as two notes.`,
    field: 'note',
  },
  'no-day': { text: 'Choose a day from today on, or none. Nothing was done.', field: 'followUp' },
  'unknown-assignee': {
    text: 'The person you chose is not a current member of staff, so nothing was done.',
    field: 'assignee',
  },
  full: { text: 'This inquiry has reached the maximum number of changes, so nothing was done.' },
  damaged: {
    text: 'The record of this inquiry is damaged, so nothing was done. Ask the person who runs this service to export what can be read.',
  },
  'no-mail': { text: 'No mail server is set or the inquiry cannot be opened, so nothing was sent.' },
  'no-address': {
    text: 'The person gave no e-mail address, or said that e-mail is not safe, so nothing was sent: call them.',
  },
  'no-text': { text: 'The reply has no text, so nothing was sent.', field: 'note' },
  'not-lawyer': { status: 403, text: 'Nothing was done, and what you wrote is still in the form.' },
  'not-elsewhere': {
    text: 'Check your clients too, and tick it: they are not in this search. Nothing was marked; what you wrote is still in the form.',
  },
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
  'not-bookable': {
    text: 'The link of the booking page can be sent only after a lawyer has marked “No conflict”, also after any hit that came later, while the inquiry is open and has no appointment. Nothing was sent; what you wrote is still in the form.',
    field: 'note',
  },
  'no-reason': { text: 'Write why you read the message: the reason is recorded. It is not shown yet.', field: 'note' },
  'no-hold-reason': { text: 'Write why: the reason stays in the history. Nothing was done yet.', field: 'note' },
  unfinished: {
    text: 'The reply has a passage in square brackets or a word in braces that is still to be filled in, so nothing was sent.',
    field: 'note',
  },
} satisfies Record<string, RefusalText>

/** Several forms on the page have a field of the same name. */
const idOf = (what: FormName, field: Field) => (what === 'save' ? field : `${what}-${field}`)

export async function refusalOf(
  service: Service,
  outcome: keyof typeof REFUSALS,
  typed: TypedForm,
  lawyers: readonly string[],
) {
  const { text, field, status = 422 }: RefusalText = REFUSALS[outcome]
  const passages = outcome === 'unfinished' ? await passagesLeft(service.published, typed.note) : []
  const words = passages.length > 0 ? `Still to fill in: ${passages.join(', ')}.` : text
  return {
    text: outcome === 'not-lawyer' ? `${lawyersOnly(lawyers)} ${text}` : text,
    status,
    fieldId: field && idOf(typed.what, field),
    typed: { ...typed, errors: field && { [field]: words }, open: passages[0] },
  }
}
export type Refusal = Awaited<ReturnType<typeof refusalOf>>

export const lawyersOnly = (lawyers: readonly string[]): string =>
  lawyers.length > 0
    ? `A lawyer of the firm decides on conflicts and holds: ${listInWords(lawyers, 'or')}.`
    : 'A lawyer of the firm decides on conflicts and holds, and no member has that role yet: an owner gives it on the Staff page.'

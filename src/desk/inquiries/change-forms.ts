/** The forms that change an inquiry, and why they are refused. Their HTML is in `inquiry-forms.ts` and `conflicts.ts`. */
import { visibleText } from '../../letters.ts'
import { type ConflictCheck, isListSearched, mayRetain, newestHitAt } from '../../conflicts/conflict-check.ts'
import * as changes from '../../inquiries/change.ts'
import { changeInquiry } from '../../service/change-inquiry.ts'
import * as states from '../../inquiries/status.ts'
import { type FullInquiry, readInFull } from '../../inquiries/record.ts'
import { passagesLeft } from '../../firm/reply-template.ts'
import { safeEmail } from '../../inquiries/safe-contact.ts'
import { listInWords, withCommas } from '../../language.ts'
import { fill } from '../../words.ts'
import { canSend } from '../../mail/message.ts'
import type { Service } from '../../service/service.ts'
import { currentStaff } from '../../staff/staff-member.ts'
import type { DeskContext, InboxContext } from '../page.ts'
import words from '../words.json' with { type: 'json' }

export type FormName = 'conflict' | 'read-anyway' | 'reply' | 'spam' | 'take' | 'save' | 'contact' | 'hold'

/** `what` names the form that was sent. A field that this form does not have is undefined, false or ''. */
export interface TypedForm {
  what: FormName
  status?: string | undefined
  assignee?: string | undefined
  takes?: boolean
  note: string
  /** The day to look at the inquiry again; '' for none. */
  followUp?: string | undefined
  contact?: states.Contact | undefined
  finding?: changes.Finding | undefined
  checkedElsewhere?: boolean
  /** True begins a legal hold, false ends it. */
  hold?: boolean
  /** The person may answer the reply. */
  asks?: boolean
  /** A reply is not sent before this time, in ISO 8601. */
  sendAt?: string
}

type RefusalCode = keyof typeof words.refusals
export type Outcome = 'done' | 'gone' | RefusalCode

type Field = 'status' | 'assignee' | 'note' | 'followUp'

/** `openPassage` is the first passage of a reply that is still to be filled in. */
export interface FieldErrors {
  errors?: Partial<Record<Field, string>> | undefined
  openPassage?: string | undefined
}

export type RefusedForm = TypedForm & FieldErrors

interface FormRow {
  /** @param by staff id @param from the state now, and the state that the member saw */
  change(typed: TypedForm, by: string, from: Record<'current' | 'seen', states.InquiryState>): changes.InquiryChange
  /** Finds reasons to refuse that `changeInquiry` does not find. */
  refuse?(service: Service, inquiry: FullInquiry, change: changes.InquiryChange): Promise<Outcome | undefined>
  /** If the form has succeeded, the member's last change is a change of at least one of these fields. */
  fields: readonly changes.ChangedField[]
}

const statusOf = ({ status }: Pick<TypedForm, 'status'>) => (states.isStatus(status) ? status : undefined)

export const FORMS: Readonly<Record<FormName, FormRow>> = {
  conflict: {
    change: ({ finding, checkedElsewhere, note, ...typed }) =>
      finding ? { finding, checkedElsewhere, note, status: statusOf(typed) } : {},
    fields: ['conflict'],
  },
  'read-anyway': { change: ({ note }) => ({ readAnyway: true, note }), fields: ['read'] },
  reply: {
    // An inquiry without assignee is assigned to the member who replies.
    change: (typed, by, { current: { assignee = by } }) => ({
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
  spam: { change: () => ({ status: states.SPAM_STATUS }), fields: ['status'] },
  take: { change: (_typed, by) => ({ assignee: by }), fields: ['assignee'] },
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
    change: ({ contact }, by, { current }) => ({
      contact,
      status: contact === 'answered' && states.awaitsAnswer(current) ? states.ANSWERED_STATUS : undefined,
      ...(contact && { assignee: current.assignee ?? by }),
    }),
    fields: ['contact'],
  },
  hold: { change: ({ hold = true, note }) => ({ hold, note }), fields: ['hold'] },
}

export const isFormName = (what: string | null): what is FormName => what !== null && Object.hasOwn(FORMS, what)

/** The field with the time of the newest adverse hit on the page that the member saw. */
export const NEWEST_HIT = 'hit'

async function conflictRefusal(
  { service, member, form }: Pick<DeskContext, 'service' | 'member' | 'form'>,
  { finding, checkedElsewhere, status, readAnyway, hold, reply, ask, note = '' }: changes.InquiryChange,
  { state, history }: FullInquiry,
  check: () => Promise<ConflictCheck | undefined>,
): Promise<Outcome | undefined> {
  // A reason has a letter or a digit.
  const hasReason = /[\p{L}\p{N}]/u.test(note)
  if (readAnyway && !hasReason) return 'no-reason'
  if ((finding || hold !== undefined) && !member.lawyer) return 'not-lawyer'
  if (hold !== undefined && !hasReason) return 'no-hold-reason'
  if (finding === 'none') {
    const found = await check()
    if (found && newestHitAt(found) > (form.get(NEWEST_HIT) ?? '')) return 'new-hit'
    if (found && !checkedElsewhere && !isListSearched(found)) return 'not-elsewhere'
  }
  if (ask && !mayRetain(await check())) return 'unchecked'
  const lastFinding = finding ?? changes.lastMark(history)?.finding
  if (reply && lastFinding !== 'conflict' && (await check())?.hiddenBecause) return 'unchecked'
  const { bookingUrl } = service.firm
  const mayLink = states.mayBook({ ...state, status: status ?? state.status })
  const linksBooking = bookingUrl !== undefined && reply?.toLowerCase().includes(bookingUrl.toLowerCase())
  if (linksBooking && !(mayLink && mayRetain(await check()))) return 'not-bookable'
  // Hits in spam do not count as adverse, and the names of spam are not kept.
  const losesNames = status === states.SPAM_STATUS && !member.lawyer && lastFinding !== 'conflict'
  if (losesNames && (await check())?.hiddenBecause === 'adverse') return 'not-lawyer'
  // After the mark “Conflict”, `changeInquiry` refuses this itself.
  const becomesClient = status === states.CLIENT_STATUS && status !== state.status && lastFinding !== 'conflict'
  return becomesClient && finding !== 'none' && !mayRetain(await check()) ? 'unmarked' : undefined
}

export async function performForm(
  context: Pick<InboxContext, 'service' | 'member' | 'form' | 'inbox'>,
  inquiry: FullInquiry,
  typed: TypedForm,
  check: () => Promise<ConflictCheck | undefined>,
): Promise<Outcome> {
  const { service, member, form, inbox } = context
  const { change, refuse } = FORMS[typed.what]
  const editor = { seen: Number(form.get('seen') ?? Number.NaN), by: member.id, sendAt: typed.sendAt }
  const { state: current, history } = inquiry
  const seen = editor.seen === 0 ? states.INITIAL_STATE : (history.find(({ seq }) => seq === editor.seen) ?? current)
  const changed = change(typed, member.id, { current, seen })
  if (changes.isRepeated(changed, history.at(-1), editor)) return 'done'
  const outcome =
    (await conflictRefusal(context, changed, inquiry, check)) ??
    (await refuse?.(service, inquiry, changed)) ??
    (await changeInquiry(service, inquiry, changed, editor))
  if (outcome !== 'changed') return outcome
  // What came meanwhile may be this form, sent twice at the same moment.
  const fresh = await readInFull(service.store, inbox, inquiry.id)
  if (!fresh) return 'gone'
  return fresh.state.seq === current.seq ? 'changed' : performForm(context, fresh, typed, check)
}

export const refusalText = (outcome: RefusalCode): string =>
  fill(words.refusals[outcome].text, { most: withCommas(changes.MAX_TEXT_LENGTH) })

export async function refusalOf(service: Service, outcome: RefusalCode, typed: TypedForm, lawyers: readonly string[]) {
  const { field, status = 422 }: { text: string; field?: string; status?: number } = words.refusals[outcome]
  const text = refusalText(outcome)
  const passages = outcome === 'unfinished' ? await passagesLeft(service.published, typed.note) : []
  const wrong = passages.length > 0 ? `Still to fill in: ${passages.join(', ')}.` : text
  return {
    text: outcome === 'not-lawyer' ? `${lawyersOnly(lawyers)} ${text}` : text,
    status,
    // Several forms on the page have a field of the same name, so ids begin with the form's name, except in `save`.
    fieldId: field && (typed.what === 'save' ? field : `${typed.what}-${field}`),
    typed: { ...typed, errors: field ? { [field]: wrong } : undefined, openPassage: passages[0] },
  }
}
export type Refusal = Awaited<ReturnType<typeof refusalOf>>

export const lawyersOnly = (lawyers: readonly string[]): string =>
  lawyers.length > 0
    ? `A lawyer of the firm decides on conflicts and holds: ${listInWords(lawyers, 'or')}.`
    : 'A lawyer of the firm decides on conflicts and holds, and no member has that role yet: an owner gives it on the Staff page.'

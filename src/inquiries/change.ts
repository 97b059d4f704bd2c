/** This file decides whether a change of an inquiry is allowed, and makes its record. It neither reads nor writes the store. */
import * as z from 'zod'
import { visibleText } from '../letters.ts'
import { Day, officeDay } from '../dates.ts'
import type { Ports } from '../ports.ts'
import { UNREADABLE } from '../store/record.ts'
import { Change } from '../store/records.ts'
import type { InquiryId } from './inquiry-id.ts'
import * as states from './status.ts'

export const MAX_CHANGES = 500
/** The `by` of an answer or e-mail of the person, whose name is only in the encrypted inquiry. */
export const BY_PERSON = 'person'
const StatusChange = Change.extend({ status: z.enum(states.STATUSES) })
export const CHANGES = z.array(StatusChange)

export type ChangeRecord = z.infer<typeof StatusChange>

/** `seq` counts from 1. The texts are still encrypted. */
export type NumberedChange = ChangeRecord & { seq: number }

/** Stands for all changes of a damaged inquiry, which counts as new, with a conflict and a hold: that is the safe side. */
export const UNREADABLE_CHANGE: ChangeRecord = {
  at: '',
  by: UNREADABLE,
  changed: [],
  status: states.FIRST_STATUS,
  finding: 'conflict',
  lastFinding: 'conflict',
  hold: true,
}

export type Finding = NonNullable<ChangeRecord['finding']>

export const FINDINGS: readonly Finding[] = Change.shape.finding.unwrap().options

export const findingInWords = (finding: Finding): string => (finding === 'none' ? 'no conflict' : 'conflict')

export const lastMark = <Change extends Pick<ChangeRecord, 'finding'>>(
  history: readonly Change[],
): Change | undefined => history.findLast(({ finding }) => finding)

/** The last change that began or ended a legal hold decides. */
export const isHeld = (history: readonly Pick<ChangeRecord, 'hold'>[]): boolean =>
  history.findLast(({ hold }) => hold !== undefined)?.hold ?? false

export type ChangedField = ChangeRecord['changed'][number]

export const isStaffId = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text)

/** Each text is encrypted by itself, as an object with one member. */
export const PlainText = z.object({ note: z.string(), reply: z.string(), answer: z.string() }).partial()
type PlainText = z.infer<typeof PlainText>
export type SealedText = keyof PlainText
export const SEALED_TEXTS: readonly SealedText[] = PlainText.keyof().options

/** The longest note, reply or answer, in Unicode code points. */
export const MAX_TEXT_LENGTH = 5000

/** `store/records.ts` describes the fields that the history has too. */
export interface InquiryChange extends Partial<
  Pick<ChangeRecord, 'sent' | 'finding' | 'checkedElsewhere' | 'hold' | 'contact' | 'appointment' | 'mail'>
> {
  status?: states.Status | undefined
  /** Null removes the assignee. */
  assignee?: string | null | undefined
  note?: string | undefined
  reply?: string | undefined
  /** The reply asks something, and the person may answer it at the private address. `askedAfter` decides until when. */
  ask?: boolean | undefined
  answer?: string | undefined
  /** The message was read in spite of a possible conflict. The note says why. */
  readAnyway?: boolean | undefined
  /** Null removes the day. */
  followUp?: string | null | undefined
}

export type ChangeOutcome =
  | 'done'
  /** The inquiry has changed since the editor loaded it; or while a note was stored, which can be tried again. */
  | 'changed'
  /** The inquiry was erased. */
  | 'gone'
  /** The change has no effect. */
  | 'nothing'
  /** A reply cannot be sent: the person gave no e-mail address, or mail is not safe. */
  | 'no-address'
  /** The present status does not allow the new status, or an appointment. */
  | 'out-of-turn'
  /** After a conflict, an open inquiry can only be declined, and no appointment can be made. */
  | 'has-conflict'
  | 'too-long'
  /** The follow-up day is not a valid day, or has passed. */
  | 'no-day'
  | 'unknown-assignee'
  /** The inquiry has `MAX_CHANGES` changes, or its record has become too large. */
  | 'full'
  /** The record cannot be read, so it must not be overwritten. */
  | 'damaged'

export interface PreparedChange {
  id: InquiryId
  record: ChangeRecord
  before: states.InquiryState
  after: states.InquiryState
}

/** @param by staff id, or `BY_PERSON` */
export async function decideChange(
  { clock, inbox }: Pick<Ports, 'clock' | 'inbox'>,
  { id, before }: Pick<PreparedChange, 'id' | 'before'>,
  given: InquiryChange,
  by: string,
): Promise<PreparedChange | Exclude<ChangeOutcome, 'done'>> {
  const now = clock.now()
  const [at, today] = [now.toISOString(), officeDay(now)]
  const change = withVisibleTexts(given)
  const fault = changeFault(before, change, today)
  if (fault) return fault
  const { sent, finding, checkedElsewhere, hold, contact, appointment, mail } = change
  const status = change.status ?? before.status
  const assignee = change.assignee === undefined ? before.assignee : (change.assignee ?? undefined)
  const state = {
    status,
    assignee,
    lastFinding: finding ?? before.lastFinding,
    appointmentAt: appointmentAfter(before, change, status),
    ...followUpAfter(before, change, status, today),
    ...askedAfter(before, change, status, at),
  }
  const sealed: Pick<ChangeRecord, SealedText> = {}
  for (const name of SEALED_TEXTS) {
    const text = change[name]
    if (text !== undefined) sealed[name] = { sealed: await inbox.seal({ [name]: text }) }
  }
  const truthyIfChanged: Readonly<Partial<Record<ChangedField, unknown>>> = {
    status: changesStatus(before, change),
    assignee: assignee !== before.assignee,
    conflict: finding,
    read: change.readAnyway,
    hold: hold !== undefined,
    contact,
    'follow-up': change.followUp !== undefined && state.followUp !== before.followUp,
    appointment,
    mail: mail === 'automatic',
    ...sealed,
    ask: change.ask && sealed.reply && state.asked,
  }
  const changed = (Object.keys(truthyIfChanged) as ChangedField[]).filter((field) => truthyIfChanged[field])
  if (changed.length === 0) return 'nothing'
  const rest = { sent, finding, checkedElsewhere: checkedElsewhere || undefined, hold, contact, appointment, mail }
  const record = { at, by, changed, ...state, ...sealed, ...rest }
  return { id, before, record, after: { seq: before.seq + 1, ...state } }
}

/** Leaves out texts without a visible character. */
const withVisibleTexts = (change: InquiryChange): InquiryChange => ({
  ...change,
  ...Object.fromEntries(SEALED_TEXTS.map((name) => [name, visibleText(change[name] ?? '') || undefined])),
})

function changeFault(state: states.InquiryState, change: InquiryChange, today: string) {
  const lastFinding = change.finding ?? state.lastFinding
  const { status = state.status, assignee, appointment, followUp } = change
  if (state.seq >= MAX_CHANGES) return 'full'
  if (status !== state.status && !states.nextStatuses(state.status, lastFinding).includes(status))
    return lastFinding === 'conflict' ? 'has-conflict' : 'out-of-turn'
  if (typeof appointment === 'object' && lastFinding === 'conflict') return 'has-conflict'
  if (typeof appointment === 'object' && states.isFinished(status)) return 'out-of-turn'
  if (assignee && !isStaffId(assignee)) return 'unknown-assignee'
  if (SEALED_TEXTS.some((name) => [...(change[name] ?? '')].length > MAX_TEXT_LENGTH)) return 'too-long'
  const isNewDay = followUp !== undefined && followUp !== null && followUp !== state.followUp
  return isNewDay && !(Day.safeParse(followUp).success && followUp >= today) ? 'no-day' : undefined
}

/** Setting `ANSWERED_STATUS` again is a change if the person has written since: it says that they were answered. */
const changesStatus = ({ status: present, answeredAt }: states.InquiryState, { status }: InquiryChange): boolean =>
  status !== undefined && (status !== present || (answeredAt !== undefined && status === states.ANSWERED_STATUS))

/** A question ends with the inquiry, and when a conflict is found: the firm must not take an answer from the other side. */
function askedAfter(
  { asked, answeredAt, lastFinding, status: before }: states.InquiryState,
  { finding = lastFinding, reply, ask, answer, status: set }: InquiryChange,
  status: states.Status,
  at: string,
): Pick<states.InquiryState, 'asked' | 'answeredAt'> {
  if (finding === 'conflict' || !states.isOpen(status)) return {}
  if (reply !== undefined && ask) return { asked: true }
  if (reply !== undefined || set === states.ANSWERED_STATUS) return {}
  // An e-mail counts even if nothing was asked. While the inquiry is new, the person waits anyway.
  const isAnswered = answer !== undefined && (asked || before !== states.FIRST_STATUS)
  return { asked, answeredAt: answeredAt ?? (isAnswered ? at : undefined) }
}

/** A contact clears a due follow-up, and sets `contactedOn` until the person replies. `status` is the new one, `today` the office's day. */
function followUpAfter(before: states.InquiryState, change: InquiryChange, status: states.Status, today: string) {
  if (!states.isOpen(status)) return {}
  const { contact, reply, answer, followUp = before.followUp } = change
  const isContact = reply !== undefined || contact !== undefined || change.status === states.ANSWERED_STATUS
  const isDone = isContact && followUp === before.followUp && (followUp ?? today) <= today
  const hasPersonReplied = contact === 'answered' || answer !== undefined
  const contactedOn = hasPersonReplied ? undefined : isContact ? today : before.contactedOn
  return {
    followUp: isDone ? undefined : (followUp ?? undefined),
    contactedOn: status === states.ANSWERED_STATUS ? contactedOn : undefined,
  }
}

/** The appointment ends with the inquiry, and when a conflict is found. */
function appointmentAfter(
  { appointmentAt }: states.InquiryState,
  { appointment, finding }: InquiryChange,
  status: states.Status,
) {
  if (finding === 'conflict' || states.isFinished(status)) return undefined
  if (appointment === undefined) return appointmentAt
  return typeof appointment === 'object' ? appointment.startsAt : undefined
}

/** Tells whether a form was sent twice: `last` is this change, which the same member has made since the form was loaded. */
export function isRepeated(
  change: InquiryChange,
  last: (NumberedChange & { texts: readonly string[] }) | undefined,
  { seen, by }: { seen: number; by: string },
) {
  if (last?.by !== by || last.seq <= seen) return false
  const texts = [change.note, change.reply].map((text = '') => visibleText(text)).filter(Boolean)
  const { status = last.status, assignee = last.assignee ?? null, followUp = last.followUp ?? null } = change
  const { finding, contact, hold, readAnyway = false, appointment = last.appointment } = change
  const wanted = [texts, status, assignee || null, followUp || null, finding, contact, hold, readAnyway, appointment]
  const isRead = last.changed.includes('read')
  const made = [last.texts, last.status, last.assignee, last.followUp, last.finding, last.contact, last.hold, isRead]
  return JSON.stringify(wanted) === JSON.stringify([...made, last.appointment])
}

/** Whether a reply was taken back before it was sent. @param seq number of the change with the reply */
export const isUndone = (history: readonly NumberedChange[], seq: number): boolean =>
  history.some(({ undoes }) => undoes === seq)

/** Every change of an inquiry by the staff goes through here. This file alone decides what follows from it: audit, mail, webhook. */
import { mailsAboutChange } from './appointment-mails.ts'
import {
  type ChangedField,
  type ChangeOutcome,
  decideChange,
  type InquiryChange,
  type PreparedChange,
} from '../inquiries/change.ts'
import { visibleText } from '../letters.ts'
import {
  type FoundInquiry,
  getUndamaged,
  historyOf,
  putInquiry,
  stateAfter,
  stateOf,
} from '../inquiries/sealed-inquiry.ts'
import { type InquiryId, inquiryKey } from '../inquiries/inquiry-id.ts'
import { endsWithNames, sealNames } from '../conflicts/kept-names.ts'
import { statusCapability } from '../inquiries/status-address.ts'
import { safeEmail } from '../inquiries/safe-contact.ts'
import type { AnyInquiryRequest } from '../inquiries/inquiry-request.ts'
import { CLIENT_STATUS, SPAM_STATUS } from '../inquiries/status.ts'
import { canSend } from '../mail/message.ts'
import { letterLanguage } from '../mail/person-letters.ts'
import { newMessage, replyIn } from '../mail/outbox.ts'
import { firstTry, sendAfterResponse } from '../mail/tries.ts'
import type { NewRecord } from '../ports.ts'
import { type Action, auditEntry } from '../staff/audit.ts'
import { MAX_TRIES } from '../store/record.ts'
import type { StoredMessage } from '../store/stored-message.ts'
import type { Service } from './service.ts'
import { noticeOfAssignment } from './staff-mail.ts'

/** Fields that change no state. A change with nothing else is made even if the inquiry has changed meanwhile. */
const ADDITIONS: ReadonlySet<string> = new Set<keyof InquiryChange>(['note', 'readAnyway'])

/** An inquiry to be changed. `record` is absent when it could not be decrypted. */
interface OpenedInquiry {
  id: InquiryId
  /** Given when the inquiry was just read, to save a read. If it has changed since, the write is refused, and it is read again. */
  stored?: FoundInquiry | undefined
  record?: { request: AnyInquiryRequest; writtenBy?: string | undefined } | undefined
}

interface Editor {
  /** Number of the last change that the editor saw. */
  seen: number
  /** Staff id. */
  by: string
  /** A reply is not sent before this time, ISO 8601. */
  sendAt?: string | undefined
}

/**
 * A refused change stores nothing. A reply is sent after the response.
 * @throws StoreUnavailable, perhaps after the change was stored
 */
export async function changeInquiry(
  service: Service,
  inquiry: OpenedInquiry,
  change: InquiryChange,
  { seen, by, sendAt }: Editor,
): Promise<ChangeOutcome> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const found = (tries === 0 ? inquiry.stored : undefined) ?? (await getUndamaged(service.store, inquiry.id))
    if (typeof found === 'string') return found
    if (!isAddition(change) && found.value.changes.length !== seen) return 'changed'
    const prepared = await decideChange(service, { id: inquiry.id, before: stateOf(found.value) }, change, by)
    if (typeof prepared === 'string') return prepared
    if (change.reply && visibleText(change.reply) && addressOf(inquiry) === undefined) return 'no-address'
    const brought = await followUps(service, inquiry, prepared, { change, found, sendAt })
    const entries = auditEntries(inquiry, prepared)
    const outcome = await storeChange(service, found, prepared, { ...brought, entries })
    if (outcome !== 'changed') return outcome
  }
  return 'changed'
}

interface Brought {
  mail: readonly StoredMessage[]
  /** The names that are kept once the inquiry is gone. */
  names?: FoundInquiry['value']['names']
  entries: readonly NewRecord[]
}

/** Everything that a change brings is stored in the same write. The mails are then sent. */
export async function storeChange(
  service: Service,
  found: FoundInquiry,
  { id, record, before, after }: PreparedChange,
  { mail, names = found.value.names, entries }: Brought,
): Promise<'done' | 'changed' | 'full'> {
  const { changes, mail: earlier, ...inquiry } = found.value
  // Unsent mails about an appointment that ended or was moved are dropped. Only mails about appointments have `until`.
  const hasMoved = record.appointment !== undefined || after.appointmentAt !== before.appointmentAt
  const wanted = earlier.filter(({ sealed, until }) => !(hasMoved && sealed && until))
  const kept = after.status === SPAM_STATUS ? undefined : names
  const value = { ...inquiry, changes: [...changes, record], mail: [...wanted, ...mail], names: kept }
  const outcome = await putInquiry(service.store, id, { value, before: found, entries })
  if (outcome === 'done') sendAfterResponse(service, inquiryKey(id), mail)
  return outcome
}

/**
 * Takes back a member's last change with its letter, which must not have been tried yet. The history keeps both.
 * @param seq number of that change @returns `sent` when it is too late
 */
export async function undoReply(
  service: Service,
  id: InquiryId,
  { seq, by }: { seq: number; by: string },
): Promise<ChangeOutcome | 'sent'> {
  const found = await getUndamaged(service.store, id)
  if (typeof found === 'string') return found
  const { changes, mail } = found.value
  const [last] = changes.slice(-1)
  if (last?.undoes === seq) return 'done'
  if (changes.length !== seq || last?.by !== by || !last.reply) return 'changed'
  const letter = replyIn(mail, seq)
  if (!letter?.sealed || letter.tries > 0) return 'sent'
  const at = service.clock.now().toISOString()
  const changed = last.changed.filter((field) => field !== 'reply')
  const record = { at, by, changed, ...stateAfter(changes.slice(-2, -1)), undoes: seq }
  const value = { ...found.value, mail: mail.filter((one) => one !== letter), names: undefined }
  const states = { before: stateOf(found.value), after: stateOf({ ...value, changes: [...changes, record] }) }
  const entries = [auditEntry({ at, by, action: 'inquiry.undone', subject: id.reference })]
  return storeChange(service, { ...found, value }, { id, record, ...states }, { mail: [], entries })
}

const addressOf = ({ record }: OpenedInquiry) => record && safeEmail(record.request)

async function followUps(
  service: Service,
  inquiry: OpenedInquiry,
  prepared: PreparedChange,
  { change, found, sendAt }: { change: InquiryChange; found: FoundInquiry; sendAt: string | undefined },
): Promise<Omit<Brought, 'entries'>> {
  const { id, record: opened } = inquiry
  const { before, after, record } = prepared
  const { at } = record
  const { reference } = id
  const about = { inquiry: id, copy: after.seq }
  const tries: Promise<StoredMessage>[] = []
  const to = addressOf(inquiry)
  const text = visibleText(change.reply ?? '')
  if (text && to !== undefined) {
    const language = letterLanguage(opened?.request.language, service.languages)
    const answerAt = after.asked ? await statusCapability(service, id) : undefined
    const message = { kind: 'reply', to, reference, text, language, answerAt } as const
    const posting = { at, about, message, dueAt: sendAt }
    tries.push(sendAt === undefined ? firstTry(service, posting) : newMessage(service, posting))
  }
  if (after.status === CLIENT_STATUS && before.status !== CLIENT_STATUS && canSend(service, 'retained'))
    tries.push(firstTry(service, { at, about, message: { kind: 'retained', reference, retainedAt: at } }))
  const keeps = service.keepsNames && opened && endsWithNames(before, after)
  const [own, notices, appointmentMails, names] = await Promise.all([
    Promise.all(tries),
    noticeOfAssignment(service, prepared),
    mailsAboutChange(service, prepared, historyOf(found.value)),
    keeps ? sealNames(service, opened.request, { status: after.status, endedAt: at }) : undefined,
  ])
  return { mail: [...own, ...notices, ...appointmentMails], ...(names && { names }) }
}

/** The first change by the member who wrote down a call also records the call. */
function auditEntries({ record: opened }: OpenedInquiry, { id, record, before }: PreparedChange): NewRecord[] {
  const { at, by, changed, finding, hold } = record
  const isWrittenDown = before.seq === 0 && opened?.writtenBy === by
  // The entry of a check for conflicts says its result.
  const actionOf = (field: ChangedField): Action => {
    if (field === 'read') return 'inquiry.read-anyway'
    if (field === 'hold') return hold ? 'inquiry.held' : 'inquiry.released'
    return finding === 'none' && field === 'conflict' ? 'inquiry.no-conflict' : `inquiry.${field}`
  }
  const actions: Action[] = [...(isWrittenDown ? (['inquiry.written-down'] as const) : []), ...changed.map(actionOf)]
  return actions.map((action) => auditEntry({ at, by, action, subject: id.reference }))
}

const isAddition = (change: InquiryChange): boolean =>
  Object.entries(change).every(([name, value]) => value === undefined || ADDITIONS.has(name))

/** Makes and undoes changes of an inquiry by the staff, with what follows: audit, mail, webhook. `storeChange` is for all changes. */
import { mailsAboutChange } from './appointment-mails.ts'
import * as changes from '../inquiries/change.ts'
import { visibleText } from '../letters.ts'
import * as inquiries from '../inquiries/sealed-inquiry.ts'
import { type InquiryId, inquiryKey } from '../inquiries/inquiry-id.ts'
import { finishesWithNames, sealNames } from '../conflicts/kept-names.ts'
import { statusCapability } from '../inquiries/status-address.ts'
import { safeEmail } from '../inquiries/safe-contact.ts'
import type { AnyInquiryRequest } from '../inquiries/inquiry-request.ts'
import { CLIENT_STATUS, isFinished, SPAM_STATUS } from '../inquiries/status.ts'
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

/** Fields that do not change the state. A change with only these is made even if the inquiry has changed since the editor saw it. */
const ADDITIONS: ReadonlySet<string> = new Set<keyof changes.InquiryChange>(['note', 'readAnyway'])

/** An inquiry to be changed. `record` is absent when it could not be decrypted. */
interface OpenedInquiry {
  id: InquiryId
  /** Set if the caller has just read the inquiry, to save a read. If the inquiry has changed since, it is read again. */
  stored?: inquiries.FoundInquiry | undefined
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
 * A refused change stores nothing. A reply is sent after the response, or once `sendAt` has come.
 * @throws StoreUnavailable, perhaps after the change was stored
 */
export async function changeInquiry(
  service: Service,
  inquiry: OpenedInquiry,
  change: changes.InquiryChange,
  { seen, by, sendAt }: Editor,
) {
  // An addition follows any history, but a change that comes while it is made may be the same form, sent twice.
  let expected = isAddition(change) ? undefined : seen
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const found =
      (tries === 0 ? inquiry.stored : undefined) ?? (await inquiries.getUndamaged(service.store, inquiry.id))
    if (typeof found === 'string') return found
    expected ??= found.value.changes.length
    if (found.value.changes.length !== expected) return 'changed'
    const prepared = await changes.decideChange(
      service,
      { id: inquiry.id, before: inquiries.stateOf(found.value) },
      change,
      by,
    )
    if (typeof prepared === 'string') return prepared
    if (prepared.record.reply && addressOf(inquiry) === undefined) return 'no-address'
    const effects = await effectsOf(service, inquiry, prepared, { change, found, sendAt })
    const outcome = await storeChange(service, found, prepared, effects)
    if (outcome !== 'changed') return outcome
  }
  return 'changed'
}

interface Effects extends Pick<inquiries.FoundInquiry['value'], 'names'> {
  mail: readonly StoredMessage[]
  /** Entries of the audit trail. */
  entries: readonly NewRecord[]
}

/** Stores a change with its mails, names and audit entries, and then sends the mails that were made with `firstTry`. */
export async function storeChange(
  service: Service,
  found: inquiries.FoundInquiry,
  { id, record, before, after }: changes.PreparedChange,
  { mail, names = found.value.names, entries }: Effects,
) {
  const { changes: history, mail: earlier, ...inquiry } = found.value
  // Drops unsent mails about an appointment that ended or was moved. Only mails about appointments have `until`.
  const hasMoved = record.appointment !== undefined || after.appointmentAt !== before.appointmentAt
  const wanted = earlier.filter(({ sealed, until }) => !(hasMoved && sealed && until))
  const kept = after.status === SPAM_STATUS ? undefined : names
  const value = { ...inquiry, changes: [...history, record], mail: [...wanted, ...mail], names: kept }
  const outcome = await inquiries.putInquiry(service.store, id, { value, before: found, entries })
  if (outcome === 'done') sendAfterResponse(service, inquiryKey(id), mail)
  return outcome
}

/**
 * Takes back the last change of an inquiry and its reply, if no try to send the reply has begun. The history keeps the change.
 * @param seq number of the change @param by the member who made the change @returns `sent` when it is too late
 */
export async function undoReply(
  service: Service,
  id: InquiryId,
  { seq, by }: { seq: number; by: string },
): Promise<changes.ChangeOutcome | 'sent'> {
  const found = await inquiries.getUndamaged(service.store, id)
  if (typeof found === 'string') return found
  const { changes: history, mail } = found.value
  const [last] = history.slice(-1)
  if (last?.undoes === seq) return 'done'
  if (history.length !== seq || last?.by !== by || !last.reply) return 'changed'
  const letter = replyIn(mail, seq)
  if (!letter?.sealed || letter.tries > 0) return 'sent'
  const at = service.clock.now().toISOString()
  const changed = last.changed.filter((field) => field !== 'reply')
  const record = { at, by, changed, ...inquiries.stateAfter(history.slice(-2, -1)), undoes: seq }
  const after = inquiries.stateOf({ ...found.value, changes: [...history, record] })
  // If the reply finished the inquiry, it added the names to keep, so they are removed again.
  const names = isFinished(after.status) ? found.value.names : undefined
  const value = { ...found.value, mail: mail.filter((one) => one !== letter), names }
  const states = { before: inquiries.stateOf(found.value), after }
  const entries = [auditEntry({ at, by, action: 'inquiry.undone', subject: id.reference })]
  const outcome = await storeChange(service, { ...found, value }, { id, record, ...states }, { mail: [], entries })
  // What came meanwhile may be the same request, sent twice at the same moment.
  return outcome === 'changed' ? undoReply(service, id, { seq, by }) : outcome
}

const addressOf = ({ record }: OpenedInquiry) => record && safeEmail(record.request)

async function effectsOf(
  service: Service,
  inquiry: OpenedInquiry,
  prepared: changes.PreparedChange,
  { change, found, sendAt }: Pick<Editor, 'sendAt'> & { change: changes.InquiryChange; found: inquiries.FoundInquiry },
): Promise<Effects> {
  const { id, record: opened } = inquiry
  const { before, after, record } = prepared
  const { at } = record
  const { reference } = id
  const about = { inquiry: id, copy: after.seq }
  const own: Promise<StoredMessage>[] = []
  const to = addressOf(inquiry)
  const text = visibleText(change.reply ?? '')
  if (text && to !== undefined) {
    const language = letterLanguage(opened?.request.language, service.languages)
    const capability = after.asked ? await statusCapability(service, id) : undefined
    const message = { kind: 'reply', to, reference, text, language, answerAt: capability } as const
    const posting = { at, about, message, dueAt: sendAt }
    own.push(sendAt === undefined ? firstTry(service, posting) : newMessage(service, posting))
  }
  if (after.status === CLIENT_STATUS && before.status !== CLIENT_STATUS && canSend(service, 'retained'))
    own.push(firstTry(service, { at, about, message: { kind: 'retained', reference, retainedAt: at } }))
  const keeps = service.keepsNames && opened && finishesWithNames(before, after)
  const [names, ...mail] = await Promise.all([
    keeps ? sealNames(service, opened.request, { status: after.status, endedAt: at }) : undefined,
    Promise.all(own),
    noticeOfAssignment(service, prepared),
    mailsAboutChange(service, prepared, found.value),
  ])
  return { mail: mail.flat(), names, entries: auditEntries(inquiry, prepared) }
}

/** If the member who wrote down a call also makes the first change of its inquiry, this also records the call. */
function auditEntries({ record: opened }: OpenedInquiry, { id, record, before }: changes.PreparedChange): NewRecord[] {
  const { at, by, changed, finding, hold } = record
  const isWrittenDown = before.seq === 0 && opened?.writtenBy === by
  // The audit entry of a check for conflicts has the result in its action.
  const actionOf = (field: changes.ChangedField): Action => {
    if (field === 'read') return 'inquiry.read-anyway'
    if (field === 'hold') return hold ? 'inquiry.held' : 'inquiry.released'
    return finding === 'none' && field === 'conflict' ? 'inquiry.no-conflict' : `inquiry.${field}`
  }
  const actions: Action[] = [...(isWrittenDown ? (['inquiry.written-down'] as const) : []), ...changed.map(actionOf)]
  return actions.map((action) => auditEntry({ at, by, action, subject: id.reference }))
}

const isAddition = (change: changes.InquiryChange): boolean =>
  Object.entries(change).every(([name, value]) => value === undefined || ADDITIONS.has(name))

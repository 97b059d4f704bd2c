/** Every change of an inquiry by the staff goes through here. This file alone decides what follows from it: audit, mail, webhook. */
import { newsOfChange } from './appointment-news.ts'
import {
  type ChangedField,
  type ChangeOutcome,
  decideChange,
  type InquiryChange,
  type PreparedChange,
} from '../inquiries/change.ts'
import { readState, storeChange } from '../inquiries/history.ts'
import type { InquiryId } from '../inquiries/inquiry-id.ts'
import { inquiryExists } from '../inquiries/inquiry.ts'
import { forgetNames } from '../conflicts/party-search.ts'
import { endsWithNames, keepNames } from '../conflicts/kept-names.ts'
import { statusCapability } from '../inquiries/status-address.ts'
import { safeEmail } from '../inquiries/safe-contact.ts'
import type { AnyInquiryRequest } from '../inquiries/inquiry-request.ts'
import { CLIENT_STATUS, SPAM_STATUS } from '../inquiries/status.ts'
import { canSend } from '../mail/message.ts'
import type { Posting } from '../mail/outbox.ts'
import { letterLanguage } from '../mail/person-letters.ts'
import { firstTry, sendAfterResponse } from '../mail/tries.ts'
import type { NewRecord } from '../ports.ts'
import { type Action, auditEntry } from '../staff/audit.ts'
import type { Service } from './service.ts'
import { noticeOfAssignment } from './staff-mail.ts'

/** Fields that change no state: alone they fit whatever was changed meanwhile. */
const ADDITIONS: ReadonlySet<string> = new Set<keyof InquiryChange>(['note', 'readAnyway'])

interface Editor {
  seen: number
  /** Staff id. */
  by: string
}

/** A try fails when a colleague was faster. A firm's staff never causes this many failures in a row. */
export const MAX_TRIES = 100

/** An inquiry to be changed. `record` is absent when it could not be decrypted. */
interface OpenedInquiry {
  id: InquiryId
  record?: { request: AnyInquiryRequest; writtenBy?: string | undefined } | undefined
}

/**
 * A refused change stores nothing. A reply is sent after the response.
 * @throws StoreUnavailable when the change could not be stored; then nothing is sent
 */
export async function changeInquiry(service: Service, inquiry: OpenedInquiry, change: InquiryChange, editor: Editor) {
  for (let tries = 1; ; tries += 1) {
    const outcome = await tryToChange(service, inquiry, change, editor)
    if (outcome !== 'changed' || !isAddition(change) || tries === MAX_TRIES) return outcome
  }
}

async function tryToChange(service: Service, inquiry: OpenedInquiry, change: InquiryChange, editor: Editor) {
  const { id, record: { request } = {} } = inquiry
  const prepared = await prepareChange(service, id, change, editor)
  if (typeof prepared === 'string') return prepared
  const { at } = prepared.record
  const text = change.reply?.trim()
  const to = request && safeEmail(request)
  if (text && to === undefined) return 'no-address'
  const about = { inquiry: id }
  const postings: Posting[] = []
  if (text && to !== undefined) {
    const language = letterLanguage(request?.language, service.languages)
    const answerAt = change.ask ? await statusCapability(service, id) : undefined
    postings.push({ at, about, message: { kind: 'reply', to, reference: id.reference, text, language, answerAt } })
  }
  const isRetained = prepared.after.status === CLIENT_STATUS && prepared.before.status !== CLIENT_STATUS
  if (isRetained && canSend(service, 'retained'))
    postings.push({ at, about, message: { kind: 'retained', reference: id.reference, retainedAt: at } })
  const tries = await Promise.all(postings.map((posting) => firstTry(service, posting)))
  const [notices, news] = await Promise.all([
    noticeOfAssignment(service, prepared),
    newsOfChange(service, prepared),
    namesToKeep(service, inquiry, prepared),
  ])
  const messages = [...tries, ...notices, ...news]
  const outcome = await storeChange(service.store, prepared, auditEntries(inquiry, prepared), messages)
  if (outcome !== 'done') return outcome
  sendAfterResponse(service, tries)
  return outcome
}

/** Names are kept before the change is stored. They are not used while the inquiry is stored, so a refused change does no harm. */
async function namesToKeep(
  service: Service,
  { record }: OpenedInquiry,
  { id, before, after, record: change }: PreparedChange,
) {
  if (!service.keepsNames) return
  if (after.status === SPAM_STATUS) await forgetNames(service.store, id)
  else if (record && endsWithNames(before, after))
    await keepNames(service, id, record.request, { status: after.status, endedAt: change.at })
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

/** A change that only adds to the history can be prepared again if it is too late. */
const isAddition = (change: InquiryChange): boolean =>
  Object.entries(change).every(([name, value]) => value === undefined || ADDITIONS.has(name))

/** This stores nothing. */
export async function prepareChange(
  service: Pick<Service, 'store' | 'clock' | 'inbox'>,
  id: InquiryId,
  change: InquiryChange,
  { seen, by }: Editor,
): Promise<PreparedChange | Exclude<ChangeOutcome, 'done'>> {
  const [before, exists] = await Promise.all([readState(service.store, id), inquiryExists(service.store, id)])
  if (!exists) return 'gone'
  if (!isAddition(change) && before.seq !== seen) return 'changed'
  return decideChange(service, { id, before }, change, by)
}

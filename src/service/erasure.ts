/** Inquiries and facts about an address are removed for good, on request and after the retention period, with queued messages. */
import type { AgentPorts } from '../agents/agent-ports.ts'
import { type AddressTraces, countTraces, endedBy, endTraces, removeTraces } from '../agents/claims/forget.ts'
import { keepNames } from '../conflicts/kept-names.ts'
import { forgetNames, removeFromPartyIndex } from '../conflicts/party-search.ts'
import { dayAt, dayOf } from '../dates.ts'
import { DAY_MS, HOUR_MS } from '../duration.ts'
import { isHeld } from '../inquiries/change.ts'
import { historyFolder, listChangedInquiries, readHistory } from '../inquiries/history.ts'
import {
  ERASED_PREFIX,
  erasedKey,
  type InquiryId,
  inquiryKey,
  keyPath,
  parseInquiryKey,
} from '../inquiries/inquiry-id.ts'
import { inquiryExists } from '../inquiries/inquiry.ts'
import { listInquiries, readInFull } from '../inquiries/record.ts'
import { isFinished, SPAM_STATUS } from '../inquiries/status.ts'
import { removeMessages } from '../mail/outbox.ts'
import type { Ports, StaffInbox, Store } from '../ports.ts'
import { newsOfErasure } from './appointment-news.ts'
import type { Service } from './service.ts'
import { recordAudit } from '../staff/audit.ts'
import { mapInBatches } from '../store/batches.ts'
import type { RecordValue } from '../store/records.ts'
import { createRecord, listKeys } from '../store/record.ts'

/** A retry with the same Idempotency-Key may store the inquiry again within 24 hours, so erasures are repeated for this time. */
const RECHECK_MS = 7 * DAY_MS

/** The clock is read after each batch. */
const BATCH_SIZE = 40

type ErasePorts = Pick<Ports, 'store' | 'clock'>

/** @returns false when the inquiry does not exist or is under a legal hold */
export async function eraseInquiry({ store, clock }: ErasePorts, id: InquiryId, by: string) {
  const [exists, history] = await Promise.all([inquiryExists(store, id), readHistory(store, id)])
  if (!exists || isHeld(history)) return false
  const at = clock.now().toISOString()
  // The record comes first, so that housekeeping finishes an interrupted erasure.
  await createRecord(store, erasedKey(dayOf(at), id), { at, by } satisfies RecordValue<'erasure'>)
  await removeInquiry(store, id)
  // Messages are removed after the inquiry: a message without its inquiry is not sent, so none is sent in between.
  await removeMessages(store, [id])
  return true
}

/** Housekeeping finishes interrupted erasures, and removes inquiries that were stored again. */
export async function finishErasures({ store, clock }: ErasePorts): Promise<void> {
  const dayAgo = (ms: number) => ERASED_PREFIX + dayAt(clock.now().getTime() - ms)
  const keys = (await listKeys(store, ERASED_PREFIX)).filter((key) => key >= dayAgo(RECHECK_MS))
  const erased = await mapInBatches(keys, async (key) => {
    const id = parseInquiryKey(key)
    // A day later, a finished erasure is not repeated: that would remove an index of parties that was made since.
    if (key >= dayAgo(DAY_MS) || (await inquiryExists(store, id))) await removeInquiry(store, id)
    return id
  })
  await removeMessages(store, erased)
}

/**
 * Also removes the rest of interrupted removals.
 * @param endsAt no batch starts after this time, milliseconds since 1970
 * @returns whether there was enough time, too
 */
export async function removeExpired({ store, clock }: ErasePorts, retentionDays: number, endsAt: number) {
  // Counted in whole days, so that an inquiry finished late in a day is kept for the full period.
  const until = dayAt(clock.now().getTime() - (retentionDays + 1) * DAY_MS)
  const isFinishedLongAgo = async (id: InquiryId) => {
    const day = await finishedDay(store, id)
    return day !== undefined && day <= until
  }
  const [changed, listed] = await Promise.all([listChangedInquiries(store), listInquiries(store)])
  // Younger histories are left alone, because history and inquiry are stored at the same time.
  const hourAgo = new Date(clock.now().getTime() - HOUR_MS).toISOString()
  const paths = new Set(listed.map(({ id }) => keyPath(id)))
  const due = [
    ...changed
      .filter((id) => !paths.has(keyPath(id)) && id.receivedAt < hourAgo)
      .map((id) => ({ id, isRemainder: true })),
    // An inquiry is finished after it was received.
    ...listed
      .filter(({ id, state }) => isFinished(state.status) && dayOf(id.receivedAt) <= until)
      .map(({ id }) => ({ id, isRemainder: false })),
  ]
  let [count, position] = [0, 0]
  for (; position < due.length && clock.now().getTime() < endsAt; position += BATCH_SIZE) {
    const outcomes = await mapInBatches(due.slice(position, position + BATCH_SIZE), async ({ id, isRemainder }) => {
      // A list may lack what was just stored, so only a read proves that an inquiry is gone.
      const isDue = isRemainder ? !(await inquiryExists(store, id)) : await isFinishedLongAgo(id)
      if (isDue) await removeInquiry(store, id)
      return isDue
    })
    count += outcomes.filter(Boolean).length
  }
  return { count, isComplete: position >= due.length }
}

/** Later notes do not count. The result is undefined when the inquiry is not finished, or is under a legal hold. */
async function finishedDay(store: Pick<Store, 'list' | 'get'>, id: InquiryId): Promise<string | undefined> {
  const history = await readHistory(store, id)
  const last = history.at(-1)
  const lastStatusChange = history.findLast(({ changed }) => changed.includes('status'))
  return last && lastStatusChange && isFinished(last.status) && !isHeld(history)
    ? dayOf(lastStatusChange.at)
    : undefined
}

/**
 * The inquiry goes first: writers check afterwards that it exists, and undo their write if not. The history goes last: while there is one,
 * `removeExpired` repeats an interrupted removal.
 */
async function removeInquiry(store: Store, id: InquiryId): Promise<void> {
  await store.remove(inquiryKey(id))
  const [history] = await Promise.all([listKeys(store, historyFolder(id)), removeFromPartyIndex(store, id)])
  await mapInBatches(history, (key) => store.remove(key))
}

/** Inquiries under a legal hold stay. @param options staff id; whether the names are kept, for the check of conflicts */
export async function eraseInquiries(
  service: Service,
  inbox: StaffInbox,
  ids: readonly InquiryId[],
  { by, keepsNames }: { by: string; keepsNames: boolean },
) {
  const endedAt = service.clock.now().toISOString()
  const [erased, held]: [string[], string[]] = [[], []]
  // One after the other, so that after an interruption the audit trail names only inquiries whose erasure began.
  for (const id of ids) {
    const { reference } = id
    const inquiry = await readInFull(service.store, inbox, id)
    if (!inquiry) continue
    const { record, state, history } = inquiry
    if (isHeld(history)) held.push(reference)
    else {
      if (!keepsNames) await forgetNames(service.store, id)
      else if (record && state.status !== SPAM_STATUS)
        await keepNames(service, id, record.request, { status: state.status, endedAt })
      await recordAudit(service, by, 'inquiry.erased', reference)
      // The mails that cancel an appointment do without the inquiry.
      const news = await newsOfErasure(service, id)
      if (!(await eraseInquiry(service, id, by))) continue
      erased.push(reference)
      await Promise.all(news.map(({ key, value }) => createRecord(service.store, key, value)))
    }
  }
  return { erased, held }
}

/** The removal is recorded first. */
export async function eraseNames(ports: ErasePorts, id: InquiryId, by: string): Promise<void> {
  await recordAudit(ports, by, 'inquiry.names', id.reference)
  await forgetNames(ports.store, id)
}

/** It can be repeated after a failure. @param member staff id of the member who does it */
export async function forgetWithMail(ports: AgentPorts, traces: AddressTraces, member: string): Promise<void> {
  const ended = endedBy(traces)
  const { remembered, requests } = countTraces(traces)
  await recordAudit(ports, member, 'address.forgotten', `remembered ${remembered}, requests ${requests}`)
  for (const registration of ended) await recordAudit(ports, member, 'registration.revoked', registration)
  await endTraces(ports, traces, member)
  // The claims name the mail, so they are removed later.
  await removeMessages(ports.store, [], ended)
  await removeTraces(ports, traces)
}

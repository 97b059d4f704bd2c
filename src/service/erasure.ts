/**
 * Permanent removal of inquiries, on request and after the retention period, and of what was stored of an e-mail address, together
 * with their queued messages.
 */
import type { AgentPorts } from '../agents/agent-ports.ts'
import { type AddressTraces, countsInWords, countTraces, endedBy, forgetTraces } from '../agents/claims/forget.ts'
import { removeFromPartyIndex } from '../conflicts/party-search.ts'
import { dayAt, dayOf } from '../dates.ts'
import { DAY_MS, HOUR_MS } from '../duration.ts'
import { ERASED_PREFIX, erasedKey, type ErasureRecord } from '../inquiries/erasure-record.ts'
import { historyFolder, isHeld, listChangedInquiries, readHistory } from '../inquiries/history.ts'
import { inquiryExists, type InquiryId, inquiryKey, keyPath, parseInquiryKey } from '../inquiries/inquiry-id.ts'
import { listInquiries } from '../inquiries/list.ts'
import { isFinished } from '../inquiries/status.ts'
import { releaseTimes } from '../inquiries/taken-times.ts'
import { removeMessages } from '../mail/outbox.ts'
import type { Ports, Store } from '../ports.ts'
import { recordAudit } from '../staff/audit.ts'
import { mapInBatches } from '../store/batches.ts'

/** How long erasures are repeated: a retry with the same Idempotency-Key, up to 24 hours later, may store the inquiry again. */
const RECHECK_MS = 7 * DAY_MS

/** Inquiries looked at before the time is asked for again. */
const BATCH_SIZE = 40

type ErasePorts = Pick<Ports, 'store' | 'clock'>

/** Erases an inquiry and its history. Returns false when there is no such inquiry, or a legal hold stops it. */
export async function eraseInquiry({ store, clock }: ErasePorts, id: InquiryId, by: string) {
  const [exists, history] = await Promise.all([inquiryExists(store, id), readHistory(store, id)])
  if (!exists || isHeld(history)) return false
  const at = clock.now().toISOString()
  // Recorded first, so that housekeeping finishes an interrupted erasure.
  await store.create(erasedKey(dayOf(at), id), { at, by } satisfies ErasureRecord)
  await removeInquiry(store, id)
  return true
}

/** Repeats recent erasures: finishes interrupted ones and removes inquiries stored again. Called by housekeeping. */
export async function finishErasures({ store, clock }: ErasePorts): Promise<InquiryId[]> {
  const dayAgo = (ms: number) => ERASED_PREFIX + dayAt(clock.now().getTime() - ms)
  const keys = (await store.list(ERASED_PREFIX)).filter((key) => key >= dayAgo(RECHECK_MS))
  return mapInBatches(keys, async (key) => {
    const id = parseInquiryKey(key)
    // An older one that is finished is left alone: the index of parties may have been made again since.
    if (key >= dayAgo(DAY_MS) || (await inquiryExists(store, id))) await removeInquiry(store, id)
    return id
  })
}

/**
 * Removes inquiries whose retention period is over, with their histories, and what a removal left that was cut off. Called by
 * housekeeping.
 * @param retentionDays how long an inquiry is kept after it was finished
 * @param endsAt no batch starts after this time, milliseconds since 1970
 * @returns how many were removed; whether the time was enough
 */
export async function removeExpired({ store, clock }: ErasePorts, retentionDays: number, endsAt: number) {
  // Counted in whole days, so that an inquiry finished late in a day is kept for the full period.
  const until = dayAt(clock.now().getTime() - (retentionDays + 1) * DAY_MS)
  const isFinishedLongAgo = async (id: InquiryId) => {
    const day = await finishedDay(store, id)
    return day !== undefined && day <= until
  }
  const [changed, listed] = await Promise.all([listChangedInquiries(store), listInquiries(store)])
  // A date is stored at the same time as its inquiry.
  const hourAgo = new Date(clock.now().getTime() - HOUR_MS).toISOString()
  const paths = new Set(listed.map(({ id }) => keyPath(id)))
  const due = [
    ...changed
      .filter((id) => !paths.has(keyPath(id)) && id.receivedAt < hourAgo)
      .map((id) => ({ id, isRemainder: true })),
    // No inquiry was finished before it was received.
    ...listed
      .filter(({ id, state }) => isFinished(state.status) && dayOf(id.receivedAt) <= until)
      .map(({ id }) => ({ id, isRemainder: false })),
  ]
  let [count, position] = [0, 0]
  for (; position < due.length && clock.now().getTime() < endsAt; position += BATCH_SIZE) {
    const outcomes = await mapInBatches(due.slice(position, position + BATCH_SIZE), async ({ id, isRemainder }) => {
      // A list may lack what was just stored, so it is no proof that an inquiry is gone.
      const isDue = isRemainder ? !(await inquiryExists(store, id)) : await isFinishedLongAgo(id)
      if (isDue) await removeInquiry(store, id)
      return isDue
    })
    count += outcomes.filter(Boolean).length
  }
  return { count, isComplete: position >= due.length }
}

/** The day an inquiry got its present status; undefined when it is not finished, or held. Later notes do not count. */
async function finishedDay(store: Pick<Store, 'list' | 'read'>, id: InquiryId): Promise<string | undefined> {
  const history = await readHistory(store, id)
  const last = history.at(-1)
  const lastStatusChange = history.findLast(({ changed }) => changed.includes('status'))
  return last && lastStatusChange && isFinished(last.status) && !isHeld(history)
    ? dayOf(lastStatusChange.at)
    : undefined
}

/**
 * Removes the inquiry first: a change, and what writes the index of parties, check afterwards that it exists, and undo what they did
 * if not. The history goes last: while it is there, `removeExpired` repeats a removal that was cut off.
 */
async function removeInquiry(store: Store, id: InquiryId): Promise<void> {
  await store.remove(inquiryKey(id))
  const [history] = await Promise.all([store.list(historyFolder(id)), removeFromPartyIndex(store, id)])
  await mapInBatches(history, (key) => store.remove(key))
}

/** Erases an inquiry, its history, its messages in the outbox and the time that its person chose. Returns false when there is no such inquiry, or a legal hold stops it. */
export async function eraseWithMail(ports: ErasePorts, id: InquiryId, by: string): Promise<boolean> {
  if (!(await eraseInquiry(ports, id, by))) return false
  // After the inquiry: a message without its inquiry is not sent, so none is sent in between.
  await removeMessages(ports.store, [id])
  await releaseTimes(ports)
  return true
}

/** Repeats recent erasures: finishes interrupted ones and removes inquiries stored again. Called by housekeeping. */
export async function finishErasuresWithMail(ports: ErasePorts): Promise<void> {
  await removeMessages(ports.store, await finishErasures(ports))
}

/**
 * Removes what was found of an address, after it is recorded. Repeat it after a failure.
 * @param member id of the member of the staff who does it
 */
export async function forgetWithMail(ports: AgentPorts, traces: AddressTraces, member: string): Promise<void> {
  const ended = endedBy(traces)
  await recordAudit(ports, member, 'address.forgotten', countsInWords(countTraces(traces)))
  for (const registration of ended) await recordAudit(ports, member, 'registration.revoked', registration)
  await forgetTraces(ports, traces, member)
  await removeMessages(ports.store, [], ended)
}

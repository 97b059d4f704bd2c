/**
 * Permanent removal of inquiries: erasure on request, and expiry after the retention period.
 */
import type { Store, Ports } from '../ports.ts'
import { historyFolder, readHistory, readState } from './history.ts'
import {
  findSettledByReference,
  inquiryExists,
  listFinishedHints,
  removeFinishedHint,
  removeFromIndex,
} from './day-index.ts'
import { listPartyFactsAbout, removePartyFacts } from './party-index.ts'
import { takeFirst } from '../store/newest-keys.ts'
import { isFinished } from './status.ts'
import { dayAt, dayOf } from '../dates.ts'
import { ERASED_PREFIX, erasedKey, type ErasureRecord } from './erasure-record.ts'
import { mapInBatches } from '../store/batches.ts'
import { readFact } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { parseInquiryKey, type InquiryId, inquiryKey } from './inquiry-id.ts'
import { DAY_MS } from '../duration.ts'

/** How long erasures are repeated: a retry with the same Idempotency-Key, up to 24 hours later, may store the inquiry again. */
const RECHECK_MS = 7 * DAY_MS

/** Inquiries removed in parallel. Each takes several round trips, and a run has 20 seconds. */
const BATCH_SIZE = 40

/**
 * Erases an inquiry and its history.
 * @param by staff id
 * @returns false when there is no such inquiry
 */
export async function eraseInquiry(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  id: InquiryId,
  by: string,
): Promise<boolean> {
  if (!(await inquiryExists(store, id))) return false
  const at = clock.now().toISOString()
  // Recorded first, so that housekeeping finishes an interrupted erasure.
  await store.create(erasedKey(dayOf(at), id), { at, by } satisfies ErasureRecord)
  await removeInquiry(store, id)
  return true
}

/** The erasures of inquiries with a reference. */
export async function listErasures(store: Pick<Store, 'list' | 'read'>, reference: string): Promise<ErasureRecord[]> {
  const keys = (await Array.fromAsync(store.list(ERASED_PREFIX))).filter((key) => key.endsWith(`/${reference}`))
  const records = await mapInBatches(keys, (key) => readFact(store, FACTS.erasure, key))
  return records.filter((record) => record !== undefined)
}

/**
 * Repeats recent erasures: finishes interrupted ones and removes inquiries stored again. Called by housekeeping.
 * @returns the erased inquiries
 */
export async function finishErasures({ store, clock }: Pick<Ports, 'store' | 'clock'>): Promise<InquiryId[]> {
  const since = dayAt(clock.now().getTime() - RECHECK_MS)
  const keys = (await Array.fromAsync(store.list(ERASED_PREFIX))).filter(
    (key) => key.slice(ERASED_PREFIX.length) >= since,
  )
  return mapInBatches(keys.map(parseInquiryKey), async (id) => {
    // One that is finished is left alone: the index of parties was made again since.
    if (await isPartlyStored(store, id)) await removeInquiry(store, id)
    return id
  })
}

/** Whether anything is there of an inquiry. What is removed last of one whose parties are in the index is its reference. */
async function isPartlyStored(store: Pick<Store, 'list' | 'read'>, id: InquiryId): Promise<boolean> {
  const [exists, history, settled] = await Promise.all([
    inquiryExists(store, id),
    takeFirst(store.list(historyFolder(id)), 1),
    findSettledByReference(store, id.reference),
  ])
  return exists || history.length > 0 || settled.some(({ receivedAt }) => receivedAt === id.receivedAt)
}

/** The result of a sweep through the store. */
export interface SweepResult {
  /** Number removed. */
  count: number
  /** False when the time limit was reached first. */
  isComplete: boolean
}

/**
 * Removes inquiries whose retention period is over, with their histories, longest finished first. Called by housekeeping.
 * @param retentionDays how long an inquiry is kept after it was finished
 * @param endsAt no batch starts after this time, milliseconds since 1970
 */
export async function removeExpired(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  retentionDays: number,
  endsAt: number,
): Promise<SweepResult> {
  // Counted in whole days, so that an inquiry finished late in a day is kept for the full period.
  const until = dayAt(clock.now().getTime() - (retentionDays + 1) * DAY_MS)
  const due = await Array.fromAsync(listFinishedHints(store, until))
  let [count, position] = [0, 0]
  for (; position < due.length && clock.now().getTime() < endsAt; position += BATCH_SIZE) {
    const outcomes = await mapInBatches(
      due.slice(position, position + BATCH_SIZE),
      ({ id, day }) => removeIfFinished(store, id, day),
      BATCH_SIZE,
    )
    count += outcomes.filter(Boolean).length
  }
  return { count, isComplete: position >= due.length }
}

async function removeIfFinished(store: Store, id: InquiryId, day: string): Promise<boolean> {
  const isDue = (await finishedDay(store, id)) === day
  if (isDue) await removeInquiry(store, id)
  // If not due, it was reopened since; if it was finished again, there is a newer hint.
  await removeFinishedHint(store, id, day)
  return isDue
}

/** The day an inquiry got its present status, or undefined when it is not finished. Later notes do not count. */
async function finishedDay(store: Pick<Store, 'list' | 'read'>, id: InquiryId): Promise<string | undefined> {
  const { status } = await readState(store, id)
  if (!isFinished(status)) return undefined
  const lastStatusChange = (await readHistory(store, id)).findLast(({ changed }) => changed.includes('status'))
  return lastStatusChange && dayOf(lastStatusChange.at)
}

/**
 * Removes the inquiry first: `applyChange`, and who writes the index of parties, check afterwards that it exists, and undo what they did
 * if not. The history goes after that index: while it is there, `removeIfFinished` repeats a removal that was cut off.
 */
async function removeInquiry(store: Store, id: InquiryId): Promise<void> {
  await store.remove(inquiryKey(id))
  const [history, parties] = await Promise.all([
    Array.fromAsync(store.list(historyFolder(id))),
    listPartyFactsAbout(store, id),
  ])
  await removePartyFacts(store, parties)
  await mapInBatches(history, (key) => store.remove(key))
  await removeFromIndex(store, id)
}

/**
 * Removing inquiries for good: when a person asks for it, and when they were finished long ago.
 */
import type { Store, Ports } from '../ports.ts'
import { historyFolder, readHistory, readState } from './history.ts'
import { removeFinishedHint, removeFromIndex, listFinishedHints, inquiryExists } from './day-index.ts'
import { isFinished } from './status.ts'
import { dayAt, dayOf } from '../dates.ts'
import { ERASED_PREFIX, erasedKey, type ErasureRecord } from './erasure-record.ts'
import { mapInBatches } from '../store/batches.ts'
import { parseInquiryKey, type InquiryId, inquiryKey } from './inquiry-id.ts'
import { DAY_MS } from '../duration.ts'

/** So long after an erasure it is made sure that nothing came back: a copy sent again with the same Idempotency-Key within 24 hours. */
const RECHECK_MS = 7 * DAY_MS

/** Inquiries removed together. */
const BATCH_SIZE = 20

/**
 * Erases an inquiry and everything of its case.
 * @param by id of the member of staff
 * @returns false when there is no such inquiry
 */
export async function eraseInquiry(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  id: InquiryId,
  by: string,
): Promise<boolean> {
  if (!(await inquiryExists(store, id))) return false
  const at = clock.now().toISOString()
  // First that it is to be: whatever interrupts the rest, housekeeping finishes it.
  await store.create(erasedKey(dayOf(at), id), { at, by } satisfies ErasureRecord)
  await removeInquiry(store, id)
  return true
}

/** The erasures of inquiries with a reference. */
export async function listErasures(store: Pick<Store, 'list' | 'read'>, reference: string): Promise<ErasureRecord[]> {
  const keys = (await Array.fromAsync(store.list(ERASED_PREFIX))).filter((key) => key.endsWith(`/${reference}`))
  const records = await mapInBatches(keys, (key) => store.read(key))
  return records.filter((record) => record !== undefined) as ErasureRecord[]
}

/**
 * Finishes erasures that were interrupted, and erases what came back. For housekeeping.
 * @returns which those are
 */
export async function finishErasures({ store, clock }: Pick<Ports, 'store' | 'clock'>): Promise<InquiryId[]> {
  const since = dayAt(clock.now().getTime() - RECHECK_MS)
  const keys = (await Array.fromAsync(store.list(ERASED_PREFIX))).filter(
    (key) => key.slice(ERASED_PREFIX.length) >= since,
  )
  return mapInBatches(keys.map(parseInquiryKey), async (id) => {
    await removeInquiry(store, id)
    return id
  })
}

/** What became of a round through the store. */
export interface SweepResult {
  /** How many were removed. */
  count: number
  /** False when the time was over before all had their turn. */
  isComplete: boolean
}

/**
 * Removes inquiries that were finished long ago, with everything of their cases; those longest ago first. For housekeeping.
 * @param retentionDays how long they are kept after they were finished
 * @param endsAt begins nothing after this, milliseconds since 1970
 */
export async function removeExpired(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  retentionDays: number,
  endsAt: number,
): Promise<SweepResult> {
  // Whole days: one that was finished in the evening of a day is kept until that day's end.
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
  // Opened again since, or finished anew, which left a hint of its own.
  await removeFinishedHint(store, id, day)
  return isDue
}

/** The day on which a case came to stand as it does, or undefined when it is not finished. Notes that were added later do not count. */
async function finishedDay(store: Pick<Store, 'list' | 'read'>, id: InquiryId): Promise<string | undefined> {
  const { status } = await readState(store, id)
  if (!isFinished(status)) return undefined
  const lastStatusChange = (await readHistory(store, id)).findLast(({ changed }) => changed.includes('status'))
  return lastStatusChange && dayOf(lastStatusChange.at)
}

/** The inquiry first: whoever changes its case meanwhile looks whether it is still there, and takes their change back. */
async function removeInquiry(store: Store, id: InquiryId): Promise<void> {
  await store.remove(inquiryKey(id))
  const keys = await Array.fromAsync(store.list(historyFolder(id)))
  await mapInBatches(keys, (key) => store.remove(key))
  await removeFromIndex(store, id)
}

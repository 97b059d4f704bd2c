/**
 * Removing inquiries for good: when a person asks for it, and when they were closed long ago.
 */
import type { Store, World } from '../world.ts'
import { caseFolder, readHistory, readState } from './case.ts'
import { dayOf, forgetClosed, forgetInquiry, hintedClosed, isThere } from './case-index.ts'
import { inTurns } from './in-turns.ts'
import { inquiryAt, type InquiryId, inquiryKey } from './inquiry.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** So long after an erasure it is made sure that nothing came back: a copy sent again with the same Idempotency-Key within 24 hours. */
const SWEEP_MS = 7 * DAY_MS

/** Below this prefix there is a fact per erasure: day, then the place of the inquiry. */
const ERASED = 'erased/'

/** That an inquiry was erased; it holds nothing of what was. */
export interface ErasureRecord {
  /** ISO 8601. */
  at: string
  /** Id of the member of staff. */
  by: string
}

/**
 * Erases an inquiry and everything of its case.
 * @param by id of the member of staff
 * @returns false when there is no such inquiry
 */
export async function eraseInquiry({ store, clock }: Pick<World, 'store' | 'clock'>, id: InquiryId, by: string): Promise<boolean> {
  if (!(await isThere(store, id))) return false
  const at = clock.now().toISOString()
  // First that it is to be: whatever interrupts the rest, housekeeping finishes it.
  await store.create(`${ERASED}${dayOf(at)}/${id.receivedAt}/${id.reference}`, { at, by } satisfies ErasureRecord)
  await wipe(store, id)
  return true
}

/** The erasures of inquiries with a reference. */
export async function erasuresOf(store: Pick<Store, 'list' | 'read'>, reference: string): Promise<ErasureRecord[]> {
  const keys = (await Array.fromAsync(store.list(ERASED))).filter((key) => key.endsWith(`/${reference}`))
  const records = await inTurns(keys, (key) => store.read(key))
  return records.filter((record) => record !== undefined) as ErasureRecord[]
}

/**
 * Finishes erasures that were interrupted, and erases what came back. For housekeeping.
 * @returns which those are
 */
export async function finishErasures({ store, clock }: Pick<World, 'store' | 'clock'>): Promise<InquiryId[]> {
  const since = dayOf(new Date(clock.now().getTime() - SWEEP_MS).toISOString())
  const keys = (await Array.fromAsync(store.list(ERASED))).filter((key) => key.slice(ERASED.length) >= since)
  return inTurns(keys.map(inquiryAt), async (id) => {
    await wipe(store, id)
    return id
  })
}

/**
 * Removes inquiries that were closed long ago, with everything of their cases. For housekeeping.
 * @param retentionDays how long they are kept after they were closed
 * @returns how many were removed
 */
export async function removeExpired({ store, clock }: Pick<World, 'store' | 'clock'>, retentionDays: number): Promise<number> {
  // Whole days: one that was closed in the evening of a day is kept until that day's end.
  const until = dayOf(new Date(clock.now().getTime() - (retentionDays + 1) * DAY_MS).toISOString())
  const due = await Array.fromAsync(hintedClosed(store, until))
  const removed = await inTurns(due, async ({ id, day }) => {
    const expired = (await closedOn(store, id)) === day
    if (expired) await wipe(store, id)
    // Opened again since, or closed anew, which left a hint of its own.
    await forgetClosed(store, id, day)
    return expired
  })
  return removed.filter(Boolean).length
}

/** The day since which a case is closed, or undefined when it is not. Notes that were added later do not count. */
async function closedOn(store: Pick<Store, 'list' | 'read'>, id: InquiryId): Promise<string | undefined> {
  if ((await readState(store, id)).status !== 'closed') return undefined
  const closing = (await readHistory(store, id)).findLast(({ status, changed }) => status === 'closed' && changed.includes('status'))
  return closing && dayOf(closing.at)
}

/** The inquiry first: whoever changes its case meanwhile looks whether it is still there, and takes their change back. */
async function wipe(store: Store, id: InquiryId): Promise<void> {
  await store.remove(inquiryKey(id))
  const keys = await Array.fromAsync(store.list(caseFolder(id)))
  await inTurns(keys, (key) => store.remove(key))
  await forgetInquiry(store, id)
}

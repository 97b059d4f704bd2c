/**
 * That an inquiry was erased: a fact of its own, which holds nothing of what was.
 */
import type { Store } from '../ports.ts'
import type { InquiryId } from './inquiry-id.ts'

/** Below this prefix there is a fact per erasure: day, then time and reference of the inquiry. */
export const ERASED_PREFIX = 'erased/'

export interface ErasureRecord {
  /** ISO 8601. */
  at: string
  /** Id of the member of staff. */
  by: string
}

/** @param day of the erasure, like 2026-11-21 */
export const erasedKey = (day: string, { receivedAt, reference }: InquiryId) =>
  `${ERASED_PREFIX}${day}/${receivedAt}/${reference}`

/** Whether an inquiry was erased on one of these days. */
export async function wasErased(store: Pick<Store, 'read'>, id: InquiryId, days: readonly string[]): Promise<boolean> {
  const records = await Promise.all(days.map((day) => store.read(erasedKey(day, id))))
  return records.some((record) => record !== undefined)
}

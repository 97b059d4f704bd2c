/** The record of an erasure. It contains only the time and the reference of the erased inquiry. */
import type { Store } from '../ports.ts'
import { keyOf, prefixOf } from '../store/fact.ts'
import { FACTS, type FactValue } from '../store/facts.ts'
import type { InquiryId } from './inquiry-id.ts'

/** The day of the erasure follows, then time and reference of the inquiry. */
export const ERASED_PREFIX = prefixOf(FACTS.erasure)

export type ErasureRecord = FactValue<'erasure'>

/** @param day of the erasure, like 2026-11-21 */
export const erasedKey = (day: string, { receivedAt, reference }: InquiryId) =>
  keyOf(FACTS.erasure, { day, time: receivedAt, reference })

export async function wasErased(store: Pick<Store, 'read'>, id: InquiryId, days: readonly string[]): Promise<boolean> {
  const records = await Promise.all(days.map((day) => store.read(erasedKey(day, id))))
  return records.some((record) => record !== undefined)
}

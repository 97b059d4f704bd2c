/** The identity of an inquiry and its key in the store. */
import { monthOf } from '../dates.ts'
import type { Store } from '../ports.ts'
import { prefixOf } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'

/** Month, time of arrival and reference follow, so keys sort by time. */
export const INQUIRIES_PREFIX = prefixOf(FACTS.inquiry)

/** Identifies an inquiry. A reference alone may occur twice. */
export interface InquiryId {
  reference: string
  /** When it was received, ISO 8601, UTC. */
  receivedAt: string
}

export function inquiryKey(id: InquiryId): string {
  return INQUIRIES_PREFIX + keyPath(id)
}

/** Whether an inquiry exists. This reads it, because a list may still have a key that was just removed. */
export const inquiryExists = async (store: Pick<Store, 'read'>, id: InquiryId): Promise<boolean> =>
  (await store.read(inquiryKey(id))) !== undefined

/** The part of an inquiry's keys after the prefix, like `2026-11/2026-11-21T15:04:05.000Z/K7QM-2F9D`. */
export function keyPath({ reference, receivedAt }: InquiryId): string {
  return `${monthOf(receivedAt)}/${receivedAt}/${reference}`
}

/** Parses a key that ends in time and reference. */
export function parseInquiryKey(key: string): InquiryId {
  const end = key.lastIndexOf('/')
  return { reference: key.slice(end + 1), receivedAt: key.slice(key.lastIndexOf('/', end - 1) + 1, end) }
}

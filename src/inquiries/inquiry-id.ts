/**
 * What tells an inquiry from all others, and its key in the store.
 */
import { monthOf } from '../dates.ts'

/** Below this prefix there is one key per inquiry: month, then time of arrival and reference, so keys sort by time. */
export const INQUIRIES_PREFIX = 'inquiries/'

/** What tells an inquiry from all others. */
export interface InquiryId {
  reference: string
  /** When it was received, ISO 8601, UTC. */
  receivedAt: string
}

/** The key of an inquiry. */
export function inquiryKey(id: InquiryId): string {
  return INQUIRIES_PREFIX + inquiryPlace(id)
}

/** Where an inquiry stands below each prefix that is ordered by time of arrival, like `2026-11/2026-11-21T15:04:05.000Z/K7QM-2F9D`. */
export function inquiryPlace({ reference, receivedAt }: InquiryId): string {
  return `${monthOf(receivedAt)}/${receivedAt}/${reference}`
}

/** Reads the place at the end of a key. */
export function parseInquiryKey(key: string): InquiryId {
  const [receivedAt = '', reference = ''] = key.split('/').slice(-2)
  return { reference, receivedAt }
}

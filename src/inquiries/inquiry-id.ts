/** The identity of an inquiry and its key in the store. */
import { monthOf } from '../dates.ts'
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

/** The part of an inquiry's keys after the prefix, like `2026-11/2026-11-21T15:04:05.000Z/K7QM-2F9D`. */
export function keyPath({ reference, receivedAt }: InquiryId): string {
  return `${monthOf(receivedAt)}/${receivedAt}/${reference}`
}

/** Parses a key that ends in time and reference. */
export function parseInquiryKey(key: string): InquiryId {
  const end = key.lastIndexOf('/')
  return { reference: key.slice(end + 1), receivedAt: key.slice(key.lastIndexOf('/', end - 1) + 1, end) }
}

/** The cursor of an inquiry. Cursors sort by time of arrival. */
export const cursorOf = ({ receivedAt, reference }: InquiryId): string => `${receivedAt}/${reference}`

export const isCursor = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\/[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(text)

/** The inquiry at a cursor; undefined when the text is not a cursor. */
export function parseCursor(text: string): InquiryId | undefined {
  return isCursor(text) ? parseInquiryKey(text) : undefined
}

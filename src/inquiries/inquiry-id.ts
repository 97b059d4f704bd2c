/** The identity of an inquiry: its reference, its keys in the store, and its cursor. */
import { drawLetters, inGroups, isCodeOf, REFERENCE_ALPHABET } from '../alphabet.ts'
import { monthOf } from '../dates.ts'
import { keyOf, prefixOf } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'

/** In a key, month, time of arrival and reference follow this prefix, so keys sort by time. */
export const INQUIRIES_PREFIX = prefixOf(RECORDS.inquiry)

/** In a key, the day of the erasure follows this prefix, then time and reference of the inquiry. */
export const ERASED_PREFIX = prefixOf(RECORDS.erasure)

/** A reference alone may occur twice, so the id also has the time. */
export interface InquiryId {
  /** The person quotes it on the telephone, like `K7QM-2F9D`. It gives no access, so it is not secret. */
  reference: string
  /** ISO 8601, UTC. */
  receivedAt: string
}

export const inquiryKey = (id: InquiryId): string => INQUIRIES_PREFIX + keyPath(id)

/** Like `2026-11/2026-11-21T15:04:05.000Z/K7QM-2F9D`. */
export const keyPath = ({ reference, receivedAt }: InquiryId): string =>
  `${monthOf(receivedAt)}/${receivedAt}/${reference}`

/** The key of the record that says who erased an inquiry and when. @param day of the erasure, like 2026-11-21 */
export const erasedKey = (day: string, { receivedAt, reference }: InquiryId) =>
  keyOf(RECORDS.erasure, { day, time: receivedAt, reference })

/** The key must end in time and reference. */
export function parseInquiryKey(key: string): InquiryId {
  const end = key.lastIndexOf('/')
  return { reference: key.slice(end + 1), receivedAt: key.slice(key.lastIndexOf('/', end - 1) + 1, end) }
}

/** Cursors sort by time of arrival. */
export const cursorOf = ({ receivedAt, reference }: InquiryId): string => `${receivedAt}/${reference}`

export const isCursor = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\/[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(text) &&
  !Number.isNaN(Date.parse(text.slice(0, text.indexOf('/'))))

export const parseCursor = (text: string): InquiryId | undefined => (isCursor(text) ? parseInquiryKey(text) : undefined)

const REFERENCE_LENGTH = 8

/** There are 28⁸ references (about 3.8 × 10¹¹). */
export const createReference = (): string => inGroups(drawLetters(REFERENCE_ALPHABET, REFERENCE_LENGTH))

/** The text may be in any case, and may lack the hyphen. @returns undefined when it is not a reference */
export function parseReference(text: string): string | undefined {
  const letters = text.toUpperCase().replace(/[\s-]/g, '')
  return isCodeOf(REFERENCE_ALPHABET, REFERENCE_LENGTH, letters) ? inGroups(letters) : undefined
}

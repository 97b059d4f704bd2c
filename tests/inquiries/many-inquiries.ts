/** A store with many inquiries, received in half a year, written as the intake and the desk write them. */
import type { ChangeRecord } from '../../src/inquiries/change.ts'
import { changeKey, markerKey } from '../../src/inquiries/history.ts'
import type { Status } from '../../src/inquiries/status.ts'
import type { InquiryRecord } from '../../src/inquiries/inquiry.ts'
import { type InquiryId, inquiryKey } from '../../src/inquiries/inquiry-id.ts'
import type { Sealed, Store } from '../../src/ports.ts'
import { VALID_INQUIRY } from '../test-desk.ts'
import { createRecord } from '../../src/store/record.ts'

export const SAMPLE_RECORD: InquiryRecord = {
  version: 1,
  reference: 'K7QM-2F9D',
  receivedAt: '2026-11-21T15:04:05.000Z',
  via: 'api',
  sender: 'anonymous',
  notice: '2026-11-01',
  noticeLanguage: 'en',
  suspicions: [],
  request: VALID_INQUIRY,
}

const SPAN_MS = 180 * 24 * 3600_000
const ALPHABET = '23456789BCDFGHJKMNPQRSTVWXYZ'
const BATCH_SIZE = 10_000
/** One in so many is still new; the others were declined. */
export const OPEN_EVERY = 2500

/** References ascend as the numbers do. */
export function referenceOf(index: number): string {
  const letters = Array.from(
    { length: 8 },
    (_, place) => ALPHABET[Math.floor(index / ALPHABET.length ** place) % ALPHABET.length],
  )
    .reverse()
    .join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** The newest inquiry has the highest number. */
export const numbered =
  (count: number, now: Date) =>
  (index: number): InquiryId => ({
    reference: referenceOf(index),
    receivedAt: new Date(now.getTime() - (count - index) * (SPAN_MS / count)).toISOString(),
  })

export async function writeInquiry(
  store: Pick<Store, 'put'>,
  id: InquiryId,
  status: Status,
  fact: Sealed,
): Promise<void> {
  const facts: [string, unknown][] = [[inquiryKey(id), fact]]
  if (status !== 'new') {
    facts.push([
      changeKey(id, 1),
      { version: 1, at: id.receivedAt, by: 'CLERK001', changed: ['status'], status } satisfies ChangeRecord,
    ])
    facts.push([markerKey(id, { seq: 1, status }), {}])
  }
  await Promise.all(facts.map(([key, value]) => createRecord(store, key, value)))
}

/** @param seal makes the stored fact of an inquiry */
export async function fillWithInquiries(
  store: Pick<Store, 'put'>,
  count: number,
  now: Date,
  seal: (id: InquiryId) => Sealed,
): Promise<void> {
  const idOf = numbered(count, now)
  for (let start = 0; start < count; start += BATCH_SIZE) {
    const indexes = Array.from({ length: Math.min(BATCH_SIZE, count - start) }, (_, offset) => start + offset)
    await Promise.all(
      indexes.map((index) =>
        writeInquiry(store, idOf(index), index % OPEN_EVERY === 0 ? 'new' : 'declined', seal(idOf(index))),
      ),
    )
  }
}

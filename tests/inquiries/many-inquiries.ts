/** A store with many inquiries, received in half a year, written as the intake and the desk write them. */
import { inGroups, REFERENCE_ALPHABET } from '../../src/alphabet.ts'
import type { ChangeRecord } from '../../src/inquiries/change.ts'
import { putInquiry } from '../../src/inquiries/sealed-inquiry.ts'
import type { Status } from '../../src/inquiries/status.ts'
import type { InquiryRecord } from '../../src/inquiries/inquiry.ts'
import type { InquiryId } from '../../src/inquiries/inquiry-id.ts'
import type { Inbox, Sealed, Store } from '../../src/ports.ts'
import { numbersFrom, partyRequest } from '../conflicts/many-parties.ts'
import { VALID_INQUIRY } from '../test-desk.ts'

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
const BATCH_SIZE = 10_000
/** One in so many is still new; the others were declined. */
const OPEN_EVERY = 2500

/** References ascend as the numbers do. */
export function referenceOf(index: number): string {
  const { length } = REFERENCE_ALPHABET
  const letterAt = (place: number) => REFERENCE_ALPHABET[Math.floor(index / length ** place) % length]
  return inGroups([7, 6, 5, 4, 3, 2, 1, 0].map(letterAt).join(''))
}

/** The newest inquiry has the highest number. */
export const numbered =
  (count: number, now: Date) =>
  (index: number): InquiryId => ({
    reference: referenceOf(index),
    receivedAt: new Date(now.getTime() - (count - index) * (SPAN_MS / count)).toISOString(),
  })

type Written = Pick<Store, 'get' | 'put' | 'remove'>

export const writeInquiry = (store: Written, id: InquiryId, status: Status, { sealed }: Sealed): Promise<unknown> => {
  const change: ChangeRecord = { at: id.receivedAt, by: 'CLERK001', changed: ['status'], status }
  const changes = status === 'new' ? [] : [change]
  return putInquiry(store, id, { value: { sealed, intake: {}, changes, mail: [], hints: [] } })
}

/** @param seal encrypts the words of an inquiry @param openEvery one in so many is still new; the others were declined */
export async function fillWithInquiries(
  store: Written,
  count: number,
  now: Date,
  { seal, openEvery = OPEN_EVERY }: { seal: (id: InquiryId) => Sealed | Promise<Sealed>; openEvery?: number },
): Promise<void> {
  const idOf = numbered(count, now)
  for (let start = 0; start < count; start += BATCH_SIZE) {
    const indexes = Array.from({ length: Math.min(BATCH_SIZE, count - start) }, (_, offset) => start + offset)
    const statusOf = (index: number) => (index % openEvery === 0 ? 'new' : 'declined')
    const write = async (index: number) => writeInquiry(store, idOf(index), statusOf(index), await seal(idOf(index)))
    await Promise.all(indexes.map(write))
  }
}

/** So many different people wrote, each many times. */
const PEOPLE = 50
/** With 10,000 inquiries, 300 are open. */
const PEOPLE_OPEN_EVERY = 33

/** @returns the records by their sealed text */
export async function fillWithPeople(store: Written, inbox: Inbox, count: number, now: Date) {
  const random = numbersFrom(1)
  const records = Array.from({ length: PEOPLE }, () => ({ ...SAMPLE_RECORD, request: partyRequest(random) }))
  const sealed = await Promise.all(records.map((record) => inbox.seal(record)))
  let next = 0
  await fillWithInquiries(store, count, now, {
    seal: () => ({ sealed: sealed[(next += 1) % PEOPLE] ?? '' }),
    openEvery: PEOPLE_OPEN_EVERY,
  })
  return new Map(sealed.map((text, index) => [text, records[index] ?? SAMPLE_RECORD]))
}

import { beforeEach, expect, it } from 'vitest'
import { HOUR_MS } from '../../src/duration.ts'
import { receiptNotice } from '../../src/firm/notices.ts'
import { INQUIRIES_PREFIX } from '../../src/inquiries/inquiry-id.ts'
import type { Submission } from '../../src/inquiries/inquiry.ts'
import { StoreUnavailable } from '../../src/ports.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { submitInquiry } from '../../src/service/submit-inquiry.ts'
import { SAMPLE_RECORD } from '../inquiries/many-inquiries.ts'
import { FIRM, VALID_INQUIRY, desk, useDesk } from '../test-desk.ts'

useDesk()
// Without messages: only what is stored of the inquiry itself is counted.
beforeEach(() => void (desk.service.mailer = undefined))

type Given = Omit<Submission, 'notice'>
const BY_API = { request: VALID_INQUIRY, via: 'api', sender: 'anonymous' } as const
const submission = (more: Partial<Given> = {}): Given => ({ ...BY_API, ...more })
const withKey = (key: string, more: Partial<Given> = {}) =>
  submission({ idempotency: { key, caller: '203.0.113.7' }, ...more })
const stored = () => desk.store.keysOf(INQUIRIES_PREFIX)

it('stores it before the receipt, with a hint to it, and reads nothing', async () => {
  const receipt = await submitInquiry(desk.service, submission())
  expect(receipt).toEqual({
    reference: expect.stringMatching(/^....-....$/),
    status: 'accepted',
    status_url: expect.stringMatching(/^https:\/\/www\.example\.com\/status\/[\w-]+$/),
    receivedAt: '2026-11-21T15:04:05.000Z',
    sender: 'anonymous',
    notice: receiptNotice(FIRM.notices),
  })
  expect(desk.store.calls).toEqual({ put: 2, get: 0, list: 0, remove: 0 })
  const { reference, receivedAt } = receipt
  expect(await desk.inquiries()).toEqual([{ ...SAMPLE_RECORD, reference, receivedAt }])
})

it('keeps nothing readable: no record holds a word of it', async () => {
  await submitInquiry(desk.service, withKey('k'))
  const everything = JSON.stringify([...desk.store.records])
  for (const word of [VALID_INQUIRY.name, VALID_INQUIRY.email, 'accident', '203.0.113.7'])
    expect(everything).not.toContain(word)
})

it('fails when another has its reference, so that neither is lost', async () => {
  const { put } = desk.store
  desk.store.put = async (key, value, expected) => {
    if (key.startsWith(INQUIRIES_PREFIX)) await put(key, { ...(value as object), sealed: 'of another' }, 'new')
    return put(key, value, expected)
  }
  await expect(submitInquiry(desk.service, submission())).rejects.toBeInstanceOf(StoreUnavailable)
})

it('an idempotency key is scoped to the caller and to the way in', async () => {
  const key = { key: 'k', caller: '198.51.100.1' }
  await submitInquiry(desk.service, withKey('k'))
  await submitInquiry(desk.service, submission({ idempotency: key }))
  await submitInquiry(desk.service, submission({ idempotency: key, via: 'form' }))
  expect(stored()).toHaveLength(3)
})

it('an idempotency key that was repeated on the next day is new after 24 hours, with another body too, and then remembered for 24 more', async () => {
  const UNTIL_TEN = 19
  const UNTIL_HALF_PAST_ELEVEN = 13.5
  const first = await submitInquiry(desk.service, withKey('k'))
  desk.advance(UNTIL_TEN * HOUR_MS)
  expect(await submitInquiry(desk.service, withKey('k'))).toEqual(first)
  const changed = { request: { ...VALID_INQUIRY, message: 'Another text.' } }
  const sendChanged = () => submitInquiry(desk.service, withKey('k', changed))
  await expect(sendChanged()).rejects.toMatchObject({ code: 'idempotency-key-reused' })
  desk.advance(UNTIL_HALF_PAST_ELEVEN * HOUR_MS)
  const now = desk.service.clock.now().toISOString()
  const copies = await Promise.all(Array.from({ length: 20 }, sendChanged))
  const [second] = copies
  expect(new Set(copies.map(({ reference }) => reference)).size).toBe(1)
  expect(second?.receivedAt).toBe(now)
  expect(second?.reference).not.toBe(first.reference)
  desk.advance(23.9 * HOUR_MS)
  await runHousekeeping(desk.service)
  expect(await sendChanged()).toEqual(second)
  expect(stored()).toHaveLength(2)
})

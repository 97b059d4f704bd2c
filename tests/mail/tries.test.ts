/** The first tries of the messages of an inquiry. `tests/service/ended-at-any-step.test.ts` ends the process between them. */
import { expect, it } from 'vitest'
import { HOUR_MS } from '../../src/duration.ts'
import { runOutbox } from '../../src/mail/tries.ts'
import { NotDelivered } from '../../src/ports.ts'
import { submitInquiry } from '../../src/service/submit-inquiry.ts'
import { openDesk, type TestDesk, VALID_INQUIRY } from '../test-desk.ts'

const submitTo = ({ service }: TestDesk, key?: string) =>
  submitInquiry(service, {
    request: VALID_INQUIRY,
    via: 'api',
    sender: 'anonymous',
    ...(key !== undefined && { idempotency: { key, caller: '203.0.113.7' } }),
  })

it('an inquiry that comes again while its mail is being sent has its first tries once', async () => {
  const desk = await openDesk()
  let works = 0
  desk.service.waitUntil = () => void works++
  const receipt = await submitTo(desk, 'k')
  expect(await submitTo(desk, 'k')).toEqual(receipt)
  expect(works).toBe(1)
})

it('the first tries of an inquiry decrypt nothing, and a later try does', async () => {
  const desk = await openDesk()
  const { keys, mailer } = desk.service
  let opened = 0
  desk.service.keys = { ...keys, unseal: (...sealed) => keys.unseal(...sealed).finally(() => opened++) }
  desk.service.mailer = { send: async () => Promise.reject(new NotDelivered('ECONNECTION')) }
  await submitTo(desk)
  await desk.settle()
  expect([opened, desk.mails.length]).toEqual([0, 0])
  desk.service.mailer = mailer
  desk.advance(HOUR_MS)
  await runOutbox(desk.service)
  expect([opened, desk.mails.length]).toEqual([2, 2])
})

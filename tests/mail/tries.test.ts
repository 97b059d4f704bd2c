/** A process ends between any two writes of an inquiry and of the first tries of its messages, and the next process goes on from there. */
import { expect, it } from 'vitest'
import { HOUR_MS } from '../../src/duration.ts'
import { INQUIRIES_PREFIX } from '../../src/inquiries/inquiry-id.ts'
import { listOpenRecords, readMail } from '../../src/mail/outbox.ts'
import { runOutbox } from '../../src/mail/tries.ts'
import { NotDelivered, StoreUnavailable } from '../../src/ports.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { submitInquiry } from '../../src/service/submit-inquiry.ts'
import { openDesk, type TestDesk, VALID_INQUIRY } from '../test-desk.ts'

const KINDS = ['notice', 'receipt'] as const

const submitTo = ({ service }: TestDesk, key?: string) =>
  submitInquiry(service, {
    request: VALID_INQUIRY,
    via: 'api',
    sender: 'anonymous',
    ...(key !== undefined && { idempotency: { key, caller: '203.0.113.7' } }),
  })

/** Only so many writes are made. @param isSwapped the last one is lost and the one after it is made: both went out at the same time */
function endAfter({ store }: TestDesk, writes: number, isSwapped: boolean) {
  const { put, remove } = store
  let count = 0
  const isMade = () => ++count < writes || count === writes + Number(isSwapped)
  const ended = () => Promise.reject(new StoreUnavailable('the process has ended'))
  store.put = (...write) => (isMade() ? put(...write) : ended())
  store.remove = (...removal) => (isMade() ? remove(...removal) : ended())
  return {
    restart: () => void Object.assign(store, { put, remove }),
    wasEnded: () => count + Number(isSwapped) > writes,
  }
}

it.each([
  ['without a key', false],
  ['with a key', false],
  ['without a key', true],
  ['with a key', true],
])(
  'loses no mail, and repeats only what was not recorded as sent: an inquiry %s, swapped: %s',
  async (title, isSwapped) => {
    const key = title === 'with a key' ? 'k' : undefined
    let [writes, wasEnded, twice] = [0, true, 0]
    for (; wasEnded; writes++) {
      const desk = await openDesk()
      const process = endAfter(desk, writes, isSwapped)
      const receipt = await submitTo(desk, key).catch(() => undefined)
      await desk.settle()
      wasEnded = process.wasEnded()
      process.restart()
      const [record] = desk.store.keysOf(INQUIRIES_PREFIX)
      if (receipt) expect(record, `${writes} writes`).toBeDefined()
      const stored = (record && (await readMail(desk.store, record))) || []
      const countOf = (kind: string) => desk.mails.filter(({ id }) => id.startsWith(`${kind}-`)).length
      const expected = KINDS.map((kind) => {
        const isRepeated = countOf(kind) > 0 && stored.some(({ id, sealed }) => sealed && id.startsWith(kind))
        twice += Number(isRepeated)
        return isRepeated ? 2 : Number(record !== undefined)
      })
      desk.advance(1)
      await runHousekeeping(desk.service)
      await runOutbox(desk.service, desk.service.clock.now().getTime())
      for (let hours = 0; hours < 2; hours++) {
        desk.advance(HOUR_MS)
        await runOutbox(desk.service)
      }
      expect([KINDS.map(countOf), await listOpenRecords(desk.store)], `${writes} writes`).toEqual([expected, []])
      if (key === undefined) continue
      // The sender repeats the request.
      await submitTo(desk, key)
      await desk.settle()
      const all = expected.map((count) => Math.max(count, 1))
      expect([KINDS.map(countOf), (await desk.inquiries()).length], `${writes} writes, again`).toEqual([all, 1])
    }
    expect(writes).toBeGreaterThan(6)
    expect(twice).toBeGreaterThan(0)
  },
)

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

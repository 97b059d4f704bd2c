/**
 * Messages that wait, are tried, fail, are tried again by hand, and are sent: with a clock that the test moves and a mail server that does
 * what the test says.
 */
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/duration.ts'
import { BACKOFF_MS, MAX_SCHEDULED_TRIES, OUTBOX_PREFIX, SENT_PREFIX, postMessage } from '../../src/mail/outbox.ts'
import { outboxStatus } from '../../src/mail/outbox-status.ts'
import { inquiryKey } from '../../src/inquiries/inquiry-id.ts'
import { down, TO, desk, useOutboxDesk } from './outbox-desk.ts'
import { createRecord } from '../../src/store/record.ts'

useOutboxDesk()

describe('a message', () => {
  it('is sent once, also when it is stored again, and leaves the outbox with the address; that it was sent stays', async () => {
    await desk.post()
    expect(await desk.run()).toEqual({ sent: 1, failed: 0, open: 0 })
    expect(desk.mails).toMatchObject([{ id: 'linked-one', to: TO }])
    expect(desk.store.keysOf(OUTBOX_PREFIX)).toEqual([])
    expect(desk.store.keysOf(SENT_PREFIX)).toHaveLength(1)
    expect(await desk.run()).toEqual({ sent: 0, failed: 0, open: 0 })
    await desk.post()
    expect(await desk.run()).toEqual({ sent: 0, failed: 0, open: 1 })
    expect(desk.tries).toBe(1)
    expect(desk.store.keysOf(OUTBOX_PREFIX)).toEqual([])
  })

  it('is sealed, and no fact and no line of the log holds its address, whatever a server answers', async () => {
    desk.server = async () => {
      throw new Error(`550 <${TO}> no such person`)
    }
    await desk.post()
    await desk.run()
    expect(desk.logged()).toContain('"event":"outbox.failed"')
    // What is sealed is Base64, which may hold any word of letters and figures by chance, but none of these.
    for (const text of [JSON.stringify([...desk.store.facts]), desk.logged()])
      for (const words of [TO, 'ana@', '"secret', '550 ', 'such person']) expect(text).not.toContain(words)
    for (const word of ['ana', 'secret', '550']) expect(desk.logged()).not.toContain(word)
  })

  it('is tried after 1 and 5 minutes, half an hour, 2, 6, 12, 24 and 24 hours, and then given up, visibly', async () => {
    desk.server = down
    await desk.post()
    expect(BACKOFF_MS.map((ms) => ms / 60_000)).toEqual([1, 5, 30, 120, 360, 720, 1440, 1440])
    expect(await desk.run()).toEqual({ sent: 0, failed: 1, open: 1 })
    for (const [number, wait] of BACKOFF_MS.entries()) {
      expect(await outboxStatus(desk.service)).toMatchObject({
        waiting: 0,
        failing: [{ kind: 'linked', subject: 'one', tries: number + 1, reason: 'ECONNECTION' }],
        givenUp: [],
        isAlarming: number >= 2,
      })
      desk.advance(wait - 1)
      expect((await desk.run()).failed, `after ${wait - 1} ms`).toBe(0)
      desk.advance(1)
      expect((await desk.run()).failed, `after ${wait} ms`).toBe(1)
    }
    expect(desk.tries).toBe(MAX_SCHEDULED_TRIES)
    desk.server = async () => undefined
    desk.advance(10 * DAY_MS)
    expect(await desk.run()).toEqual({ sent: 0, failed: 0, open: 1 })
    expect(await outboxStatus(desk.service)).toMatchObject({
      waiting: 0,
      failing: [],
      givenUp: [{ tries: MAX_SCHEDULED_TRIES, reason: 'ECONNECTION', dueAt: undefined }],
      isAlarming: true,
    })
  })

  it('that waited while the service was off is tried once per step, not all at once', async () => {
    desk.server = down
    await desk.post()
    await desk.run()
    desk.advance(DAY_MS)
    for (let time = 0; time < 5; time++) await desk.run()
    expect(desk.tries).toBe(2)
  })

  it('waits, untried, where its channel is missing for now; one whose key was dropped stays visible', async () => {
    const { mailer } = desk.service
    await desk.post()
    desk.service.mailer = undefined
    expect(await desk.run()).toEqual({ sent: 0, failed: 0, open: 1 })
    expect(await outboxStatus(desk.service)).toMatchObject({ waiting: 1, failing: [], isAlarming: false })
    desk.service.mailer = mailer
    desk.service.keys = { ...desk.service.keys, unseal: async () => undefined }
    await desk.run()
    expect(await outboxStatus(desk.service)).toMatchObject({ failing: [{ reason: 'its key was dropped' }] })
  })
})

it('waits for what it tells of, which may come a moment later', async () => {
  const inquiry = { reference: 'K7QM-2F9D', receivedAt: desk.service.clock.now().toISOString() }
  await postMessage(desk.service, {
    at: inquiry.receivedAt,
    about: { inquiry },
    message: { kind: 'receipt', to: TO, reference: inquiry.reference, language: 'en', status: 'x' },
  })
  expect((await desk.run()).failed).toBe(1)
  await createRecord(desk.store, inquiryKey(inquiry), { sealed: 'x' })
  desk.advance(60_000)
  expect((await desk.run()).sent).toBe(1)
})

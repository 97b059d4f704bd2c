/**
 * Messages that wait, are tried, fail, and are sent, by however many runs: with a clock moved by hand and a mail server that does as
 * the test says.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/duration.ts'
import {
  BACKOFF_MS,
  LEASE_MS,
  MAX_SCHEDULED_TRIES,
  OUTBOX_PREFIX,
  SENT_PREFIX,
  postMessage,
} from '../../src/mail/outbox.ts'
import { postAndSend } from '../../src/mail/tries.ts'
import { runOutbox } from '../../src/mail/outbox-runner.ts'
import { outboxStatus } from '../../src/mail/outbox-status.ts'
import { inquiryKey } from '../../src/inquiries/inquiry-id.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { openSignedInBrowser } from '../desk/browser.ts'
import { down, openOutboxDesk, TO, type OutboxDesk } from './outbox-desk.ts'

let desk: OutboxDesk
beforeEach(async () => {
  desk = await openOutboxDesk()
})

describe('a message', () => {
  it('is sent once, and leaves the outbox with the address; that it was sent stays for three days', async () => {
    await desk.post()
    expect(await desk.run()).toEqual({ sent: 1, failed: 0, open: 0 })
    expect(desk.mails).toMatchObject([{ id: 'linked-one', to: TO }])
    expect(desk.keysOf(OUTBOX_PREFIX)).toEqual([])
    expect(desk.keysOf(SENT_PREFIX)).toHaveLength(1)
    expect(await desk.run()).toEqual({ sent: 0, failed: 0, open: 0 })
    desk.advance(3 * DAY_MS)
    await runHousekeeping(desk.service)
    expect(desk.keysOf(SENT_PREFIX)).toHaveLength(1)
    desk.advance(1)
    await runHousekeeping(desk.service)
    expect(desk.store.facts.size).toBe(0)
  })

  it('that is stored again after it was sent is not sent again', async () => {
    await desk.post()
    await desk.run()
    await desk.post()
    expect(await desk.run()).toEqual({ sent: 0, failed: 0, open: 1 })
    expect(desk.tries).toBe(1)
    expect(desk.keysOf(OUTBOX_PREFIX)).toEqual([])
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

  it('that was given up is removed after 30 days', async () => {
    desk.server = down
    await desk.post()
    await desk.run()
    desk.advance(30 * DAY_MS)
    await runHousekeeping(desk.service)
    expect(desk.keysOf(OUTBOX_PREFIX)).not.toEqual([])
    desk.advance(1)
    await runHousekeeping(desk.service)
    expect(desk.keysOf(OUTBOX_PREFIX)).toEqual([])
  })

  it('whose key was dropped stays visible', async () => {
    await desk.post()
    desk.service.keys = { ...desk.service.keys, unseal: async () => undefined }
    await desk.run()
    expect(await outboxStatus(desk.service)).toMatchObject({ failing: [{ reason: 'its key was dropped' }] })
  })

  it('waits, untried, where its channel is missing for now', async () => {
    await desk.post()
    desk.service.mailer = undefined
    expect(await desk.run()).toEqual({ sent: 0, failed: 0, open: 1 })
    expect(await outboxStatus(desk.service)).toMatchObject({ waiting: 1, failing: [], isAlarming: false })
  })
})

describe('what a message tells of', () => {
  const inquiry = () => ({ reference: 'K7QM-2F9D', receivedAt: desk.service.clock.now().toISOString() })
  async function postAbout({ reference, receivedAt } = inquiry()) {
    await postMessage(desk.service, {
      at: receivedAt,
      about: { inquiry: { reference, receivedAt } },
      message: { kind: 'receipt', to: TO, reference, language: 'en' },
    })
    return inquiryKey({ reference, receivedAt })
  }

  it('may come a moment later; the message waits for it', async () => {
    const about = await postAbout()
    expect((await desk.run()).failed).toBe(1)
    await desk.store.create(about, { sealed: 'x' })
    desk.advance(60_000)
    expect((await desk.run()).sent).toBe(1)
  })

  it('was never stored, or was erased: no one is told that it was received', async () => {
    await postAbout()
    await desk.run()
    desk.advance(LEASE_MS)
    expect(await desk.run()).toEqual({ sent: 0, failed: 0, open: 0 })
    expect([desk.mails, desk.keysOf(OUTBOX_PREFIX), desk.keysOf(SENT_PREFIX)]).toEqual([[], [], []])
  })
})

describe('runners', () => {
  it.each([0, 5])('fifty at once send a message once (store takes %i ms)', async (latencyMs) => {
    desk.store.latencyMs = latencyMs
    await Promise.all(['one', 'two', 'three'].map((subject) => desk.post(subject)))
    await Promise.all(Array.from({ length: 50 }, desk.run))
    expect(desk.mails.map(({ id }) => id).sort()).toEqual(['linked-one', 'linked-three', 'linked-two'])
    expect(desk.tries).toBe(3)
    expect(desk.keysOf(OUTBOX_PREFIX)).toEqual([])
  })

  it('who come late, one after the other, find nothing to do, wherever the first one is', async () => {
    for (let late = 0; late < 40; late++) {
      await desk.post(String(late))
      const first = desk.run()
      for (let turn = 0; turn < late; turn++) await new Promise((resolve) => setImmediate(resolve))
      await Promise.all([first, desk.run()])
      expect(desk.tries, `${late} turns later`).toBe(late + 1)
      expect(desk.keysOf(OUTBOX_PREFIX)).toEqual([])
    }
  })

  it('fifty at once make one try of a failing message', async () => {
    desk.server = down
    await desk.post()
    for (const wait of [0, ...BACKOFF_MS]) {
      desk.advance(wait)
      const before = desk.tries
      await Promise.all(Array.from({ length: 50 }, desk.run))
      expect(desk.tries - before).toBe(1)
    }
  })

  it('leave a message alone that another is sending, until nothing was heard for two minutes', async () => {
    await desk.startHangingTry()
    desk.advance(LEASE_MS - 1)
    expect(await desk.run()).toEqual({ sent: 0, failed: 0, open: 1 })
    desk.advance(1)
    expect(await desk.run()).toEqual({ sent: 1, failed: 0, open: 0 })
    expect(desk.tries).toBe(2)
  })

  it('make a try at once that the process before them was ended in', async () => {
    await desk.startHangingTry()
    const startedAt = desk.service.clock.now().getTime() + 1
    desk.advance(1)
    expect(await runOutbox(desk.service, startedAt)).toEqual({ sent: 1, failed: 0, open: 0 })
  })

  it('ended between sending and the fact send once more, under the same id', async () => {
    const create = desk.store.create
    desk.store.create = (key, value) =>
      key.startsWith(SENT_PREFIX) ? new Promise(() => undefined) : create(key, value)
    await desk.post()
    void desk.run()
    await expect.poll(() => desk.mails.length).toBe(1)
    desk.store.create = create
    desk.advance(LEASE_MS)
    await desk.run()
    expect(desk.mails.map(({ id }) => id)).toEqual(['linked-one', 'linked-one'])
    expect(desk.keysOf(OUTBOX_PREFIX)).toEqual([])
  })

  it('ended between the fact and clearing up do not send again', async () => {
    const remove = desk.store.remove
    desk.store.remove = () => new Promise(() => undefined)
    await desk.post()
    void desk.run()
    await expect.poll(() => desk.keysOf(SENT_PREFIX).length).toBe(1)
    desk.store.remove = remove
    desk.advance(LEASE_MS)
    await desk.run()
    expect(desk.mails).toHaveLength(1)
    expect(desk.keysOf(OUTBOX_PREFIX)).toEqual([])
  })

  it('survive a store that is down', async () => {
    await desk.post()
    desk.server = async () => void (desk.store.down = true)
    await desk.run()
    expect(desk.logged()).toContain('outbox.interrupted')
    desk.store.down = false
    expect(await outboxStatus(desk.service)).toMatchObject({ failing: [{ tries: 1, reason: 'no answer' }] })
  })

  it('begin no try after ten seconds: the next run goes on', async () => {
    for (let number = 0; number < 20; number++) await desk.post(String(number))
    desk.server = async () => desk.advance(3000)
    expect(await desk.run()).toEqual({ sent: 5, failed: 0, open: 15 })
    desk.server = async () => undefined
    expect(await desk.run()).toEqual({ sent: 15, failed: 0, open: 0 })
  })
})

describe('a flood of failing mail', () => {
  const MANY = 260
  beforeEach(async () => {
    desk.server = down
    for (let number = 0; number < MANY; number++) {
      desk.advance(1)
      await postAndSend(desk.service, {
        at: desk.service.clock.now().toISOString(),
        about: { claim: `reg_${number}` },
        message: { kind: 'linked', to: TO, registration: 'secret', byStaff: false, language: 'en' },
      })
      await desk.settle()
    }
  })

  it('is tried on the schedule, all of it, and read by a run only where the keys do not say what is due', async () => {
    expect(desk.tries).toBe(MANY)
    const before = { ...desk.store.calls }
    await desk.run()
    expect(desk.store.calls).toEqual({ ...before, list: before.list + 1 })
    for (const [index, wait] of BACKOFF_MS.entries()) {
      desk.advance(wait)
      await desk.run()
      expect(desk.tries, `after try ${index + 2}`).toBe(MANY * (index + 2))
    }
    desk.advance(DAY_MS)
    expect(await desk.run()).toEqual({ sent: 0, failed: 0, open: MANY })
  })

  it('is shown page by page, each message once, and goes out when the server is well again', async () => {
    const browser = await openSignedInBrowser(desk)
    const found: string[] = []
    for (let path: string | undefined = '/desk/mail'; path !== undefined;) {
      const { html }: { html: string } = await browser.get(path)
      found.push(...[...html.matchAll(/name="id" value="([^"]+)"/g)].map(([, id = '']) => id))
      path = /rel="next" href="([^"]+)"/.exec(html)?.[1]
    }
    expect([found.length, new Set(found).size]).toEqual([MANY, MANY])
    expect((await browser.get('/desk')).text.replace(/\s+/g, ' ')).toContain('Failed mail100 or more')
    expect((await browser.submit('/desk/mail', { id: found.at(-1) ?? '' })).text).toContain(
      'It was tried again, and it failed',
    )
    desk.server = async () => undefined
    desk.advance(BACKOFF_MS[0])
    await desk.run()
    expect([desk.mails.length, desk.keysOf(OUTBOX_PREFIX)]).toEqual([MANY, []])
  })
})

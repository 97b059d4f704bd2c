/**
 * Messages that wait, are tried, fail, and are sent: with a clock moved by hand and mail servers that do as they are told.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { runOutbox } from '../../src/mail/delivery.ts'
import { BACKOFF_MS, LEASE_MS, listOpen, MOST_TRIES, OUTBOX, SENT, waitingFact } from '../../src/mail/outbox.ts'
import { outboxStatus, retryNow } from '../../src/mail/status.ts'
import { inquiryKey } from '../../src/practice/inquiry.ts'
import { keepHouse } from '../../src/server/housekeeping.ts'
import { type Mail, NotDelivered } from '../../src/world.ts'
import { openDesk, type TestDesk } from '../world.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const TO = 'ana@example.com'
let desk: TestDesk
/** What the mail server does. */
let server: (mail: Mail) => Promise<void>
let tries: number
beforeEach(async () => {
  desk = await openDesk()
  tries = 0
  server = async () => undefined
  desk.service.mailer = {
    async send(mail) {
      tries += 1
      await server(mail)
      desk.mails.push(mail)
    },
  }
})

const down = async () => {
  throw new NotDelivered('ECONNECTION')
}
const hanging = () => new Promise<void>(() => undefined)
const keysOf = (prefix: string) => [...desk.store.facts.keys()].filter((key) => key.startsWith(prefix))
const run = () => runOutbox(desk.service)

/** Makes a link mail wait. */
async function post(subject = 'one') {
  const fact = await waitingFact(desk.service, { at: desk.service.clock.now().toISOString(), subject, message: { kind: 'link', to: TO, link: 'secret', language: 'en' } })
  await desk.store.create(fact.key, fact.value)
}

describe('a message', () => {
  it('is sent once, and leaves the outbox with the address; that it was sent stays for three days', async () => {
    await post()
    expect(await run()).toEqual({ sent: 1, failed: 0, open: 0 })
    expect(desk.mails).toMatchObject([{ id: 'link-one', to: TO }])
    expect(keysOf(OUTBOX)).toEqual([])
    expect(keysOf(SENT)).toHaveLength(1)
    expect(await run()).toEqual({ sent: 0, failed: 0, open: 0 })
    desk.advance(3 * DAY_MS)
    await keepHouse(desk.service)
    expect(keysOf(SENT)).toHaveLength(1)
    desk.advance(1)
    await keepHouse(desk.service)
    expect(desk.store.facts.size).toBe(0)
  })

  it('that is stored again after it was sent is not sent again', async () => {
    await post()
    await run()
    await post()
    expect(await run()).toEqual({ sent: 0, failed: 0, open: 1 })
    expect(tries).toBe(1)
    expect(keysOf(OUTBOX)).toEqual([])
  })

  it('is sealed, and no fact and no line of the log holds its address, whatever a server answers', async () => {
    server = async () => {
      throw new Error(`550 <${TO}> no such person`)
    }
    await post()
    await run()
    expect(desk.logged()).toContain('"event":"outbox.failed"')
    for (const text of [JSON.stringify([...desk.store.facts]), desk.logged()]) for (const word of [TO, 'ana', 'secret', '550']) expect(text).not.toContain(word)
  })

  it('is tried after 1 and 5 minutes, half an hour, 2, 6, 12, 24 and 24 hours, and then given up, visibly', async () => {
    server = down
    await post()
    expect(BACKOFF_MS.map((ms) => ms / 60_000)).toEqual([1, 5, 30, 120, 360, 720, 1440, 1440])
    expect(await run()).toEqual({ sent: 0, failed: 1, open: 1 })
    for (const [number, wait] of BACKOFF_MS.entries()) {
      expect(await outboxStatus(desk.service)).toMatchObject({ waiting: 0, failing: [{ kind: 'link', subject: 'one', tries: number + 1, reason: 'ECONNECTION' }], givenUp: [], isAlarming: number >= 2 })
      desk.advance(wait - 1)
      expect((await run()).failed, `after ${wait - 1} ms`).toBe(0)
      desk.advance(1)
      expect((await run()).failed, `after ${wait} ms`).toBe(1)
    }
    expect(tries).toBe(MOST_TRIES)
    server = async () => undefined
    desk.advance(10 * DAY_MS)
    expect(await run()).toEqual({ sent: 0, failed: 0, open: 1 })
    expect(await outboxStatus(desk.service)).toMatchObject({ waiting: 0, failing: [], givenUp: [{ tries: MOST_TRIES, reason: 'ECONNECTION', dueAt: undefined }], isAlarming: true })
  })

  it('that waited while the service was off is tried once per step, not all at once', async () => {
    server = down
    await post()
    await run()
    desk.advance(DAY_MS)
    for (let time = 0; time < 5; time++) await run()
    expect(tries).toBe(2)
  })

  it('that was given up is removed after 30 days', async () => {
    server = down
    await post()
    await run()
    desk.advance(30 * DAY_MS)
    await keepHouse(desk.service)
    expect(keysOf(OUTBOX)).not.toEqual([])
    desk.advance(1)
    await keepHouse(desk.service)
    expect(keysOf(OUTBOX)).toEqual([])
  })

  it('whose key was dropped stays visible', async () => {
    await post()
    desk.service.keys = { ...desk.service.keys, unseal: async () => undefined }
    await run()
    expect(await outboxStatus(desk.service)).toMatchObject({ failing: [{ reason: 'its key was dropped' }] })
  })

  it('waits, untried, where its channel is missing for now', async () => {
    await post()
    desk.service.mailer = undefined
    expect(await run()).toEqual({ sent: 0, failed: 0, open: 1 })
    expect(await outboxStatus(desk.service)).toMatchObject({ waiting: 1, failing: [], isAlarming: false })
  })
})

describe('runners', () => {
  it.each([0, 5])('fifty at once send a message once (store takes %i ms)', async (latencyMs) => {
    desk.store.latencyMs = latencyMs
    await Promise.all(['one', 'two', 'three'].map((subject) => post(subject)))
    await Promise.all(Array.from({ length: 50 }, run))
    expect(desk.mails.map(({ id }) => id).sort()).toEqual(['link-one', 'link-three', 'link-two'])
    expect(tries).toBe(3)
    expect(keysOf(OUTBOX)).toEqual([])
  })

  it('who come late, one after the other, find nothing to do, wherever the first one is', async () => {
    for (let late = 0; late < 40; late++) {
      await post(String(late))
      const first = run()
      for (let turn = 0; turn < late; turn++) await new Promise((done) => setImmediate(done))
      await Promise.all([first, run()])
      expect(tries, `${late} turns later`).toBe(late + 1)
      expect(keysOf(OUTBOX)).toEqual([])
    }
  })

  it('fifty at once make one try of a failing message', async () => {
    server = down
    await post()
    for (const wait of [0, ...BACKOFF_MS]) {
      desk.advance(wait)
      const before = tries
      await Promise.all(Array.from({ length: 50 }, run))
      expect(tries - before).toBe(1)
    }
  })

  it('leave a message alone that another is sending, until nothing was heard for two minutes', async () => {
    server = hanging
    await post()
    void run()
    await expect.poll(() => tries).toBe(1)
    server = async () => undefined
    desk.advance(LEASE_MS - 1)
    expect(await run()).toEqual({ sent: 0, failed: 0, open: 1 })
    desk.advance(1)
    expect(await run()).toEqual({ sent: 1, failed: 0, open: 0 })
    expect(tries).toBe(2)
  })

  it('make a try at once that the process before them was ended in', async () => {
    server = hanging
    await post()
    void run()
    await expect.poll(() => tries).toBe(1)
    server = async () => undefined
    const startedAt = desk.service.clock.now().getTime() + 1
    desk.advance(1)
    expect(await runOutbox(desk.service, startedAt)).toEqual({ sent: 1, failed: 0, open: 0 })
  })

  it('ended between sending and the fact send once more, under the same id', async () => {
    const create = desk.store.create
    desk.store.create = (key, value) => (key.startsWith(SENT) ? new Promise(() => undefined) : create(key, value))
    await post()
    void run()
    await expect.poll(() => desk.mails.length).toBe(1)
    desk.store.create = create
    desk.advance(LEASE_MS)
    await run()
    expect(desk.mails.map(({ id }) => id)).toEqual(['link-one', 'link-one'])
    expect(keysOf(OUTBOX)).toEqual([])
  })

  it('ended between the fact and clearing up do not send again', async () => {
    const remove = desk.store.remove
    desk.store.remove = () => new Promise(() => undefined)
    await post()
    void run()
    await expect.poll(() => keysOf(SENT).length).toBe(1)
    desk.store.remove = remove
    desk.advance(LEASE_MS)
    await run()
    expect(desk.mails).toHaveLength(1)
    expect(keysOf(OUTBOX)).toEqual([])
  })

  it('survive a store that is down', async () => {
    await post()
    server = async () => void (desk.store.down = true)
    await run()
    expect(desk.logged()).toContain('outbox.interrupted')
    desk.store.down = false
    expect(await listOpen(desk.service)).toMatchObject([{ tries: 1, reason: 'no answer' }])
  })

  it('begin no try after ten seconds: the next run goes on', async () => {
    for (let number = 0; number < 20; number++) await post(String(number))
    server = async () => desk.advance(3000)
    expect(await run()).toEqual({ sent: 5, failed: 0, open: 15 })
    server = async () => undefined
    expect(await run()).toEqual({ sent: 15, failed: 0, open: 0 })
  })
})

describe('retrying now', () => {
  it('tries what fails before its time, and what was given up once more per click', async () => {
    server = down
    await post()
    await run()
    const [{ id } = { id: '' }] = (await outboxStatus(desk.service)).failing
    expect(await retryNow(desk.service, id)).toBe(true)
    await desk.settle()
    expect(tries).toBe(2)
    for (const wait of BACKOFF_MS.slice(1)) {
      desk.advance(wait)
      await run()
    }
    expect(tries).toBe(MOST_TRIES)
    await retryNow(desk.service, id)
    await desk.settle()
    expect(tries).toBe(MOST_TRIES + 1)
    desk.advance(DAY_MS)
    await run()
    expect(await outboxStatus(desk.service)).toMatchObject({ givenUp: [{ id, tries: MOST_TRIES + 1 }] })
    server = async () => undefined
    await retryNow(desk.service, id)
    await desk.settle()
    expect(desk.mails).toHaveLength(1)
    expect(await retryNow(desk.service, id)).toBe(false)
  })

  it('does not try what is being sent, and ten clicks are one try', async () => {
    server = hanging
    await post()
    void run()
    await expect.poll(() => tries).toBe(1)
    const [{ id } = { id: '' }] = await listOpen(desk.service)
    server = async () => undefined
    await Promise.all(Array.from({ length: 10 }, () => retryNow(desk.service, id)))
    await desk.settle()
    expect(tries).toBe(1)
    desk.advance(LEASE_MS)
    await Promise.all(Array.from({ length: 10 }, run))
    expect(tries).toBe(2)
  })

  it.each(['', 'nothing', '../x', '__proto__', '2026-11-21T15:04:05.000Z/link-other'])('of %j is refused and stores nothing', async (id) => {
    await post()
    const before = desk.store.facts.size
    expect(await retryNow(desk.service, id)).toBe(false)
    expect(desk.store.facts.size).toBe(before)
  })
})

describe('what a message tells of', () => {
  const inquiry = () => ({ reference: 'K7QM-2F9D', receivedAt: desk.service.clock.now().toISOString() })
  async function postAbout({ reference, receivedAt } = inquiry()) {
    const about = inquiryKey({ reference, receivedAt })
    const fact = await waitingFact(desk.service, { at: receivedAt, subject: reference, about, message: { kind: 'receipt', to: TO, reference, language: 'en' } })
    await desk.store.create(fact.key, fact.value)
    return about
  }

  it('may come a moment later; the message waits for it', async () => {
    const about = await postAbout()
    expect((await run()).failed).toBe(1)
    await desk.store.create(about, { sealed: 'x' })
    desk.advance(60_000)
    expect((await run()).sent).toBe(1)
  })

  it('was never stored, or was erased: nobody is told that it was received', async () => {
    await postAbout()
    await run()
    desk.advance(LEASE_MS)
    expect(await run()).toEqual({ sent: 0, failed: 0, open: 0 })
    expect([desk.mails, keysOf(OUTBOX), keysOf(SENT)]).toEqual([[], [], []])
  })
})

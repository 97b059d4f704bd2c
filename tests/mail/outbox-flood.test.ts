/**
 * The outbox while thousands of messages fail: what a run and a page cost stays the same, and no message is forgotten.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { postAndSend } from '../../src/mail/first-try.ts'
import { indexOlderMessages, MAX_EXAMINED, runOutbox } from '../../src/mail/outbox-runner.ts'
import { BACKOFF_MS, LEASE_MS, OUTBOX_PREFIX } from '../../src/mail/outbox.ts'
import { outboxStatus, retryNow } from '../../src/mail/outbox-status.ts'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { openSignedInBrowser } from '../desk/browser.ts'
import { down, openOutboxDesk, TO, type OutboxDesk } from './outbox-desk.ts'

const MANY = MAX_EXAMINED + 60
const DUE = 'due/'

let desk: OutboxDesk
beforeEach(async () => {
  desk = await openOutboxDesk()
  desk.server = down
})

/** Messages whose first try, right after they were stored, failed. */
async function fail(count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    desk.advance(1)
    await postAndSend(desk.service, {
      at: desk.service.clock.now().toISOString(),
      about: { claim: `reg_${number}` },
      message: { kind: 'linked', to: TO, registration: 'secret', byStaff: false, language: 'en' },
    })
    await desk.settle()
  }
}
const messages = () => desk.keysOf(OUTBOX_PREFIX).filter((key) => key.endsWith('/message')).length
/** Runs until nothing is due. */
async function runAll(): Promise<number> {
  for (let runs = 1; ; runs++) {
    const { sent, failed } = await desk.run()
    if (sent + failed === 0) return runs
    expect(sent + failed).toBeLessThanOrEqual(2 * MAX_EXAMINED)
  }
}

describe('a flood of failing mail', () => {
  it('is tried on the schedule, all of it, a bounded number in each run', async () => {
    await fail(MANY)
    expect(desk.tries).toBe(MANY)
    for (const [index, wait] of BACKOFF_MS.entries()) {
      desk.advance(wait)
      await runAll()
      expect(desk.tries, `after try ${index + 2}`).toBe(MANY * (index + 2))
    }
    expect(desk.keysOf(DUE)).toEqual([])
    expect(await desk.run()).toMatchObject({ sent: 0, failed: 0 })
  })

  it('goes out when the server is well again, and leaves no entry in the index', async () => {
    await fail(MANY)
    desk.server = async () => undefined
    desk.advance(BACKOFF_MS[0])
    await runAll()
    expect([desk.mails.length, messages()]).toEqual([MANY, 0])
    await desk.run()
    expect(desk.keysOf(DUE)).toEqual([])
  })

  it('that is not due costs a run the look at the newest', async () => {
    await fail(MANY)
    const before = { ...desk.store.calls }
    await desk.run()
    expect(desk.store.calls.read - before.read).toBeLessThanOrEqual(3 * MAX_EXAMINED)
    expect(desk.store.calls.list - before.list).toBe(2)
    expect(desk.store.calls.create - before.create).toBe(0)
  })

  it('does not keep a message from its try that is older than the newest', async () => {
    await desk.post('first')
    await desk.run()
    await fail(MAX_EXAMINED)
    desk.server = async () => undefined
    desk.advance(BACKOFF_MS[0])
    await desk.run()
    expect(desk.mails[0]?.id).toBe('linked-first')
  })

  it('is shown page by page, each message once; a page reads its own messages only', async () => {
    await fail(250)
    const browser = await openSignedInBrowser(desk)
    const found: string[] = []
    for (let path: string | undefined = '/desk/mail'; path !== undefined;) {
      const before = desk.store.calls.read
      const { html }: { html: string } = await browser.get(path)
      expect(desk.store.calls.read - before).toBeLessThan(350)
      found.push(...[...html.matchAll(/name="id" value="([^"]+)"/g)].map(([, id = '']) => id))
      path = /rel="next" href="([^"]+)"/.exec(html)?.[1]
    }
    expect([found.length, new Set(found).size]).toEqual([250, 250])
    expect((await browser.get('/desk')).text.replace(/\s+/g, ' ')).toContain('Failed mail100 or more')
    expect((await browser.submit('/desk/mail', { id: found.at(-1) ?? '' })).text).toContain(
      'It was tried again, and it failed',
    )
  })
})

describe('a message that is older than the newest', () => {
  it('and not in the index is tried again after the start of the process, or after housekeeping', async () => {
    await fail(MANY)
    for (const index of [() => indexOlderMessages(desk.service), () => runHousekeeping(desk.service)]) {
      for (const key of desk.keysOf(DUE)) desk.store.facts.delete(key)
      await index()
      expect(desk.keysOf(DUE)).toHaveLength(MANY - MAX_EXAMINED)
      await index()
      expect(desk.keysOf(DUE)).toHaveLength(MANY - MAX_EXAMINED)
    }
    desk.server = async () => undefined
    desk.advance(BACKOFF_MS[0])
    await runAll()
    expect(messages()).toBe(0)
  })

  it('in whose try the process ended is tried again when its time has come', async () => {
    await desk.post('first')
    await desk.run()
    desk.advance(BACKOFF_MS[0])
    desk.server = () => new Promise(() => undefined)
    void desk.run()
    await expect.poll(() => desk.tries).toBe(2)
    desk.server = down
    await fail(MAX_EXAMINED)
    desk.server = async () => undefined
    // Looks at the entry that the unfinished try left, and moves it to the end of the lease.
    await desk.run()
    desk.advance(BACKOFF_MS[1] + LEASE_MS)
    await runAll()
    expect(desk.mails.map(({ id }) => id)).toContain('linked-first')
  })

  it('waits without keeping others back while its channel is missing', async () => {
    await fail(MAX_EXAMINED + 5)
    desk.advance(BACKOFF_MS[0] + 1)
    const { mailer } = desk.service
    desk.service.mailer = undefined
    await runOutbox(desk.service)
    expect(desk.keysOf(DUE)).toHaveLength(MAX_EXAMINED + 5)
    const now = desk.service.clock.now().toISOString()
    expect(desk.keysOf(DUE).filter((key) => key < DUE + now)).toHaveLength(5)
    desk.service.mailer = mailer
  })

  it('can be retried by hand', async () => {
    await desk.post('first')
    await desk.run()
    const [message] = (await outboxStatus(desk.service)).failing
    await fail(MAX_EXAMINED)
    desk.server = async () => undefined
    if (message) await retryNow(desk.service, message)
    await desk.settle()
    expect(desk.mails.map((mail) => mail.id)).toEqual(['linked-first'])
  })
})

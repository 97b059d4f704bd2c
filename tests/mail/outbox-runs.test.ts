/** Runs of the outbox: many at once, late, ended in the midst of one, and through hundreds of messages that fail. */
import { describe, expect, it } from 'vitest'
import { runOutbox } from '../../src/mail/outbox-runner.ts'
import { outboxStatus } from '../../src/mail/outbox-status.ts'
import { BACKOFF_MS, LEASE_MS, OUTBOX_PREFIX } from '../../src/mail/outbox.ts'
import { openSignedInBrowser } from '../desk/browser.ts'
import { down, desk, useOutboxDesk } from './outbox-desk.ts'

useOutboxDesk()

describe('runners', () => {
  it('fifty at once send a message once', async () => {
    desk.store.latencyMs = 5
    await Promise.all(['one', 'two', 'three'].map((subject) => desk.post(subject)))
    await Promise.all(Array.from({ length: 50 }, desk.run))
    expect(desk.mails.map(({ id }) => id).sort()).toEqual(['linked-one', 'linked-three', 'linked-two'])
    expect(desk.tries).toBe(3)
    expect(desk.store.keysOf(OUTBOX_PREFIX)).toEqual([])
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

/** More than the desk shows on a page. */
const MANY = 110

it('a flood of failing mail is shown as far as a page goes, and goes out when the server is well again', async () => {
  desk.server = down
  for (let number = 0; number < MANY; number++) {
    desk.advance(1)
    await desk.post(String(number))
  }
  while ((await desk.run()).failed > 0);
  const browser = await openSignedInBrowser(desk)
  const { html, text } = await browser.get('/desk/mail')
  const found = [...html.matchAll(/name="id" value="([^"]+)"/g)].map(([, id = '']) => id)
  expect([new Set(found).size, text]).toEqual([100, expect.stringContaining('and older ones that are not shown')])
  expect((await browser.get('/desk')).text.replace(/\s+/g, ' ')).toContain('Failed mail 100 or more')
  expect((await browser.submit('/desk/mail', { id: found.at(-1) ?? '' })).text).toContain('It was tried again.')
  desk.server = async () => undefined
  desk.advance(BACKOFF_MS[0])
  await desk.run()
  expect([desk.mails.length, desk.store.keysOf(OUTBOX_PREFIX)]).toEqual([MANY, []])
})

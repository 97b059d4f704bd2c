/**
 * A message that the staff try again by hand: before its time, after it was given up, and never twice at once.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { BACKOFF_MS, LEASE_MS, listOpen, MOST_TRIES } from '../../src/mail/outbox.ts'
import { outboxStatus, retryNow } from '../../src/mail/status.ts'
import { DAY_MS, down, openOutboxDesk, type OutboxDesk } from './outbox-desk.ts'

let desk: OutboxDesk
beforeEach(async () => {
  desk = await openOutboxDesk()
})

describe('retrying now', () => {
  it('tries what fails before its time, and what was given up once more per click', async () => {
    desk.server = down
    await desk.post()
    await desk.run()
    const [{ id } = { id: '' }] = (await outboxStatus(desk.service)).failing
    expect(await retryNow(desk.service, id)).toBe(true)
    await desk.settle()
    expect(desk.tries).toBe(2)
    for (const wait of BACKOFF_MS.slice(1)) {
      desk.advance(wait)
      await desk.run()
    }
    expect(desk.tries).toBe(MOST_TRIES)
    await retryNow(desk.service, id)
    await desk.settle()
    expect(desk.tries).toBe(MOST_TRIES + 1)
    desk.advance(DAY_MS)
    await desk.run()
    expect(await outboxStatus(desk.service)).toMatchObject({ givenUp: [{ id, tries: MOST_TRIES + 1 }] })
    desk.server = async () => undefined
    await retryNow(desk.service, id)
    await desk.settle()
    expect(desk.mails).toHaveLength(1)
    expect(await retryNow(desk.service, id)).toBe(false)
  })

  it('does not try what is being sent, and ten clicks are one try', async () => {
    await desk.startHangingTry()
    const [{ id } = { id: '' }] = await listOpen(desk.service)
    await Promise.all(Array.from({ length: 10 }, () => retryNow(desk.service, id)))
    await desk.settle()
    expect(desk.tries).toBe(1)
    desk.advance(LEASE_MS)
    await Promise.all(Array.from({ length: 10 }, desk.run))
    expect(desk.tries).toBe(2)
  })

  it.each(['', 'nothing', '../x', '__proto__', '2026-11-21T15:04:05.000Z/link-other'])('of %j is refused and stores nothing', async (id) => {
    await desk.post()
    const before = desk.store.facts.size
    expect(await retryNow(desk.service, id)).toBe(false)
    expect(desk.store.facts.size).toBe(before)
  })
})

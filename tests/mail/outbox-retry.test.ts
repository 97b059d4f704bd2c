/**
 * A message that the staff try again by hand: before its time, after it was given up, and never twice at once.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/duration.ts'
import { retryNow } from '../../src/mail/tries.ts'
import { BACKOFF_MS, LEASE_MS, listOpen, MAX_SCHEDULED_TRIES, readOpen } from '../../src/mail/outbox.ts'
import { outboxStatus } from '../../src/mail/outbox-status.ts'
import { down, openOutboxDesk, type OutboxDesk } from './outbox-desk.ts'

let desk: OutboxDesk
beforeEach(async () => {
  desk = await openOutboxDesk()
})

/** The button, and what goes on after its answer. */
async function press(id: string): Promise<boolean> {
  const message = await readOpen(desk.service, id)
  if (message) await retryNow(desk.service, message)
  await desk.settle()
  return message !== undefined
}

describe('retrying now', () => {
  it('tries what fails before its time, and what was given up once more per click', async () => {
    desk.server = down
    await desk.post()
    await desk.run()
    const [{ id } = { id: '' }] = (await outboxStatus(desk.service)).failing
    expect(await press(id)).toBe(true)
    expect(desk.tries).toBe(2)
    for (const wait of BACKOFF_MS) {
      desk.advance(wait)
      await desk.run()
    }
    expect(desk.tries).toBe(MAX_SCHEDULED_TRIES + 1)
    await press(id)
    expect(desk.tries).toBe(MAX_SCHEDULED_TRIES + 2)
    desk.advance(DAY_MS)
    await desk.run()
    expect(await outboxStatus(desk.service)).toMatchObject({ givenUp: [{ id, tries: MAX_SCHEDULED_TRIES + 2 }] })
    desk.server = async () => undefined
    await press(id)
    expect(desk.mails).toHaveLength(1)
    expect(await press(id)).toBe(false)
  })

  it.each([1, 4])("%i times leaves the clock's own tries where they were", async (presses) => {
    desk.server = down
    await desk.post()
    const [{ id } = { id: '' }] = await listOpen(desk.service)
    await desk.run()
    for (const wait of BACKOFF_MS) {
      desk.advance(wait - presses)
      for (let left = presses; left > 0; left--) {
        await press(id)
        const before = desk.tries
        await desk.run()
        expect(desk.tries).toBe(before)
        desk.advance(1)
      }
      expect(await outboxStatus(desk.service)).toMatchObject({
        failing: [{ id, dueAt: desk.service.clock.now().getTime() }],
        givenUp: [],
      })
      const before = desk.tries
      await desk.run()
      expect(desk.tries).toBe(before + 1)
    }
    expect(await outboxStatus(desk.service)).toMatchObject({
      failing: [],
      givenUp: [{ tries: MAX_SCHEDULED_TRIES + presses * BACKOFF_MS.length }],
    })
  })

  it('of what was never tried is its first try, by the clock or not', async () => {
    desk.server = down
    await desk.post()
    const [{ id } = { id: '' }] = await listOpen(desk.service)
    await press(id)
    expect(await listOpen(desk.service)).toMatchObject([
      { tries: 1, dueAt: desk.service.clock.now().getTime() + BACKOFF_MS[0] },
    ])
  })

  it('in which the process ended leaves the next try to the clock', async () => {
    desk.server = down
    await desk.post()
    const postedAt = desk.service.clock.now().getTime()
    await desk.run()
    const [{ id } = { id: '' }] = await listOpen(desk.service)
    desk.advance(1)
    desk.server = () => new Promise(() => undefined)
    void press(id)
    await expect.poll(() => desk.tries).toBe(2)
    expect(await listOpen(desk.service, postedAt + 2)).toMatchObject([{ tries: 2, dueAt: postedAt + BACKOFF_MS[0] }])
  })

  it('does not try what is being sent, and ten clicks are one try', async () => {
    await desk.startHangingTry()
    const [{ id } = { id: '' }] = await listOpen(desk.service)
    await Promise.all(Array.from({ length: 10 }, () => press(id)))
    expect(desk.tries).toBe(1)
    desk.advance(LEASE_MS)
    await Promise.all(Array.from({ length: 10 }, desk.run))
    expect(desk.tries).toBe(2)
  })

  it.each(['', 'nothing', '../x', '__proto__', '2026-11-21T15:04:05.000Z/link-other'])(
    'of %j is refused and stores nothing',
    async (id) => {
      await desk.post()
      const before = desk.store.facts.size
      expect(await press(id)).toBe(false)
      expect(desk.store.facts.size).toBe(before)
    },
  )
})

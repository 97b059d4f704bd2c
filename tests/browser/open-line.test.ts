/** Whether the office is open, as a browser anywhere says it on pages that were built at another time. */
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/duration.ts'
import { describeInBrowser, openWindow, PHONE } from './browser.ts'
import { loadIn } from './load.ts'

/** In the week after the build, whose schedule is of a year. */
const nextWeekday = (weekday: number, clock: string) => {
  const day = new Date()
  do day.setUTCDate(day.getUTCDate() + 1)
  while (day.getUTCDay() !== weekday)
  return new Date(`${day.toISOString().slice(0, 10)}T${clock}Z`)
}

describeInBrowser('the line that says whether the office is open', (server) => {
  it.each(['/', '/es/practice-areas/animal-law/'])('moves nothing when it comes late: %s', async (path) => {
    // The text of a Saturday is the longest, and that at noon the shortest.
    const saturday = nextWeekday(6, '20:00')
    const lines = new Set<string>()
    for (const [time, width] of [
      [nextWeekday(3, '16:00'), PHONE.width],
      [saturday, PHONE.width],
      [saturday, 1280],
    ] as const) {
      const page = await openWindow({ viewport: { width, height: 720 } })
      await page.clock.setFixedTime(time)
      const painted = Promise.withResolvers<void>()
      await page.route('**/open.js', (route) => painted.promise.then(() => route.continue()))
      const load = loadIn(page, server.base + path)
      await page.locator('main .open-state').waitFor({ state: 'attached' })
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      painted.resolve()
      expect((await load).shift, `${time.toISOString()}, ${width} px`).toBe(0)
      lines.add(await page.locator('main .open-state').innerText())
      await page.context().close()
    }
    expect(lines.size).toBe(2)
  })

  it('changes when the hour comes, without a reload, in a browser for which it is another day', async () => {
    // A Sunday in the evening; the next day on which the office opens is found by asking, because Monday may be a holiday.
    const page = await openWindow({ timezoneId: 'Asia/Tokyo' })
    await page.clock.install({ time: nextWeekday(0, '23:00:00') })
    await page.goto(server.base)
    const line = page.locator('main .open-state')
    await expect.poll(() => line.innerText()).toMatch(/^Closed now, opens (tomorrow|Tuesday) at 8:30 a\.m\.$/)
    const days = (await line.innerText()).includes('tomorrow') ? 1 : 2
    // Monday at 8:00 a.m. in New York is 12:00 or 13:00 UTC.
    const eve = new Date(nextWeekday(0, '12:00:00').getTime() + days * DAY_MS)
    await page.clock.setFixedTime(eve)
    await page.clock.runFor(30_000)
    await expect.poll(() => line.innerText()).toBe('Closed now, opens today at 8:30 a.m.')
    await page.clock.setFixedTime(new Date(eve.getTime() + 2 * HOUR_MS))
    await page.clock.runFor(30_000)
    await expect.poll(() => line.innerText()).toBe('Open now, until 5:00 p.m.')
  })
})

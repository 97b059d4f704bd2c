/**
 * The page of an inquiry as it is drawn: what can be done stands beside the message in a wide window and stays in sight, and
 * before the facts in a narrow one.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { PATHS } from '../../src/site.ts'
import { inquire } from '../journeys/requests.ts'
import { describeInBrowser, PHONE } from './browser.ts'
import { openDesk } from './desk-window.ts'

/** Where the second column begins, CSS pixels. */
const WIDE = 992
const HEIGHT = 900

describeInBrowser('the page of an inquiry', (server) => {
  let page: Page
  beforeAll(async () => {
    const reference = await inquire(server.base, { message: 'A long story. '.repeat(250) })
    page = await openDesk(server)
    // Else the page is still scrolling when it is looked at.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${server.base}${PATHS.desk}/inquiries/${reference}`)
  })
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox()
    if (!box) throw new Error(`${selector} is not shown.`)
    return box
  }
  const boxes = (...selectors: string[]) => Promise.all(selectors.map(boxOf))

  it('has two columns in a wide window, and what can be done stays in sight while the rest is read', async () => {
    for (const width of [WIDE, 1280, 1600]) {
      await page.setViewportSize({ width, height: HEIGHT })
      await page.evaluate(() => scrollTo(0, 0))
      const [said, reply, forms] = await boxes('.said', '.reply', '.forms')
      expect(reply?.x, `${width}`).toBe(said?.x)
      expect(forms?.x, `${width}`).toBeGreaterThan((said?.x ?? 0) + (said?.width ?? 0))
      expect(await page.locator('.jumps').isVisible(), `${width}`).toBe(false)
      await page.locator('.reply button').scrollIntoViewIfNeeded()
      const { y } = await boxOf('.forms')
      expect(y, `${width}`).toBeGreaterThanOrEqual(0)
    }
  })

  it('has one column below, in the order of what is done most, with links to each part', async () => {
    for (const width of [PHONE.width, 390, WIDE - 1]) {
      await page.setViewportSize({ width, height: PHONE.height })
      await page.evaluate(() => scrollTo(0, 0))
      const parts = await boxes('h1', '.jumps', '.said', '.reply', '.forms', '.facts')
      const tops = parts.map(({ y }) => y)
      expect(
        tops.toSorted((one, other) => one - other),
        `${width}`,
      ).toEqual(tops)
    }
    await page.getByRole('link', { name: 'Status, note' }).click()
    expect((await boxOf('#next')).y).toBeLessThan(PHONE.height)
  })

  it('shows the words of a plain one on the first screen, and the reply with it in a wide window', async () => {
    await page.goto(`${server.base}${PATHS.desk}/inquiries/${await inquire(server.base, { name: 'Nadia Plain' })}`)
    await page.setViewportSize({ width: 1280, height: HEIGHT })
    const wide = { words: await boxOf('.said .message'), send: await boxOf('.reply button') }
    const whole = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width: 390, height: 844 })
    const narrow = await boxOf('.said .message')
    expect.soft(wide.words.y, 'words at 1280').toBeLessThanOrEqual(290)
    expect.soft(wide.send.y, 'Send at 1280').toBeLessThanOrEqual(900)
    expect.soft(whole, 'the page at 1280').toBeLessThanOrEqual(1350)
    expect.soft(narrow.y, 'words at 390').toBeLessThanOrEqual(430)
  })
})

/**
 * News at the desk in a browser, by a clock that the tests turn: it is asked for while the page is visible, until the session ends.
 */
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { SECOND_MS } from '../../src/duration.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'
import { closeWindows, describeOnOwnServer } from './browser.ts'
import { openDesk } from './desk-window.ts'

/** News is seen within this time. */
const SEEN_MS = 30 * SECOND_MS

describeOnOwnServer('news at the desk', (server) => {
  let page: Page
  beforeEach(async () => {
    page = await openDesk(server)
    await page.clock.install()
    return closeWindows
  })

  const news = () => page.locator('[data-news]')
  const inquire = () => fetch(`${server.base}/api/v1/inquiries`, jsonRequest(VALID_INQUIRY))
  /** Turns the clock until what the script asks then is answered. */
  const waitForAnswer = () =>
    Promise.all([page.waitForResponse((response) => response.url().includes('/desk/news')), page.clock.runFor(SEEN_MS)])
  /** Brings the page back to the front. */
  const show = () =>
    page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => false })
      document.dispatchEvent(new Event('visibilitychange'))
    })

  it('is not asked for while the page is hidden, and at once when it is seen again', async () => {
    await page.addInitScript(() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }))
    let asked = 0
    page.on('request', (request) => (asked += request.url().includes('/desk/news') ? 1 : 0))
    await page.goto(`${server.base}/desk`)
    await page.clock.runFor(10 * SEEN_MS)
    expect(asked).toBe(0)
    await inquire()
    await show()
    await expect.poll(() => news().innerText()).toBe('1 new inquiry: show it')
  })

  it('stops when the session has ended, and says so', async () => {
    await page.goto(`${server.base}/desk`)
    await page.context().clearCookies()
    await waitForAnswer()
    await expect.poll(() => news().innerText()).toContain('Your session has ended')
    let asked = 0
    page.on('request', () => (asked += 1))
    await page.clock.runFor(10 * SEEN_MS)
    await show()
    expect(asked).toBe(0)
    await news().getByRole('link', { name: 'Sign in again' }).click()
    await expect.poll(() => page.url()).toContain('/desk/sign-in')
  })
})

/**
 * The browser of a test file, and its windows.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, describe } from 'vitest'
import { HUNG_MS, launchChromium } from './chromium.ts'

/** The smallest phone that the site is made for, CSS pixels. */
export const PHONE = { width: 320, height: 700 }

const running = await launchChromium()

/** The browser of this test file. Only for what stands in `describeInBrowser`. */
const browser = running as Browser

/** The one `describe` of a file: it is skipped where no browser can run, and the browser is closed after it. */
export const describeInBrowser = (name: string, tests: () => void) =>
  describe.skipIf(!running)(name, () => {
    afterAll(() => running?.close())
    tests()
  })

/** Opens an empty window of its own: no cookie and no draft of another. */
export async function openWindow(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(HUNG_MS)
  return context.newPage()
}

/** Opens a page in a window of its own. */
export async function open(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openWindow(options)
  await page.goto(url)
  return page
}

/** Closes the windows of a test. */
export const closeWindows = () =>
  Promise.all((running?.contexts() ?? []).map((context: BrowserContext) => context.close()))

/** Id of what has the focus. */
export const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.id ?? '')

/** Whether something reaches beyond the right edge of the window. */
export const overflows = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

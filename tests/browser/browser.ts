/**
 * Chromium for tests: the one from the npm registry, which needs nothing installed, or one that this machine has.
 */
import packed from '@sparticuz/chromium'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core'
import { afterAll, describe } from 'vitest'
import { CAN_RUN_PACKED } from './unpack.ts'

/** The smallest phone that the site is made for, CSS pixels. */
export const PHONE = { width: 320, height: 700 }

/** What takes longer hangs, milliseconds. Playwright's own limits are made for machines that do nothing else. */
const HUNG_MS = 90_000

/** Ways to get a browser, the best first. */
const BROWSERS: Record<string, () => Promise<LaunchOptions>> = {
  'the packed Chromium': async () => {
    if (!CAN_RUN_PACKED) throw new Error('it is made for Linux on x64')
    // Its own arguments are for Lambda: one process, which dies with its first window, and no web security, which is tested here.
    return { executablePath: await packed.executablePath(), args: ['--disable-gpu'] }
  },
  Chrome: async () => ({ channel: 'chrome' }),
  Chromium: async () => ({ channel: 'chromium' }),
  Edge: async () => ({ channel: 'msedge' }),
  '/usr/bin/chromium': async () => ({ executablePath: '/usr/bin/chromium' }),
}

/** @returns a headless browser; undefined, and the reasons are printed, when none can run here */
async function launch(): Promise<Browser | undefined> {
  const reasons: string[] = []
  for (const [name, options] of Object.entries(BROWSERS)) {
    try {
      return await chromium.launch({ timeout: HUNG_MS, ...(await options()) })
    } catch (error) {
      reasons.push(`${name}: ${String(error instanceof Error ? error.message : error).split('\n')[0]}`)
    }
  }
  console.warn(`No browser can run here, so its tests are skipped.\n${reasons.join('\n')}`)
  return undefined
}

const running = await launch()

/** The browser of this test file. Only for what stands in `describeInBrowser`. */
export const browser = running as Browser

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

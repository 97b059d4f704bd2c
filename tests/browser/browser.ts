/** The browser that the test files of a process share, and its windows. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { startOwnServer } from '../journeys/build-at.ts'
import { HUNG_MS, launchChromium } from './chromium.ts'
import { type Site, siteOf } from '../journeys/shared-server.ts'

/** The smallest phone that the site is made for, CSS pixels. */
export const PHONE = { width: 320, height: 700 }
/** Many people have this size. */
export const LARGE_PHONE = { width: 390, height: 844 }

const running = await launchChromium()

/** Use it only within `describeInBrowser`, which skips its tests where no browser runs. */
const browser = running as Browser

/** The tests are skipped where no browser can run; their windows are closed at the end. */
const describeOn = (name: string, site: Site, tests: (site: Site) => void) =>
  describe.skipIf(!running)(name, () => {
    afterAll(closeWindows)
    tests(site)
  })

/** The one `describe` of a file, with the server that files share. */
export const describeInBrowser = (name: string, tests: (site: Site) => void) => describeOn(name, inject('site'), tests)

/** Gives a server of its own to a file that must not find what others sent. */
export const describeOnOwnServer = (name: string, tests: (site: Site) => void) =>
  describeOn(name, {} as Site, (site) => {
    beforeAll(async () => {
      const server = await startOwnServer({ RATE_LIMIT_FACTOR: '100' })
      Object.assign(site, siteOf(server))
      return () => server.remove()
    })
    tests(site)
  })

/** The window has no cookie and no draft of another. */
export async function openWindow(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(HUNG_MS)
  return context.newPage()
}

export async function open(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openWindow(options)
  await page.goto(url)
  return page
}

export const closeWindows = () =>
  Promise.all((running?.contexts() ?? []).map((context: BrowserContext) => context.close()))

export const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.id ?? '')

export const overflows = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

/** @param next the page that follows */
export async function signIn(page: Page, { base, ownerKey }: Pick<Site, 'base' | 'ownerKey'>, next = `${base}/desk`) {
  await page.getByLabel('Your key').fill(ownerKey)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(next)
}

export async function openDesk(site: Site, options?: BrowserContextOptions): Promise<Page> {
  const page = await open(`${site.base}/desk`, options)
  await signIn(page, site)
  return page
}

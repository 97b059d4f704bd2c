/**
 * Every page as a browser shows it: axe finds nothing, nothing is cut off on a phone, nothing moves, nothing is heavy,
 * nothing comes from elsewhere.
 */
import { afterEach, beforeAll, expect, inject, it } from 'vitest'
import { faultsOf } from './axe.ts'
import { closeWindows, describeInBrowser, open, openWindow } from './browser.ts'
import { type Load, loadIn } from './load.ts'
import { pathsOf } from './paths.ts'

/** Windows at once: more do not go faster on two cores. */
const WINDOWS = 3
/** First load of a page with all that it needs, bytes. */
const HEAVIEST = 50 * 1024
/** The same of the home page, where most people come first. */
const HEAVIEST_HOME = 25 * 1024
/** Of these the scripts: that of the opening hours; on pages of the form its own too, and that for passkeys where the staff sign in. */
const HEAVIEST_SCRIPT = 1024
const HEAVIEST_SCRIPTS = 4 * 1024

const server = inject('site')

describeInBrowser('the pages', () => {
  const pages: { path: string; load: Load; faults: string[] }[] = []
  beforeAll(async () => {
    const rest = await pathsOf(server.base)
    const look = async () => {
      for (let path = rest.shift(); path !== undefined; path = rest.shift()) {
        const page = await openWindow()
        const load = await loadIn(page, server.base + path)
        pages.push({ path, load, faults: await faultsOf(page) })
        await page.context().close()
      }
    }
    await Promise.all(Array.from({ length: WINDOWS }, look))
  })
  afterEach(closeWindows)

  it('have no fault that axe finds, and fit a phone', () => {
    expect(pages.length).toBeGreaterThan(30)
    expect(pages.filter(({ faults }) => faults.length > 0).map(({ path, faults }) => [path, faults])).toEqual([])
  })

  it('are light, and have no script but those of the opening hours, the form and passkeys', () => {
    const isHeavy = ({ path, load }: (typeof pages)[number]) =>
      load.bytes > HEAVIEST || load.scripts > (/contact|thanks|sign-in/.test(path) ? HEAVIEST_SCRIPTS : HEAVIEST_SCRIPT)
    expect(pages.filter(isHeavy).map(({ path, load }) => [path, load])).toEqual([])
    for (const home of pages.filter(({ path }) => /^\/(es\/)?$/.test(path)))
      expect(home.load.bytes).toBeLessThan(HEAVIEST_HOME)
    // Else nothing was measured.
    expect(pages.find(({ path }) => path === '/contact/')?.load.scripts).toBeGreaterThan(0)
    expect(pages.every(({ load }) => load.bytes > 5000)).toBe(true)
  })

  it('ask no one else for anything, stand still while they load, and give the browser nothing to complain of', () => {
    const disturbs = ({ load }: (typeof pages)[number]) =>
      load.elsewhere.length > 0 || load.shift !== 0 || load.complaints.length > 0
    expect(pages.filter(disturbs).map(({ path, load }) => [path, load])).toEqual([])
  })

  it.each(['/contact/', '/es/contact/'])('have no fault when they say what is wrong: %s', async (path) => {
    const page = await open(server.base + path)
    await page.locator('#contact-form button[type=submit]').click()
    await page.locator('#errors').waitFor()
    expect(await faultsOf(page, `${path.slice(1, -1).replace('/', '_')}_wrong`)).toEqual([])
  })
})

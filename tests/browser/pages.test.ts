/**
 * Every page as a browser shows it: axe finds nothing, nothing is cut off on a phone, though people make text larger or space it wider,
 * nothing moves, nothing is heavy, nothing comes from elsewhere, and readers of Spanish find their language.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { faultsOf } from './axe.ts'
import { describeInBrowser, LARGE_PHONE, open, openWindow, overflows, PHONE } from './browser.ts'
import { type Load, loadIn } from './load.ts'
import { pathsOf } from './paths.ts'

/** Windows at once: more do not go faster on two cores. */
const WINDOWS = 3
/** First load of a page with all that it needs, bytes. */
const HEAVIEST = 50 * 1024
/** The same of the home page, where most people come first. */
const HEAVIEST_HOME = 25 * 1024
/** The same of the form, which is compressed when it is drawn. */
const HEAVIEST_FORM = 34 * 1024
/** Of these the scripts: that of the opening hours; on pages of the form its own too, and that for passkeys where the staff sign in. */
const HEAVIEST_SCRIPT = 1024
const HEAVIEST_SCRIPTS = 4 * 1024
const SPANISH = 'Este sitio en español'
/** A fingertip, CSS pixels: WCAG 2.2, 2.5.5. */
const TARGET = 44

/** What readers do to text: the size that the browser begins with, and wider spaces (WCAG 2.2, 1.4.4 and 1.4.12). */
const READERS = [
  [LARGE_PHONE, ':root { font-size: 200% !important }'],
  [
    PHONE,
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  ],
] as const

/** @returns how the page grows with each of them: 0 where it does not, or is then too wide */
async function growthFor(page: Page): Promise<number[]> {
  const grown: number[] = []
  for (const [viewport, style] of READERS) {
    await page.setViewportSize(viewport)
    const growth = await page.evaluate((rules) => {
      const before = document.body.scrollHeight
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(rules)
      document.adoptedStyleSheets = [sheet]
      return document.body.scrollHeight - before
    }, style)
    grown.push((await overflows(page)) ? 0 : growth)
    await page.evaluate(() => (document.adoptedStyleSheets = []))
  }
  return grown
}

/** How large the link to the Spanish page is at the top of a phone, CSS pixels; 0 where it is not there. */
async function offerOf(page: Page): Promise<number> {
  await page.setViewportSize(LARGE_PHONE)
  return page.evaluate((words) => {
    const links = [...document.querySelectorAll<HTMLElement>('header a[lang=es]')]
    const box = links.find(({ textContent }) => textContent === words)?.getBoundingClientRect()
    return box && box.bottom < innerHeight / 4 ? box.height : 0
  }, SPANISH)
}

describeInBrowser('the pages', (server) => {
  const pages: {
    path: string
    load: Load
    faults: string[]
    growth: number[]
    offer: number
  }[] = []
  beforeAll(async () => {
    const rest = await pathsOf(server.base)
    const look = async () => {
      for (let path = rest.shift(); path !== undefined; path = rest.shift()) {
        const page = await openWindow()
        const load = await loadIn(page, server.base + path)
        pages.push({
          path,
          load,
          faults: await faultsOf(page),
          growth: await growthFor(page),
          offer: await offerOf(page),
        })
        await page.context().close()
      }
    }
    await Promise.all(Array.from({ length: WINDOWS }, look))
  })

  it('have no fault that axe finds, and fit a phone', () => {
    expect(pages.length).toBeGreaterThan(30)
    expect(pages.filter(({ faults }) => faults.length > 0).map(({ path, faults }) => [path, faults])).toEqual([])
  })

  it('are light, and have no script but those of the opening hours, the form and passkeys', () => {
    const isHeavy = ({ path, load }: (typeof pages)[number]) =>
      load.bytes > HEAVIEST || load.scripts > (/contact|thanks|sign-in/.test(path) ? HEAVIEST_SCRIPTS : HEAVIEST_SCRIPT)
    expect(pages.filter(isHeavy).map(({ path, load }) => [path, load])).toEqual([])
    for (const home of pages.filter(({ path }) => /^\/(es\/)?$/.test(path)))
      expect(home.load.bytes - home.load.pictures, JSON.stringify(home.load)).toBeLessThan(HEAVIEST_HOME)
    const form = pages.find(({ path }) => path === '/contact/')?.load
    expect(form?.bytes).toBeLessThan(HEAVIEST_FORM)
    // Else nothing was measured.
    expect(form?.scripts).toBeGreaterThan(0)
    expect(pages.every(({ load }) => load.bytes > 5000)).toBe(true)
  })

  it('bring no file again when the home page is opened once more', async () => {
    const page = await open(`${server.base}/`)
    // All of it, also what is below the first view.
    await page.locator('main img').evaluateAll((pictures) =>
      Promise.all(
        pictures.map((picture) => {
          Object.assign(picture, { loading: 'eager' })
          return (picture as HTMLImageElement).decode()
        }),
      ),
    )
    await page.goto(`${server.base}/faq/`)
    await page.goto(`${server.base}/`)
    const again = await page.evaluate(() =>
      ['navigation', 'resource']
        .flatMap((kind) => performance.getEntriesByType(kind) as PerformanceResourceTiming[])
        // A response without a body counts as 300 bytes (Resource Timing, transferSize).
        .filter(({ transferSize }) => transferSize > 300)
        .map(({ name }) => name),
    )
    expect(again).toEqual([])
  })

  it('ask no one else for anything, stand still while they load, and give the browser nothing to complain of', () => {
    const disturbs = ({ load }: (typeof pages)[number]) =>
      load.elsewhere.length > 0 || load.shift !== 0 || load.complaints.length > 0
    expect(pages.filter(disturbs).map(({ path, load }) => [path, load])).toEqual([])
  })

  it('grow with text that readers make larger or space wider, and none is then too wide', () => {
    const fixed = pages.filter(({ growth }) => growth.some((more) => more <= 0))
    expect(fixed.map(({ path, growth }) => [path, growth])).toEqual([])
  })

  it('offer a reader of Spanish their language at the top, without a script too', async () => {
    const english = pages.filter(({ path }) => !/^\/(es|desk)\//.test(path))
    const hidden = english.filter(({ offer }) => offer < TARGET)
    expect(hidden.map(({ path, offer }) => [path, offer])).toEqual([])
    const page = await open(`${server.base}/faq/`, { locale: 'es-MX', javaScriptEnabled: false })
    await page.getByRole('link', { name: SPANISH }).click()
    expect(new URL(page.url()).pathname).toBe('/es/faq/')
  })

  it.each(['/contact/', '/es/contact/'])('have no fault when they say what is wrong: %s', async (path) => {
    const page = await open(server.base + path)
    await page.locator('#contact-form button[type=submit]').click()
    await page.locator('#errors').waitFor()
    expect(await faultsOf(page, `${path.slice(1, -1).replace('/', '_')}_wrong`)).toEqual([])
  })
})

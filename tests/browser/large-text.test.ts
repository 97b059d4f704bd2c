/**
 * The site on a phone when people need larger text (WCAG 2.2, 1.4.4), and what they see first there.
 */
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { type OwnServer, startOwnServer } from '../journeys/build-at.ts'
import { closeWindows, describeInBrowser, open, openWindow, overflows } from './browser.ts'
import { pathsOf } from './paths.ts'

const VIEWPORT = { width: 390, height: 844 }

/** The ways to double the text: the size that the browser begins with, and each text by itself, as a browser zooms text only. */
const LARGER: Record<string, (page: Page) => Promise<unknown>> = {
  'the size that the reader has set': (page) => page.addStyleTag({ content: ':root { font-size: 200% !important }' }),
  'each text by itself': (page) =>
    page.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLElement>('body, body *')]
      const sizes = all.map((element) => Number.parseFloat(getComputedStyle(element).fontSize))
      all.forEach((element, index) =>
        element.style.setProperty('font-size', `${2 * (sizes[index] ?? 0)}px`, 'important'),
      )
    }),
}

/** What reaches beyond the right edge, so that a failure says where. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 0.5)
      .map(({ tagName, className, textContent }) => `${tagName} ${className} ${textContent.trim().slice(0, 30)}`)
      .slice(0, 5),
  )

describeInBrowser('a phone', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await startOwnServer()
    return () => server.remove()
  })
  afterEach(closeWindows)

  it.each(Object.keys(LARGER))('shows text of twice the size without a page to scroll sideways: %s', async (how) => {
    const page = await openWindow({ viewport: VIEWPORT, bypassCSP: true })
    const faults: [string, string[]][] = []
    const paths = await pathsOf(server.base)
    for (const path of paths) {
      await page.goto(server.base + path)
      const before = await page.evaluate(() => document.body.scrollHeight)
      await LARGER[how]?.(page)
      expect(await page.evaluate(() => document.body.scrollHeight), path).toBeGreaterThan(1.2 * before)
      if (await overflows(page)) faults.push([path, await tooWide(page)])
    }
    expect(faults).toEqual([])
    expect(paths.length).toBeGreaterThan(30)
  })

  it.each(['/contact/', '/es/contact/'])('has the first field on the first screen and a half: %s', async (path) => {
    const page = await open(server.base + path, { viewport: VIEWPORT })
    expect((await page.locator('#name').boundingBox())?.y).toBeLessThanOrEqual(1.5 * VIEWPORT.height)
  })

  it.each([true, false])(
    'of a reader of Spanish offers Spanish at the top of every page (JavaScript: %s)',
    async (script) => {
      const page = await openWindow({ viewport: VIEWPORT, locale: 'es-MX', javaScriptEnabled: script })
      for (const path of (await pathsOf(server.base)).filter((known) => !/^\/(es|desk)\//.test(known))) {
        await page.goto(server.base + path)
        const offer = page.locator('header').getByRole('link', { name: 'Este sitio en español' })
        const { y = VIEWPORT.height, height = 0 } = (await offer.boundingBox()) ?? {}
        expect(y + height, path).toBeLessThan(VIEWPORT.height / 4)
        expect([await offer.getAttribute('lang'), height >= 44], path).toEqual(['es', true])
      }
      await page.goto(`${server.base}/faq/`)
      await page.getByRole('link', { name: 'Este sitio en español' }).click()
      expect(new URL(page.url()).pathname).toBe('/es/faq/')
    },
  )
})

/** Runs axe, light on a phone and dark on a desk, and finds what is cut off. SCREENS names a folder for pictures. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { LARGE_PHONE, overflows, PHONE } from './browser.ts'

const TABLET = 768
const DESK = 1280
/** Widths of phones, a tablet and a desk, CSS pixels. */
const WIDTHS = [PHONE.width, 360, LARGE_PHONE.width, TABLET, DESK]
/** A laptop at 400 % zoom (WCAG 2.2, 1.4.10). */
const ZOOMED = { width: 320, height: 256 }
const SCHEMES = ['light', 'dark'] as const
const { SCREENS } = process.env

/** @returns a line for each fault of the open page */
export async function faultsOf(page: Page, name = nameOf(page)): Promise<string[]> {
  const twice = (await page.locator('body').innerText()).match(/.{0,20}[^.]\.\.(?!\.)/g) ?? []
  const faults = twice.map((words) => `ends twice: ${words}`)
  // The page differs from the English one in words only, so axe looks once.
  const isSpanish = /^\/es(\/|$)/.test(new URL(page.url()).pathname)
  // Once for all runs, which takes half of the time of `@axe-core/playwright`; the page's CSP does not bind the debugger.
  await page.evaluate(axe.source)
  await page.setViewportSize(ZOOMED)
  faults.push(...(await page.evaluate(coversIn)))
  for (const width of WIDTHS) {
    await page.setViewportSize({ ...PHONE, width })
    if (await overflows(page)) faults.push(`${width}: reaches beyond the right edge`)
    for (const colorScheme of SCHEMES) {
      // Each layout and each set of colors is seen once; a test of the tokens computes the contrasts.
      const isLookedAt = colorScheme === 'light' ? width === PHONE.width : width === DESK && !isSpanish
      if (!SCREENS && !isLookedAt) continue
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      if (SCREENS) await page.screenshot({ path: `${SCREENS}/${name}-${width}-${colorScheme}.png`, fullPage: true })
      const found = await page.evaluate(
        async (options) => {
          const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options)
          return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
        },
        { resultTypes: ['violations'], preload: false } satisfies axe.RunOptions,
      )
      faults.push(...found.map((fault) => `${width} ${colorScheme}: ${fault}`))
    }
  }
  return faults
}

/** What stays in sight leaves most of the window to the rest (WCAG 2.2, 2.4.11). */
const coversIn = () =>
  [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((part) => /sticky|fixed/.test(getComputedStyle(part).position) && part.offsetHeight > innerHeight / 4)
    .map(({ className, offsetHeight }) => `${className} covers ${offsetHeight} of ${innerHeight}`)

const nameOf = (page: Page) => new URL(page.url()).pathname.replace(/^\/|\/$/g, '').replaceAll('/', '_') || 'home'

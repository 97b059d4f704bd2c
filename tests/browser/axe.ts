/**
 * axe on the page of a window, light on a phone and dark on a desk, and what it cannot see there and on a tablet. With SCREENS set, each width
 * and scheme is kept as a picture in that folder, for people to look at.
 */
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { overflows, PHONE } from './browser.ts'

const TABLET = 768
const DESK = 1280
/** Widths of a phone, a tablet and a desk, CSS pixels: nothing is cut off in any of them. */
const WIDTHS = [PHONE.width, TABLET, DESK]
const SCHEMES = ['light', 'dark'] as const
/** Folder for pictures. */
const { SCREENS } = process.env

/**
 * @param name what to call its pictures
 * @returns what is wrong with the page that is open, a line for each fault
 */
export async function faultsOf(page: Page, name = nameOf(page)): Promise<string[]> {
  const faults: string[] = []
  // Only its words differ from those of the English page: axe looks once.
  const isSpanish = /^\/es(\/|$)/.test(new URL(page.url()).pathname)
  // Once for all runs, which takes half of the time of `@axe-core/playwright`; the page's CSP does not bind the debugger.
  await page.evaluate(axe.source)
  for (const width of WIDTHS) {
    await page.setViewportSize({ ...PHONE, width })
    if (await overflows(page)) faults.push(`${width}: reaches beyond the right edge`)
    for (const colorScheme of SCHEMES) {
      // Each layout and each set of colors is seen once. Of the colors a test of the tokens computes the contrasts.
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

/** The path of a page as the name of a file. */
const nameOf = (page: Page) => new URL(page.url()).pathname.replace(/^\/|\/$/g, '').replaceAll('/', '_') || 'home'

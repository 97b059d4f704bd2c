/**
 * axe on the page of a window, on a phone and on a desk, in both color schemes, and what it cannot see there and on a tablet. With SCREENS set,
 * each is kept as a picture in that folder, for people to look at.
 */
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { overflows, PHONE } from './browser.ts'

const TABLET = 768
/** Widths of a phone, a tablet and a desk, CSS pixels: nothing is cut off in any of them. */
const WIDTHS = [PHONE.width, TABLET, 1280]
const SCHEMES = ['light', 'dark'] as const
/** All that another scheme can change, and what costs most. */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block']
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
      // What axe sees on a tablet, it sees on a phone or on a desk.
      const isLookedAt = isSpanish ? width === PHONE.width && colorScheme === 'light' : width !== TABLET
      if (!SCREENS && !isLookedAt) continue
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      if (SCREENS) await page.screenshot({ path: `${SCREENS}/${name}-${width}-${colorScheme}.png`, fullPage: true })
      const chosen: axe.RunOptions = colorScheme === 'dark' ? { runOnly: { type: 'rule', values: RULES_OF_COLOR } } : {}
      const found = await page.evaluate(
        async (options) => {
          const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options)
          return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
        },
        { resultTypes: ['violations'], preload: false, ...chosen } satisfies axe.RunOptions,
      )
      faults.push(...found.map((fault) => `${width} ${colorScheme}: ${fault}`))
    }
  }
  return faults
}

/** The path of a page as the name of a file. */
const nameOf = (page: Page) => new URL(page.url()).pathname.replace(/^\/|\/$/g, '').replaceAll('/', '_') || 'home'

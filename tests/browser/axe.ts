/**
 * axe, and what it cannot see, on the page of a window: in both color schemes, from phone to desk. With SCREENS set, each is
 * kept as a picture in that folder, for people to look at.
 */
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { overflows, PHONE } from './browser.ts'

/** Widths of a phone, a tablet and a desk, CSS pixels. */
const WIDTHS = [PHONE.width, 768, 1280]
const SCHEMES = ['light', 'dark'] as const
/** All that another scheme can change, and what costs most. */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block']
/** Folder for pictures. */
const { SCREENS } = process.env

/**
 * @param name what to call its pictures
 * @param widths of the window, CSS pixels
 * @returns what is wrong with the page that is open, a line for each fault
 */
export async function faultsOf(page: Page, name = nameOf(page), widths: readonly number[] = WIDTHS): Promise<string[]> {
  const faults: string[] = []
  // Once for all runs, which takes half of the time of `@axe-core/playwright`; the page's CSP does not bind the debugger.
  await page.evaluate(axe.source)
  for (const width of widths) {
    await page.setViewportSize({ ...PHONE, width })
    if (await overflows(page)) faults.push(`${width}: reaches beyond the right edge`)
    // The colors of a tablet are those of a phone or of a desk.
    const hasOwnColors = width === widths[0] || width === widths.at(-1)
    for (const colorScheme of SCHEMES) {
      if (colorScheme === 'dark' && !SCREENS && !hasOwnColors) continue
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      if (SCREENS) await page.screenshot({ path: `${SCREENS}/${name}-${width}-${colorScheme}.png`, fullPage: true })
      const chosen: axe.RunOptions =
        colorScheme === 'dark'
          ? { runOnly: { type: 'rule', values: RULES_OF_COLOR } }
          : { rules: Object.fromEntries(RULES_OF_COLOR.map((rule) => [rule, { enabled: hasOwnColors }])) }
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

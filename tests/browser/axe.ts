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
/** All that another scheme can change. */
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
    for (const colorScheme of SCHEMES) {
      // The colors of a tablet are those of a phone or of a desk.
      if (colorScheme === 'dark' && !SCREENS && width !== widths[0] && width !== widths.at(-1)) continue
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      if (SCREENS) await page.screenshot({ path: `${SCREENS}/${name}-${width}-${colorScheme}.png`, fullPage: true })
      const rules = colorScheme === 'dark' ? RULES_OF_COLOR : null
      const found = await page.evaluate(async (values) => {
        const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
          resultTypes: ['violations'],
          preload: false,
          ...(values && { runOnly: { type: 'rule', values } }),
        })
        return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
      }, rules)
      faults.push(...found.map((fault) => `${width} ${colorScheme}: ${fault}`))
    }
  }
  return faults
}

/** The path of a page as the name of a file. */
const nameOf = (page: Page) => new URL(page.url()).pathname.replace(/^\/|\/$/g, '').replaceAll('/', '_') || 'home'

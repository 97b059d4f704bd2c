/**
 * The site of another firm in the browser: its color and its logo on a phone and a desk, light and dark, with nothing for axe to find.
 */
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { accentColors } from '../../src/firm/accent.ts'
import { removeFolder, type RunningServer, startOnFreePort, startServer, temporaryFolder } from '../journeys/server.ts'
import { buildOtherFirm, NAVY, WIDE } from '../other-firm.ts'
import { faultsOf } from './axe.ts'
import { closeWindows, describeInBrowser, open, PHONE } from './browser.ts'

const PAGES = ['/', '/es/', '/practice-areas/animal-law/', '/contact/', '/desk/sign-in']
/** As `getComputedStyle` writes it. */
const rgb = (color: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`
const groundOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor)

describeInBrowser('another firm', () => {
  let server: RunningServer & { base: string }
  beforeAll(async () => {
    const [project, dataDir] = [buildOtherFirm(WIDE), temporaryFolder()]
    server = await startOnFreePort(async (port) => ({
      ...(await startServer({ DATA_DIR: dataDir, PORT: String(port) }, { cwd: project })),
      base: `http://localhost:${port}`,
    }))
    return async () => {
      await server.end('SIGTERM')
      ;[project, dataDir].forEach(removeFolder)
    }
  })
  afterEach(closeWindows)

  it.each(PAGES)('has nothing for axe to find, in light and dark, from phone to desk: %s', async (path) => {
    const page = await open(server.base + path)
    expect(await faultsOf(page)).toEqual([])
  })

  it.each(['light', 'dark'] as const)('has its color and its logo in %s', async (colorScheme) => {
    const page = await open(`${server.base}/`, { viewport: PHONE, colorScheme })
    const { fill } = accentColors(NAVY)
    expect(await groundOf(page, 'main .button')).toBe(rgb(fill[colorScheme]))
    const logo = page.locator('.site-header .name img')
    const box = await logo.boundingBox()
    expect(box?.width).toBeGreaterThan(200)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.width)
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await groundOf(page, '.site-header .name img')).toBe(
      colorScheme === 'dark' ? 'rgb(255, 255, 255)' : 'rgba(0, 0, 0, 0)',
    )
    await page.goto(`${server.base}/desk/sign-in`)
    expect(await groundOf(page, 'main button')).toBe(rgb(fill[colorScheme]))
  })
})

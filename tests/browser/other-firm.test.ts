/**
 * The site of another firm in the browser, from phone to desk: its color and its logo, light and dark; wide tables, and that the page never scrolls
 * sideways.
 */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { accentColors } from '../../src/firm/look.ts'
import { removeFolder, type RunningServer, startOnFreePort, startServer, temporaryFolder } from '../journeys/server.ts'
import { AREA, NAVY } from '../other-firm.ts'
import { faultsOf } from './axe.ts'
import { describeInBrowser, open, overflows, PHONE } from './browser.ts'

const PAGES = ['/', '/es/', `/${AREA}/`, '/faq/', '/contact/', '/desk/sign-in']
/** As `getComputedStyle` writes it. */
const rgb = (color: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`
const groundOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor)

describeInBrowser('another firm', () => {
  let server: RunningServer
  beforeAll(async () => {
    const [project, dataDir] = [inject('otherFirm'), temporaryFolder()]
    server = await startOnFreePort(async (port) => ({
      ...(await startServer({ DATA_DIR: dataDir, PORT: String(port) }, { cwd: project })),
      base: `http://localhost:${port}`,
    }))
    return async () => {
      await server.end('SIGTERM')
      removeFolder(dataDir)
    }
  })

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
      colorScheme === 'dark' ? 'rgb(233, 230, 220)' : 'rgba(0, 0, 0, 0)',
    )
    await page.goto(`${server.base}/desk/sign-in`)
    expect(await groundOf(page, 'main button')).toBe(rgb(fill[colorScheme]))
  })

  describe('a text with pictures and tables', () => {
    const area = () => `${server.base}/${AREA}/`

    it('has a box for a wide table, which the keyboard scrolls', async () => {
      const window = await open(area(), { viewport: PHONE })
      const box = window.getByRole('region', { name: 'More: Court, Filing fee' })
      const left = () => box.evaluate(({ scrollLeft }) => scrollLeft)
      expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
      await box.focus()
      await window.keyboard.press('ArrowRight')
      await expect.poll(left).toBeGreaterThan(0)
      expect(await overflows(window)).toBe(false)
      expect(await window.locator('main table').count()).toBe(2)
      expect(await window.locator('.wide-table').count()).toBe(1)
    })
  })
})

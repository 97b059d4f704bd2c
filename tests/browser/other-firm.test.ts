/** The site of another firm in the browser, from phone to desk: no fault in its own color, and wide tables that are scrolled by themselves. */
import { beforeAll, expect, inject, it } from 'vitest'
import { removeFolder, type RunningServer, startServer, temporaryFolder } from '../journeys/server.ts'
import { AREA } from '../other-firm.ts'
import { faultsOf } from './axe.ts'
import { describeInBrowser, open, overflows, PHONE } from './browser.ts'

describeInBrowser('another firm', () => {
  let server: RunningServer
  beforeAll(async () => {
    const dataDir = temporaryFolder()
    server = await startServer({ DATA_DIR: dataDir }, { cwd: inject('otherFirm') })
    return async () => {
      await server.end('SIGTERM')
      removeFolder(dataDir)
    }
  })

  it('has nothing for axe to find in its own color, and a box for a wide table, which the keyboard scrolls', async () => {
    const window = await open(`${server.base}/${AREA}/`)
    expect(await faultsOf(window)).toEqual([])
    await window.setViewportSize(PHONE)
    const box = window.getByRole('region', { name: 'More: Court, Filing fee' })
    expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
    await box.focus()
    await window.keyboard.press('ArrowRight')
    await expect.poll(() => box.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
    expect(await overflows(window)).toBe(false)
    expect(await window.locator('main table').count()).toBe(2)
    expect(await window.locator('.wide-table').count()).toBe(1)
  })
})

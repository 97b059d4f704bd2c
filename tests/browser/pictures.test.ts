/**
 * Texts with pictures, wide tables and long words on a phone: what they cost, and that the page never scrolls sideways.
 */
import { afterEach, beforeAll, expect, it } from 'vitest'
import { removeFolder, type RunningServer, startServer, temporaryFolder } from '../journeys/server.ts'
import { AREA, buildProject, copyWithPictures } from '../picture-project.ts'
import { faultsOf } from './axe.ts'
import { closeWindows, describeInBrowser, open, openWindow, overflows, PHONE } from './browser.ts'

/** A usual phone, which has three pixels for one of the style sheet. */
const USUAL = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 }
const COST = 100_000

describeInBrowser('a text with pictures and tables', () => {
  let server: RunningServer
  const page = (path = `/${AREA}/`) => server.base + path
  beforeAll(async () => {
    const [project, dataDir] = [await copyWithPictures(), temporaryFolder()]
    buildProject(project)
    server = await startServer({ DATA_DIR: dataDir }, { cwd: project })
    return async () => {
      await server.end('SIGTERM')
      ;[project, dataDir].forEach(removeFolder)
    }
  })
  afterEach(closeWindows)

  it('costs a phone less than 100 KB for a photograph, and breaks no rule of the policy', async () => {
    const window = await openWindow(USUAL)
    const photographs: Promise<Buffer>[] = []
    window.on('response', (response) => {
      if (/\/river\..*\.webp$/.test(response.url())) photographs.push(response.body())
    })
    const refused: string[] = []
    window.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
    await window.goto(page())
    const picture = window.locator('main img').first()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
    const taken = await Promise.all(photographs)
    expect(taken.map(({ length }) => length < COST)).toEqual([true])
    expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('/river.')
    expect(await picture.evaluate((image: HTMLImageElement) => image.clientWidth)).toBe(358)
    expect(refused).toEqual([])
  })

  it('moves nothing when a picture comes', async () => {
    const waiting = await openWindow(USUAL)
    // Their requests get no answer.
    await waiting.route(/\.(webp|svg)$/, () => undefined)
    await waiting.goto(page(), { waitUntil: 'domcontentloaded' })
    const withPictures = await open(page(), USUAL)
    const heights = await Promise.all(
      [waiting, withPictures].map((window) =>
        window.locator('main img').evaluateAll((images) => images.map(({ clientHeight }) => clientHeight)),
      ),
    )
    expect(heights[0]).toEqual(heights[1])
    expect(heights[0]!.every((height) => height > 100)).toBe(true)
  })

  it.each([`/${AREA}/`, '/', '/faq/'])('has no fault on any screen, and does not scroll sideways: %s', async (path) => {
    expect(await faultsOf(await open(page(path)))).toEqual([])
  })

  it('has a box for a wide table, which the keyboard scrolls', async () => {
    const window = await open(page(), { viewport: PHONE })
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

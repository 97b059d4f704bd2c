/** What opening a page brings with it, as the browser sees it. */
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    /** How far things moved by themselves, as in Cumulative Layout Shift. */
    shift: number
  }
}

export interface Load {
  /** Bytes; published texts come compressed. */
  bytes: number
  /** They are part of `bytes`. */
  scripts: number
  /** Addresses at other hosts. */
  elsewhere: string[]
  shift: number
  complaints: string[]
}

/** The window has opened no page before. */
export async function loadIn(page: Page, url: string): Promise<Load> {
  const loaded: Load = { bytes: 0, scripts: 0, elsewhere: [], shift: 0, complaints: [] }
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) loaded.elsewhere.push(request.url())
  })
  page.on('console', (message) => {
    // A page that is itself answered with 404 may be right.
    if (message.location().url !== url) loaded.complaints.push(message.text())
  })
  page.on('pageerror', (error) => loaded.complaints.push(error.message))
  await page.addInitScript(() => {
    window.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(url)
  // The font may come last and move everything.
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
  })
  loaded.shift = await page.evaluate(() => window.shift)
  for (const { bytes, isScript } of await page.evaluate(broughtIn)) {
    loaded.bytes += bytes
    if (isScript) loaded.scripts += bytes
  }
  return loaded
}

/** The sizes are those over the wire, without headers. */
const broughtIn = () =>
  ['navigation', 'resource'].flatMap((kind) =>
    (performance.getEntriesByType(kind) as PerformanceResourceTiming[]).map(
      ({ initiatorType, encodedBodySize, transferSize }) => ({
        // A resource from the cache is listed with the size of its first load.
        bytes: transferSize === 0 ? 0 : encodedBodySize,
        isScript: initiatorType === 'script',
      }),
    ),
  )

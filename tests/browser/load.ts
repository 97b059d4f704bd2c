/**
 * What opening a page brings with it, as the browser sees it.
 */
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    /** How far things moved by themselves, as in Cumulative Layout Shift. */
    shift: number
  }
}

export interface Load {
  /** All that came, bytes; texts compressed, as Netlify sends them. */
  bytes: number
  /** Of these the scripts. */
  scripts: number
  /** Addresses at other hosts. */
  elsewhere: string[]
  shift: number
  /** What the browser complained of. */
  complaints: string[]
}

/** Opens a page in a window that has seen none before. */
export async function loadIn(page: Page, url: string): Promise<Load> {
  const loaded: Load = { bytes: 0, scripts: 0, elsewhere: [], shift: 0, complaints: [] }
  const brought: { address: string; type: string }[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin === new URL(url).origin) brought.push({ address: request.url(), type: request.resourceType() })
    else loaded.elsewhere.push(request.url())
  })
  page.on('console', (message) => {
    // That the page itself is answered with 404 may be right.
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
  // The font may come last, and move everything.
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
  })
  loaded.shift = await page.evaluate(() => window.shift)
  for (const { address, type } of brought) {
    const size = await sizeOf(address)
    loaded.bytes += size
    if (type === 'script') loaded.scripts += size
  }
  return loaded
}

/** Size of what an address answers. A browser does not give out the body of what it loaded ahead, like the font. */
async function sizeOf(address: string): Promise<number> {
  const response = await fetch(address)
  const body = await response.bytes()
  return /^(text|image\/svg)/.test(response.headers.get('content-type') ?? '') ? gzipSync(body).length : body.length
}

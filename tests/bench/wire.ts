/**
 * What the home page costs on the wire, as a browser counts it: the first visit, and one more after it.
 */
import type { BrowserContext } from 'playwright-core'
import { launchChromium } from '../browser/chromium.ts'
import { removeFolder, startServer, temporaryFolder } from '../journeys/server.ts'
import type { Measured } from './measured.ts'

const FIRST_GOAL = '≤ 25 KB'
const REPEAT_GOAL = '0'

interface Visit {
  requests: number
  /** Of responses with their headers, bytes. */
  all: number
  /** Of these the bodies. */
  bodies: number
}

/** @throws Error when no browser can run here */
export async function wire(): Promise<Measured> {
  const browser = await launchChromium()
  if (!browser) throw new Error('This bench needs a browser.')
  const folder = temporaryFolder()
  const server = await startServer({ DATA_DIR: folder })
  try {
    const home = `http://localhost:${server.port}/`
    const context = await browser.newContext()
    const first = await visit(context, home)
    const repeat = await visit(context, home)
    return {
      title: 'The home page in Chromium, from one machine',
      head: ['visit', 'requests', 'with headers', 'bodies'],
      rows: [
        ['first', String(first.requests), { measured: kilobytes(first.all), goal: FIRST_GOAL }, bytes(first.bodies)],
        [
          'repeat',
          String(repeat.requests),
          kilobytes(repeat.all),
          { measured: bytes(repeat.bodies), goal: REPEAT_GOAL },
        ],
      ],
    }
  } finally {
    await browser.close()
    await server.end('SIGTERM')
    removeFolder(folder)
  }
}

/** Opens a page in a window of its own, with the cache of the windows before. */
async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  const visited: Visit = { requests: 0, all: 0, bodies: 0 }
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    visited.requests++
    visited.all += encodedDataLength
  })
  await network.send('Network.enable')
  await page.goto(url, { waitUntil: 'networkidle' })
  visited.bodies = await page.evaluate(bodyBytes)
  await page.close()
  return visited
}

/** Runs in the page. What came of a response is counted with 300 bytes for its headers (Resource Timing, transferSize). */
const bodyBytes = () =>
  ['navigation', 'resource']
    .flatMap((kind) => performance.getEntriesByType(kind) as PerformanceResourceTiming[])
    .reduce((sum, { transferSize }) => sum + Math.max(0, transferSize - 300), 0)

const bytes = (count: number) => `${count} bytes`
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`

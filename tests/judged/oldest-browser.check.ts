/** The oldest Chrome that the README names shows the same colors and borders as a new one, in light and dark. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { expect, it } from 'vitest'
import { CAN_RUN_PACKED, HUNG_MS, launchChromium } from '../browser/chromium.ts'
import { startOwnServer } from '../journeys/build-at.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { OUTSIDERS } from './outsider.ts'

const PATHS = ['/', '/es/', '/contact/', '/practice-areas/animal-law/', '/claim', '/thanks/', '/status/']
const PHONE = { width: 390, height: 844 }

const partsOf = () =>
  [
    ...document.querySelectorAll(
      'h1, main a, main input, main select, main textarea, main button, .urgent, .areas, footer',
    ),
  ].map((part) => {
    const { color, backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(part)
    return [part.tagName, part.className, part.id, color, backgroundColor, borderTopColor, borderTopWidth].join(' ')
  })

async function appearanceIn(browser: Browser, base: string): Promise<Record<string, string[]>> {
  const seen: Record<string, string[]> = {}
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await (await browser.newContext({ viewport: PHONE, colorScheme })).newPage()
    for (const path of PATHS) {
      await page.goto(base + path)
      seen[`${path} ${colorScheme}`] = await page.evaluate(partsOf)
    }
  }
  return seen
}

it.skipIf(!CAN_RUN_PACKED)('a browser of 2021 shows the pages in their colors', async () => {
  const [server, folder] = [await startOwnServer(), temporaryFolder()]
  const executablePath = join(folder, 'chromium')
  const packed = readFileSync(`${OUTSIDERS}/chrome-aws-lambda/bin/chromium.br`)
  writeFileSync(executablePath, brotliDecompressSync(packed), { mode: 0o755 })
  const oldest = await chromium.launch({ executablePath, timeout: HUNG_MS, args: ['--no-zygote', '--disable-gpu'] })
  const newest = await launchChromium()
  try {
    const [, supported] = /Chrome (\d+)/.exec(readFileSync('README.md', 'utf8')) ?? []
    expect(oldest.version().split('.')[0]).toBe(supported)
    const seen = await appearanceIn(oldest, server.base)
    expect(Object.values(seen).flat().length).toBeGreaterThan(100)
    expect(seen).toEqual(newest && (await appearanceIn(newest, server.base)))
  } finally {
    await oldest.close()
    await newest?.close()
    await server.remove()
    removeFolder(folder)
  }
})

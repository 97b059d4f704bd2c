/** Chromium for tests and benches: the one from the npm registry, which needs nothing installed, or one that this machine has. */
import packed from '@sparticuz/chromium'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

/** What takes longer hangs, milliseconds. Playwright's own limits are made for machines that do nothing else. */
export const HUNG_MS = 90_000

/** Whether the packed Chromium is made for this machine. */
export const CAN_RUN_PACKED = process.platform === 'linux' && process.arch === 'x64'

/** Ways to get a browser, the best first. */
const BROWSERS: Record<string, () => Promise<LaunchOptions>> = {
  'the packed Chromium': async () => {
    if (!CAN_RUN_PACKED) throw new Error('it is made for Linux on x64')
    // Its own arguments are for Lambda: one process, which dies with its first window, and no web security, which is tested here.
    return { executablePath: await packed.executablePath(), args: ['--disable-gpu'] }
  },
  Chrome: async () => ({ channel: 'chrome' }),
  Chromium: async () => ({ channel: 'chromium' }),
  Edge: async () => ({ channel: 'msedge' }),
  '/usr/bin/chromium': async () => ({ executablePath: '/usr/bin/chromium' }),
}

/** @returns a headless browser; undefined, and the reasons are printed, when none can run here */
export async function launchChromium(): Promise<Browser | undefined> {
  const reasons: string[] = []
  for (const [name, options] of Object.entries(BROWSERS)) {
    try {
      return await chromium.launch({ timeout: HUNG_MS, ...(await options()) })
    } catch (error) {
      reasons.push(`${name}: ${String(error instanceof Error ? error.message : error).split('\n')[0]}`)
    }
  }
  console.warn(`No browser can run here, so what needs one is skipped.\n${reasons.join('\n')}`)
  return undefined
}

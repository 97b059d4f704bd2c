/** Chromium for tests and benches: the one from the npm registry, which needs nothing installed, or one that this machine has. */
import packed from '@sparticuz/chromium'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

/** Milliseconds. Playwright's own limits are too short for a busy machine. */
export const HUNG_MS = 90_000

export const CAN_RUN_PACKED = process.platform === 'linux' && process.arch === 'x64'

/** The best comes first. */
const BROWSERS: Record<string, () => Promise<LaunchOptions>> = {
  'the packed Chromium': async () => {
    if (!CAN_RUN_PACKED) throw new Error('it is made for Linux on x64')
    // The package's own arguments are for Lambda: they switch off web security, and the one process dies with its first window.
    return { executablePath: await packed.executablePath(), args: ['--disable-gpu'] }
  },
  Chrome: async () => ({ channel: 'chrome' }),
  Chromium: async () => ({ channel: 'chromium' }),
  Edge: async () => ({ channel: 'msedge' }),
  '/usr/bin/chromium': async () => ({ executablePath: '/usr/bin/chromium' }),
}

/** @returns undefined when no browser can run here; the reasons are printed */
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

/**
 * Before any test: Chromium is unpacked once, where its package looks for it, because test files that start at once would find it half
 * there; and one server is started for the tests that need no settings or data of their own.
 */
import packed from '@sparticuz/chromium'
import type { TestProject } from 'vitest/node'
import { startOwnServer } from '../journeys/build-at.ts'
import { CAN_RUN_PACKED } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that test files share. */
    site: { base: string; dataDir: string }
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  if (CAN_RUN_PACKED) await packed.executablePath()
  const { base, dataDir, remove } = await startOwnServer({ RATE_LIMIT_FACTOR: '1000' }, true)
  project.provide('site', { base, dataDir })
  return remove
}

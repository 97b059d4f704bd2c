/**
 * Before any test: Chromium is unpacked once, where its package looks for it, because test files that start at once would find it half
 * there; and one server is started for the tests that need no settings or data of their own.
 */
import packed from '@sparticuz/chromium'
import type { TestProject } from 'vitest/node'
import { startOwnServer } from '../journeys/build-at.ts'
import { CAN_RUN_PACKED } from './chromium.ts'
import { type Site, siteOf } from './site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that test files share. */
    site: Site
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  if (CAN_RUN_PACKED) await packed.executablePath()
  const server = await startOwnServer({ RATE_LIMIT_FACTOR: '1000' }, true)
  project.provide('site', siteOf(server))
  return server.remove
}

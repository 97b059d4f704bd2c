/** The server that test files share which need no settings or data of their own. */
import type { TestProject } from 'vitest/node'
import { type OwnServer, startOwnServer } from './build-at.ts'
import { keyIn } from './server.ts'

export type Site = ReturnType<typeof siteOf>
export const siteOf = ({ base, dataDir, output }: OwnServer) => ({
  base,
  dataDir,
  ownerKey: keyIn(output()),
  mailPath: /\/dev\/mail\?key=[\w-]+/.exec(output())?.[0] ?? '',
})

declare module 'vitest' {
  interface ProvidedContext {
    site: Site
  }
}

/** Two projects ask for it in one run; they share the process, not the module. */
const shared = globalThis as { frontDeskServer?: Promise<OwnServer> }

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await (shared.frontDeskServer ??= startOwnServer({ RATE_LIMIT_FACTOR: '1000' }, true))
  project.provide('site', siteOf(server))
  return server.remove
}

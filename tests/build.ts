/**
 * Before tests that need it: one build of the site, which the journeys serve and the site tests read.
 */
import { execFileSync } from 'node:child_process'
import { SAMPLE_CONTENT } from '../src/settings.ts'

/** Two projects ask for the build in one run; they share the process, not the module. */
const shared = globalThis as { isFrontDeskBuilt?: boolean }

export default function buildOnce(): void {
  if (shared.isFrontDeskBuilt) return
  execFileSync(process.execPath, ['src/commands/build.ts', '--functions'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SITE_URL: 'http://localhost:8888', CMS_REPO: '', CONTENT_DIR: SAMPLE_CONTENT },
  })
  shared.isFrontDeskBuilt = true
}

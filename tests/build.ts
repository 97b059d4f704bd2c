/**
 * Before any test: one build of the site, which the journeys serve and the site tests read.
 */
import { execFileSync } from 'node:child_process'

export default function buildOnce(): void {
  execFileSync(process.execPath, ['src/commands/build.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SITE_URL: 'http://localhost:8888', CMS_REPO: '' },
  })
}

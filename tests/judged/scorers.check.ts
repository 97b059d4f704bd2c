/**
 * Scorers of agent-friendly sites, against the running server. What they find wanting is either mended, or answered in the
 * README with the reason; a finding without an answer fails, and so does an answer without its finding.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OwnServer, startOwnServer } from '../journeys/build-at.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { answered } from './answered.ts'
import { OUTSIDERS } from './outsider.ts'

const COLORS = /\x1b\[\d+m/g

let server: OwnServer
let folder: string
beforeAll(async () => {
  folder = temporaryFolder()
  server = await startOwnServer()
})
afterAll(async () => {
  await server.remove()
  removeFolder(folder)
})

/** What a scorer prints; it ends with a code of its own when something is wanting. */
async function printed(program: string, ...args: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, [`${OUTSIDERS}/${program}`, ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    maxBuffer: 1 << 24,
  })
  return (await run.catch((ended: unknown) => ended as { stdout: string })).stdout.replaceAll(COLORS, '')
}

it('afdocs finds nothing that is not answered', async () => {
  const sitemap = await (await fetch(`${server.base}/sitemap.xml`)).text()
  const pages = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url]) => url).join(',')
  const { results } = JSON.parse(
    await printed('afdocs/bin/afdocs.mjs', 'check', server.base, '--quiet', '--format', 'json', '--urls', pages),
  ) as { results: { id: string; status: string; message: string }[] }
  const wanting = results.filter(({ status }) => !['pass', 'skip'].includes(status))
  console.log(`afdocs: ${results.filter(({ status }) => status === 'pass').length} of ${results.length} passed`)
  expect(wanting.map(({ id }) => id).sort(), wanting.map(({ message }) => message).join('\n')).toEqual(
    answered('afdocs'),
  )
})

it('agent-readiness finds nothing that is not answered', async () => {
  const report = await printed('agent-readiness/bin/agent-ready.mjs', server.base)
  const wanting = [...report.matchAll(/✗\s*(.+?)\s*\(0\/\d+\)/g)].map(([, label]) => label ?? '')
  console.log(/Agent-Readiness:.*?\d+\/100/s.exec(report)?.[0])
  expect(wanting.sort(), report).toEqual(answered('agent-readiness'))
})

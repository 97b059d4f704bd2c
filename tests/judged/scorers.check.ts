/**
 * Scorers of agent-friendly sites, as they run by default, against the running server. What they find is either fixed, or answered in tests/README.md
 * with the reason; a finding without an answer fails, and so does an answer without its finding.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OwnServer, startOwnServer } from '../journeys/build-at.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { OUTSIDERS, reportRow, versionOf } from './outsider.ts'

const COLORS = /\x1b\[\d+m/g

let server: OwnServer
const folder = temporaryFolder()
beforeAll(async () => {
  server = await startOwnServer()
  return () => server.remove()
})
afterAll(() => removeFolder(folder))

/** What a scorer prints; it ends with a code of its own when something is wanting. */
async function printed(program: string, ...args: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, [`${OUTSIDERS}/${program}`, ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    maxBuffer: 1 << 24,
  })
  return (await run.catch((ended: unknown) => ended as { stdout: string })).stdout.replaceAll(COLORS, '')
}

it('afdocs finds nothing that is not answered', async ({ task }) => {
  const { results } = JSON.parse(await printed('afdocs/bin/afdocs.mjs', 'check', server.base, '--format', 'json')) as {
    results: { id: string; status: string; message: string }[]
  }
  const wanting = results.filter(({ status }) => !['pass', 'skip'].includes(status))
  const count = (wanted: string) => results.filter(({ status }) => status === wanted).length
  task.meta.figure = {
    judge: `afdocs ${versionOf('afdocs')}`,
    goal: 'no finding but those answered below',
    measured: `of ${results.length} checks ${count('pass')} pass, ${count('warn')} warn, ${count('fail')} fail, ${count('skip')} not applicable`,
  }
  console.log(`afdocs: ${task.meta.figure.measured}`)
  expect(wanting.map(({ id }) => id).sort(), wanting.map(({ message }) => message).join('\n')).toEqual(
    reportRow('afdocs'),
  )
})

it('agent-readiness finds nothing that is not answered', async ({ task }) => {
  const report = await printed('agent-readiness/bin/agent-ready.mjs', server.base)
  const wanting = [...report.matchAll(/✗\s*(.+?)\s*\(0\/\d+\)/g)].map(([, label]) => label ?? '')
  const [, points = 'unknown'] = /Agent-Readiness:.*?(\d+)\/100/s.exec(report) ?? []
  task.meta.figure = {
    judge: `agent-readiness ${versionOf('agent-readiness')}`,
    goal: 'no finding but those answered below',
    measured: `${points} of 100`,
  }
  console.log(`agent-readiness: ${task.meta.figure.measured}`)
  expect(wanting.sort(), report).toEqual(reportRow('agent-readiness'))
})

/** The workflow on GitHub that checks a firm's texts: its scripts, and the issue that says what is wrong. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { removedWithTest } from '../../journeys/server.ts'
import { yamlOf } from '../../table.ts'

type Step = Partial<{ name: string; uses: string; run: string; with: object; env: Record<string, string> }>
const workflow = parse(readFileSync('.github/workflows/texts.yml', 'utf8')) as {
  permissions: object
  jobs: Record<string, { permissions?: object; steps: Step[] }>
}
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps)
const stepNamed = (name: string) => steps.find((step) => step.name?.startsWith(name)) ?? {}

it('may read the repository and write issues, nothing else, and puts nothing that others write into its scripts', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' })
  expect(Object.values(workflow.jobs).map(({ permissions }) => permissions)).toEqual([
    { contents: 'read', issues: 'write' },
  ])
  for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
    expect(step.with).toMatchObject({ 'persist-credentials': false })
  const scripts = steps.flatMap(({ run = [] }) => run)
  expect(scripts.length).toBeGreaterThan(3)
  for (const script of scripts) expect(script).not.toContain('${{')
})

const GITHUB = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'heron/site', GITHUB_RUN_ID: '7' }
/** @param said output of a failed check; empty when it passes @param issue number of an open one; `403` when GitHub refuses */
function run(said: string, { outcome = said ? 'failure' : 'success', issue = '' } = {}) {
  const runner = removedWithTest()
  const program = (name: string, script: string) => {
    writeFileSync(join(runner, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(runner, name), 0o755)
  }
  program('npm', said ? `echo '${said}' >&2; exit 1` : 'exit 0')
  program(
    'gh',
    `case "$*" in *state=open*) echo "${issue}";; *) echo "$@" >> "$RUNNER_TEMP/asked"; exit ${issue === '403' ? 1 : 0};; esac`,
  )
  const runStep = ({ run: script = '', env = {} }: Step, more: Record<string, string>) =>
    spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      env: { PATH: `${runner}:${process.env.PATH}`, RUNNER_TEMP: runner, ...GITHUB, ...env, ...more },
    }).status
  const CHECKED = runStep(stepNamed('Check the texts'), {}) === 0 ? 'success' : 'failure'
  const status = runStep(stepNamed('Say it in an issue'), { OUTCOME: outcome, CHECKED })
  const read = (name: string) => (existsSync(join(runner, name)) ? readFileSync(join(runner, name), 'utf8') : '')
  return { status, asked: read('asked').replaceAll(runner, '').trim(), body: read('issue.md') }
}

const ROWS = yamlOf<[string, string, Parameters<typeof run>[1], string, string][]>(
  'tests/commands/content/workflow.yaml',
)
it.each(ROWS)('the issue %s', (...[, said, circumstances, asked, body]) =>
  expect(run(said, circumstances)).toEqual({ status: 0, asked, body: expect.stringContaining(body) }),
)

it('an issue that cannot be written fails the run', () => expect(run('A fault.', { issue: '403' }).status).toBe(1))

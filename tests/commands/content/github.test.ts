/** What a firm's workflow on GitHub says of a text that did not pass the check: on the lines, in the summary, and in one issue. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { ISSUE_TITLE, reportToGitHub } from '../../../src/commands/content/github.ts'
import { removeFolder, temporaryFolder } from '../../journeys/server.ts'
import { typeInProcess } from '../in-process.ts'
import { editContent } from './edited-content.ts'

interface Step {
  name?: string
  uses?: string
  if?: string
  run?: string
  with?: Record<string, unknown>
}
interface Workflow {
  permissions: Record<string, string>
  jobs: Record<string, { permissions?: Record<string, string>; steps: Step[] }>
}

const workflow = parse(readFileSync('.github/workflows/texts.yml', 'utf8')) as Workflow
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps)
const REPORT = `## ${ISSUE_TITLE}\n\nSomething.\n`

function folder(): string {
  const made = temporaryFolder()
  onTestFinished(() => removeFolder(made))
  return made
}

describe('the workflow', () => {
  it('may read the repository and write issues, and nothing else', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect(Object.values(workflow.jobs).map(({ permissions }) => permissions)).toEqual([
      { contents: 'read', issues: 'write' },
    ])
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
      expect(step.with).toMatchObject({ 'persist-credentials': false })
  })

  it('has scripts that a shell can read, and puts nothing that others write into them', () => {
    const scripts = steps.flatMap(({ run = [] }) => run)
    expect(scripts.length).toBeGreaterThan(3)
    for (const script of scripts) {
      expect(spawnSync('bash', ['-n'], { input: script }).status, script).toBe(0)
      expect(script).not.toContain('${{')
    }
  })
})

/** Runs the steps of the workflow that check the texts of a folder. */
function check(content: string, env: Record<string, string> = {}) {
  const runner = folder()
  // Stands for npm, which would take long to start.
  writeFileSync(join(runner, 'npm'), `#!/bin/sh\nexec "${process.execPath}" src/commands/check-content.ts\n`)
  chmodSync(join(runner, 'npm'), 0o755)
  const script = (name: string) => steps.find((step) => step.name === name)?.run ?? 'exit 9'
  const summary = join(runner, 'summary.md')
  const run = (name: string) =>
    spawnSync('bash', ['-e', '-c', script(name)], {
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: `${runner}:${process.env.PATH}`,
        CONTENT_DIR: content,
        GITHUB_ACTIONS: 'true',
        RUNNER_TEMP: runner,
        GITHUB_STEP_SUMMARY: summary,
        ...env,
      },
    })
  const { status, stdout } = run('Check the texts')
  expect(run('Write the summary').status).toBe(0)
  return {
    status,
    notes: stdout.split('\n').filter((line) => line.startsWith('::')),
    summary: readFileSync(summary, 'utf8'),
  }
}

describe('the check on GitHub', () => {
  it('names each fault on its line and in the summary', () => {
    const content = editContent()
    mkdirSync(join(content.root, '.git'))
    content.change('faq/documents.md', /^order: .*$/m, 'order: 100%,')
    content.append('es/pages/about.md', 'Vea ![](./rio.jpg)')
    content.change('firm.md', 'opens: "08:30"', 'opens: 8')
    const { status, notes, summary } = check(content.root)
    const line = content.lineOf('es/pages/about.md', 'Vea ![]')
    expect(status).toBe(1)
    expect(notes.filter((note) => note.startsWith('::error'))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^::error file=faq\/documents\.md,line=3::`order` .*must be/),
        expect.stringContaining(`::error file=es/pages/about.md,line=${line}::holds a picture without words`),
      ]),
    )
    expect(notes.some((note) => note.startsWith('::warning file=firm.md,line='))).toBe(true)
    expect(summary).toContain(`## ${ISSUE_TITLE}\n\n`)
    const hours = '`hours`, entry 1, `opens` must be text'
    expect(notes).toContainEqual(expect.stringMatching(new RegExp(`^::error file=firm\\.md,line=\\d+::${hours}`)))
    expect(summary).toMatch(new RegExp(`^- \\*\\*firm\\.md, line \\d+:\\*\\* ${hours}`, 'm'))
    expect(summary).toContain(`- **es/pages/about.md, line ${line}:** holds a picture without words.`)
  })

  it('escapes what GitHub would take for its own', () => {
    const summary = join(folder(), 'summary.md')
    const notes: string[] = []
    const fault = { file: 'a,b.md', line: 2, field: '', message: 'holds 100% of _x_ <b>\nWrite: `_y_`' }
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary }
    reportToGitHub({ faults: [fault], advice: [] }, 'texts', env, (line) => notes.push(line))
    expect(notes).toEqual(['::error file=texts/a%2Cb.md,line=2::holds 100%25 of _x_ <b>%0AWrite: `_y_`'])
    expect(readFileSync(summary, 'utf8')).toContain(
      String.raw`- **texts/a,b.md, line 2:** holds 100% of \_x\_ \<b\>` + '\nWrite: `_y_`',
    )
  })

  it('writes no notes elsewhere', () => {
    const content = editContent()
    content.append('pages/about.md', '![](./rio.jpg)')
    expect(check(content.root, { GITHUB_ACTIONS: '' })).toMatchObject({ status: 1, notes: [], summary: '' })
  })
})

/** Runs the last step of the workflow with a GitHub that has these issues. */
async function keepIssue(
  outcome: string,
  report: string,
  issues: readonly object[],
  { status = 200, checked = 'success' } = {},
) {
  const asked: { method?: string; url?: string; body: unknown }[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      expect(request.headers.authorization).toBe('Bearer token-of-the-run')
      if (request.method !== 'GET') asked.push({ method: request.method, url: request.url, body: JSON.parse(body) })
      response.writeHead(request.method === 'GET' ? 200 : status).end(JSON.stringify(issues))
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const file = join(folder(), 'report.md')
  writeFileSync(file, report)
  const env = {
    GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'heron/site',
    GITHUB_RUN_ID: '7',
    GITHUB_TOKEN: 'token-of-the-run',
  }
  await typeInProcess(['content-issue', outcome, file, checked], env)
  return asked
}

describe('the issue', () => {
  const OPEN = { number: 12, title: ISSUE_TITLE }
  const OTHER = { number: 3, title: 'Another' }
  const RUN = 'See [what the check said](https://github.com/heron/site/actions/runs/7).'
  const ISSUES = '/repos/heron/site/issues'

  const body = (text: string) => `${text}\n\n${RUN}`
  const opened = (text: string) => ({ method: 'POST', url: ISSUES, body: { title: ISSUE_TITLE, body: body(text) } })
  const updated = (changes: object) => ({ method: 'PATCH', url: `${ISSUES}/12`, body: changes })
  const NOT_BUILT = 'The texts passed the check, but the site could not be built.'
  const NOT_CHECKED = 'The check could not be run. It may be a setting: see the log.'

  it.each<[what: string, outcome: string, report: string, issues: object[], asked: object[], checked: string]>([
    ['is opened with the first fault', 'failure', REPORT, [OTHER], [opened(REPORT.trim())], 'success'],
    ['is updated by the next', 'failure', REPORT, [OTHER, OPEN], [updated({ body: body(REPORT.trim()) })], 'success'],
    ['says that a build failed', 'failure', '', [], [opened(NOT_BUILT)], 'success'],
    ['says that the check itself could not be run', 'failure', '', [], [opened(NOT_CHECKED)], 'failure'],
    [
      'is closed when all is well',
      'success',
      '',
      [OPEN],
      [updated({ state: 'closed', state_reason: 'completed' })],
      'success',
    ],
    ['is not touched when there is none and all is well', 'success', '', [OTHER], [], 'success'],
  ])('%s', async (...row) => {
    const [, outcome, report, issues, asked, checked] = row
    expect(await keepIssue(outcome, report, issues, { checked })).toEqual(asked)
  })

  it('that cannot be written fails the run, and says why', async () => {
    await expect(keepIssue('failure', REPORT, [], { status: 403 })).rejects.toThrow('GitHub refused POST issues (403)')
  })
})

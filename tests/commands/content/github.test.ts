/** What a firm's workflow on GitHub says of a text that did not pass the check: on the lines, in the summary, and in one issue. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { ISSUE_TITLE, reportToGitHub } from '../../../src/commands/content/github.ts'
import { removeFolder, temporaryFolder } from '../../journeys/server.ts'
import { editContent } from './edited-content.ts'

interface Step {
  name?: string
  uses?: string
  if?: string
  run?: string
  with?: Record<string, unknown>
  env?: Record<string, string>
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

/** Runs the last step of the workflow, with a program for the API of GitHub that knows at most one issue. */
function keepIssue(OUTCOME: string, report: string, number: string, CHECKED = 'success') {
  const runner = folder()
  writeFileSync(join(runner, 'report.md'), report)
  writeFileSync(
    join(runner, 'gh'),
    `#!/bin/sh\ncase "$*" in *state=open*) echo "$NUMBER";; *) echo "$@" >> "$RUNNER_TEMP/asked"; exit "$REFUSED";; esac\n`,
  )
  chmodSync(join(runner, 'gh'), 0o755)
  const { run = '', env = {} } = steps.find(({ name }) => name?.startsWith('Say it in an issue')) ?? {}
  const { status } = spawnSync('bash', ['-e', '-c', run], {
    env: {
      PATH: `${runner}:${process.env.PATH}`,
      RUNNER_TEMP: runner,
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'heron/site',
      GITHUB_RUN_ID: '7',
      ...env,
      OUTCOME,
      CHECKED,
      NUMBER: number,
      REFUSED: number === '403' ? '1' : '0',
    },
  })
  const read = (name: string) => (existsSync(join(runner, name)) ? readFileSync(join(runner, name), 'utf8') : '')
  return { status, asked: read('asked').replaceAll(runner, ''), body: read('issue.md') }
}

describe('the issue', () => {
  const RUN = '\nSee [what the check said](https://github.com/heron/site/actions/runs/7).\n'
  const OPENED = `repos/heron/site/issues -f title=${ISSUE_TITLE} -F body=@/issue.md\n`
  const UPDATED = '-X PATCH repos/heron/site/issues/12 -F body=@/issue.md\n'
  const CLOSED = '-X PATCH repos/heron/site/issues/12 -f state=closed -f state_reason=completed\n'
  const NOT_BUILT = 'The texts passed the check, but the site could not be built.\n'
  const NOT_CHECKED = 'The check could not be run. It may be a setting: see the log.\n'

  it.each([
    ['is opened with the first fault', 'failure', REPORT, '', `api ${OPENED}`, REPORT, 'failure'],
    ['is updated by the next', 'failure', REPORT, '12', `api ${UPDATED}`, REPORT, 'failure'],
    ['says that a build failed', 'failure', '', '', `api ${OPENED}`, NOT_BUILT, 'success'],
    ['says that the check itself could not be run', 'failure', '', '', `api ${OPENED}`, NOT_CHECKED, 'failure'],
    ['is closed when all is well', 'success', '', '12', `api ${CLOSED}`, NOT_BUILT, 'success'],
    ['is not touched when there is none and all is well', 'success', '', '', '', NOT_BUILT, 'success'],
  ])('%s', (...row) => {
    const [, outcome, report, number, asked, body, checked] = row
    expect(keepIssue(outcome, report, number, checked)).toEqual({ status: 0, asked, body: body + RUN })
  })

  it('that cannot be written fails the run', () => expect(keepIssue('failure', REPORT, '403').status).toBe(1))
})

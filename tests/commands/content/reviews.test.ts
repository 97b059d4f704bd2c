/** `reviewed` against the history of a repository, which each test makes. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { changesSinceRead } from '../../../src/commands/content/reviews.ts'
import { removeFolder, temporaryFolder } from '../../journeys/server.ts'
import { editContent, type EditedContent, reportIn } from './edited-content.ts'

const PAGE = 'pages/about.md'
const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, stdio: 'pipe' })

function commit({ root }: EditedContent, day: string) {
  git(root, 'add', '-A')
  const who = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', '-c', 'commit.gpgsign=false']
  git(root, ...who, 'commit', '-q', '-m', 'Change', `--date=${day}T12:00:00Z`)
}

function committed(): EditedContent {
  const content = editContent([PAGE, 'firm.md', 'es/firm.md'])
  git(content.root, 'init', '-q')
  content.change(PAGE, /reviewed: .*/, 'reviewed: 2026-11-01')
  commit(content, '2026-11-01')
  return content
}

const changed = ({ root }: EditedContent) => changesSinceRead(root).get(PAGE)

it('a change after the review is known, committed or not, and is advice for a firm, but not for the sample', () => {
  const content = committed()
  content.append(PAGE, 'More.')
  commit(content, '2026-11-09')
  expect(changed(content)).toEqual(['+ More.'])
  content.change(PAGE, 'More.', 'Even more.')
  expect(changed(content)).toEqual(['+ Even more.'])
  const advice = () => reportIn(content.read(), {}, { changes: changesSinceRead(content.root) }).advice
  expect(advice().join()).not.toContain('last change of the text')
  content.change('firm.md', /name: .*/, 'name: Ana Ortiz, P.A.')
  const line = content.lineOf(PAGE, 'reviewed:')
  expect(advice()).toContainEqual(
    expect.stringContaining(`${PAGE}:${line} reviewed is before the last change of the text`),
  )
})

it('a change that sets the day of review too is not one after it, though it is committed later', () => {
  const content = committed()
  content.append(PAGE, 'More.')
  content.change(PAGE, /reviewed: .*/, 'reviewed: 2026-11-08')
  expect(changed(content)).toBeUndefined()
  commit(content, '2026-11-10')
  expect(changed(content)).toBeUndefined()
  content.append(PAGE, 'And more.')
  commit(content, '2026-11-12')
  expect(changed(content)).toEqual(['+ And more.'])
})

it('the history is that of the folder, where the project is a part of a repository, and none elsewhere', () => {
  const content = editContent([PAGE])
  expect(changed(content)).toBeUndefined()
  const outer = temporaryFolder()
  onTestFinished(() => removeFolder(outer))
  git(outer, 'init', '-q')
  const inner = { ...content, root: join(outer, 'site') }
  execFileSync('cp', ['-r', content.root, inner.root])
  commit({ ...content, root: outer }, '2026-11-09')
  expect(changed(inner)).toBeUndefined()
  execFileSync('sh', ['-c', 'echo More. >> pages/about.md'], { cwd: inner.root })
  expect(changed(inner)).toEqual(['+ More.'])
})

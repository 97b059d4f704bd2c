/** `reviewed` against the history of a repository, which each test makes. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
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

/** All texts read on the first of November, and committed on that day. */
function committed(): EditedContent {
  const content = editContent([PAGE, 'firm.md', 'es/firm.md'])
  git(content.root, 'init', '-q')
  content.change(PAGE, /reviewed: .*/, 'reviewed: 2026-11-01')
  commit(content, '2026-11-01')
  return content
}

/** The same, of which one was changed on the ninth. */
function changedLater(): EditedContent {
  const content = committed()
  content.append(PAGE, 'More.')
  commit(content, '2026-11-09')
  return content
}

const changed = ({ root }: EditedContent) => changesSinceRead(root).get(PAGE)

describe('a text that changed after its review', () => {
  it('is known with what changed, committed or not', () => {
    const content = changedLater()
    expect(changed(content)).toEqual(['+ More.'])
    content.change(PAGE, 'More.', 'Even more.')
    expect(changed(content)).toEqual(['+ Even more.'])
  })

  it('is not named when the change sets the day of review too, though it is committed later', () => {
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

  it('is advice for a firm, and not for the sample, which no lawyer has read', () => {
    const content = changedLater()
    const found = () => reportIn(content.read(), {}, { changes: changesSinceRead(content.root) }).advice
    expect(found().join()).not.toContain('last change of the text')
    content.change('firm.md', /name: .*/, 'name: Ana Ortiz, P.A.')
    const line = content.lineOf(PAGE, 'reviewed:')
    expect(found()).toContainEqual(
      expect.stringContaining(`${PAGE}:${line} reviewed is before the last change of the text`),
    )
  })
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

/** `reviewed` against the history of a repository, which each test makes. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { changedAfterReview, changesAfterReview } from '../../../src/commands/content/reviews.ts'
import { removeFolder, temporaryFolder } from '../../journeys/server.ts'
import { editContent, type EditedContent, printed, reportIn } from './edited-content.ts'

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

const advice = (content: EditedContent) => {
  const changes = changesAfterReview(content.root)
  return (
    changes &&
    changedAfterReview(content.read().files, changes)
      .map(printed)
      .filter((line) => line.includes(PAGE))
  )
}

describe('a text that changed after its review', () => {
  it('is named, with the day of the change', () => {
    const content = changedLater()
    expect(advice(content)).toEqual([
      `${PAGE}:${content.lineOf(PAGE, 'reviewed:')} reviewed is before 2026-11-09, when the text last changed: let a lawyer read it, then write the day of today`,
    ])
  })

  it('is not named when the change sets the day of review too, though it is committed later', () => {
    const content = committed()
    content.append(PAGE, 'More.')
    content.change(PAGE, /reviewed: .*/, 'reviewed: 2026-11-08')
    commit(content, '2026-11-10')
    expect(advice(content)).toEqual([])
    content.append(PAGE, 'And more.')
    commit(content, '2026-11-12')
    expect(advice(content)).toHaveLength(1)
  })

  it('is advice for a firm, and not for the sample, which no lawyer has read', () => {
    const content = changedLater()
    const found = () => reportIn(content.read(), {}, { changes: changesAfterReview(content.root) }).advice.join()
    expect(found()).not.toContain('when the text last changed')
    content.change('firm.md', /name: .*/, 'name: Ana Ortiz, P.A.')
    expect(found()).toContain('is before 2026-11-09, when the text last changed')
  })
})

describe('the history', () => {
  it('is that of the folder, where the project is a part of a repository', () => {
    const content = editContent([PAGE])
    const outer = temporaryFolder()
    onTestFinished(() => removeFolder(outer))
    git(outer, 'init', '-q')
    const inner = { ...content, root: outer }
    execFileSync('cp', ['-r', content.root, join(outer, 'site')])
    commit(inner, '2026-11-09')
    const changed = () => changesAfterReview(join(outer, 'site'))?.get(`${PAGE}`)
    expect(changed()).toBeUndefined()
    execFileSync('sh', ['-c', 'echo More. >> pages/about.md'], { cwd: join(outer, 'site') })
    commit(inner, '2026-11-10')
    expect(changed()).toBe('2026-11-10')
  })

  it('is not used when there is none, or a part of it only', () => {
    expect(changesAfterReview(editContent([PAGE]).root)).toBeUndefined()
    const content = changedLater()
    const clone = temporaryFolder()
    onTestFinished(() => removeFolder(clone))
    git(clone, 'clone', '-q', '--depth=1', `file://${content.root}`, 'shallow')
    expect(changesAfterReview(join(clone, 'shallow'))).toBeUndefined()
  })
})

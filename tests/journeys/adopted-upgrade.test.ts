/**
 * A firm has adopted the project in a repository of its own, and takes in a later version of the project with `git pull`: what it wrote
 * stands in files that the project does not have, so nothing conflicts, and its texts stay as they are.
 */
import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { FIRMS, run } from '../adopted-firm.ts'
import { removeFolder, temporaryFolder } from './server.ts'

const folder = temporaryFolder()
afterAll(() => removeFolder(folder))
const [project, firm] = ['project', 'firm'].map((name) => join(folder, name)) as [string, string]

function git(cwd: string, ...args: string[]): string {
  const who = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', '-c', 'commit.gpgsign=false']
  const { status, stdout, stderr } = spawnSync('git', [...who, ...args], { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

function commit(cwd: string, message: string): void {
  git(cwd, 'add', '-A')
  git(cwd, 'commit', '-q', '-m', message)
}

/** Files of the firm, by path. */
const ownTexts = () =>
  new Map(
    globSync('content/**/*', { cwd: firm, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/README|for-the-firm/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !/content.(sample|starters)/.test(file))
      .map((file): [string, string] => [file, readFileSync(file, 'utf8')]),
  )

/** The project's part of the folder of content, whatever the firm that runs this test has there. */
const CONTENT = ['README.md', 'for-the-firm.md', 'es/README.md', 'sample', 'starters'].map((file) => `content/${file}`)

it('merges without a conflict, and leaves the texts of the firm as they are', () => {
  mkdirSync(project)
  for (const part of ['src', 'netlify', 'package.json', 'README.md', '.gitignore', ...CONTENT])
    cpSync(part, join(project, part), { recursive: true })
  git(project, 'init', '-q', '-b', 'main')
  commit(project, 'The project')

  git(folder, 'clone', '-q', project, firm)
  symlinkSync(resolve('node_modules'), join(firm, 'node_modules'))
  expect(run(firm, ['adopt', '--answers', resolve(FIRMS.rivas)]).code).toBe(0)
  commit(firm, 'Our texts')
  const before = ownTexts()
  expect(before.size).toBeGreaterThan(60)

  for (const file of globSync('{content/**/*.md,README.md,src/firm/*.ts}', { cwd: project }))
    appendFileSync(join(project, file), file.endsWith('.ts') ? '\n// Later.\n' : '\nLater.\n')
  rmSync(join(project, 'content/sample/faq/counties.md'))
  rmSync(join(project, 'content/sample/es/faq/counties.md'))
  writeFileSync(join(project, 'content/sample/faq/later.md'), '---\nquestion: Later?\norder: 99\n---\n\nLater.\n')
  commit(project, 'A later version')

  git(firm, 'pull', '-q', '--no-rebase', '--no-edit')
  expect(git(firm, 'status', '--porcelain')).toBe('')
  expect(readFileSync(join(firm, 'README.md'), 'utf8')).toMatch(/Later\.\n$/)
  expect(ownTexts()).toEqual(before)
  expect(run(firm, ['check-content'])).toMatchObject({ code: 0, stdout: 'content/ is in order.\n' })
})

/**
 * Two firms, from files of answers to built sites: each is what a site must be, and nothing of the sample is in it. A build for a public
 * address waits until a lawyer has read every text; a later version of the project leaves the texts alone.
 */
import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { adopt, finish, FIRMS, OF_THE_SAMPLE, run } from '../adopted-firm.ts'
import { STATED_FILE } from '../../src/site.ts'
import { copyBuild } from '../journeys/build-at.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { faultsOfSite, htmlFaultsOfSite } from './crawl.ts'
import { BASE, filesIn } from './published.ts'

const PUBLIC = 'https://www.rivasortega.law'

/** Builds an adopted project, which must be without faults and without a trace of the sample. @returns what the build said, and its files */
async function build(project: string, base: string) {
  const { code, stderr } = run(project, ['build'], { SITE_URL: base })
  expect(code, stderr).toBe(0)
  const folder = join(project, 'dist')
  expect(await faultsOfSite(folder, base)).toEqual([])
  const files = filesIn(folder)
  expect(files.length).toBeGreaterThan(80)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  // What the firm did not decide is on the careful side.
  expect(JSON.parse(read(STATED_FILE))).toMatchObject({ hidesUnlisted: true, keepsNames: true })
  expect(files.filter((file) => OF_THE_SAMPLE.test(file + read(file)))).toEqual([])
  return { stderr, files, read }
}

it('a firm in English only has a site for trying out, without a trace of another language or of a day on which a text was read', async ({
  onTestFinished,
}) => {
  const project = adopt(FIRMS.diaz)
  onTestFinished(() => removeFolder(project))
  const { stderr, files, read } = await build(project, BASE)
  expect(await htmlFaultsOfSite(join(project, 'dist'))).toEqual([])
  expect(stderr).toContain('no lawyer has read them')
  expect(files.filter((file) => /Last reviewed|Revisado por/.test(read(file)))).toEqual([])
  expect(read('sitemap.xml')).not.toContain('lastmod')
  const texts = files.filter((file) => !/^admin\/.*\.(js|txt)$|\.(png|svg|webp|avif|jpe?g|woff2)$/.test(file))
  expect(texts.filter((file) => /^es\/|\/es\/|hreflang|"es"|class="language"/.test(file + read(file)))).toEqual([])
})

it('a firm in two languages too; its build for a public address stops until every text was read, and passes then', async ({
  onTestFinished,
}) => {
  // As many begin: they look at the invented firm first.
  const project = copyBuild(BASE)
  onTestFinished(() => removeFolder(project))
  cpSync('node_modules/.astro', join(project, 'node_modules/.astro'), { recursive: true })
  adopt(FIRMS.rivas, project)
  const stopped = run(project, ['build'], { SITE_URL: PUBLIC })
  expect([stopped.code, stopped.stderr]).toEqual([1, expect.stringContaining('no lawyer has read this text yet')])
  finish(project, '2026-11-20')
  const { stderr, read } = await build(project, PUBLIC)
  expect(stderr).toBe('')
  expect(read('about.md')).toContain('November 20, 2026')
  // It has nothing to do with animals, whatever the project shows as an example.
  expect(read('.well-known/ai-catalog.json')).not.toMatch(/dog|accident/)
})

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
const ownTexts = (firm: string) =>
  new Map(
    globSync('content/**/*', { cwd: firm, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/README|for-the-firm/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !/content.(sample|starters)/.test(file))
      .map((file): [string, string] => [file, readFileSync(file, 'utf8')]),
  )

/** The project's part of the folder of content, whatever the firm that runs this test has there. */
const CONTENT = ['README.md', 'for-the-firm.md', 'es/README.md', 'sample', 'starters', 'words'].map(
  (file) => `content/${file}`,
)

it('a firm takes in a later version with `git pull`: nothing conflicts, and its texts stay as they are', ({
  onTestFinished,
}) => {
  const folder = temporaryFolder()
  onTestFinished(() => removeFolder(folder))
  const [project, firm] = [join(folder, 'project'), join(folder, 'firm')]
  mkdirSync(project)
  for (const part of ['src', 'netlify', 'package.json', 'README.md', '.gitignore', ...CONTENT])
    cpSync(part, join(project, part), { recursive: true })
  git(project, 'init', '-q', '-b', 'main')
  commit(project, 'The project')

  git(folder, 'clone', '-q', project, firm)
  symlinkSync(resolve('node_modules'), join(firm, 'node_modules'))
  expect(run(firm, ['adopt', '--answers', resolve(FIRMS.rivas)]).code).toBe(0)
  commit(firm, 'Our texts')
  const before = ownTexts(firm)
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
  expect(ownTexts(firm)).toEqual(before)
  expect(run(firm, ['check-content'])).toMatchObject({ code: 0, stdout: 'content/ is in order.\n' })
})

/** Two firms, from files of answers to built sites without a trace of the sample. A public one waits until a lawyer has read every text. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'node-html-parser'
import { expect, it } from 'vitest'
import { adopt, finish, FIRMS, OF_THE_SAMPLE, run } from '../adopted-firm.ts'
import { SWITCH_NAMES } from '../../src/offers.ts'
import { STATED_FILE } from '../../src/site.ts'
import { copyBuild } from '../journeys/build-at.ts'
import { removedWithTest } from '../journeys/server.ts'
import { SIGN } from '../other-firm.ts'
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

/** Words of what can be switched off, and marks of its parts in texts. */
const SWITCHED_OFF =
  /\/mcp\b|\bMCP\b|auth\.md|\/agent\/|\/oauth|\/claim\b|insufficient_scope|v1\/inquiries|status_url|\/status\/|idempotency-key-reused|for a consultation|read an inquiry back|inbound|answer our e-mails by|responder a nuestros correos por|\{[#/]/
const OF_LAWYERS = /\/lawyers\/|id="lawyers"|"employee"/

it('a firm in English only, without lawyers and all that can be switched off, has a site for trying out without a trace of either', async () => {
  const project = removedWithTest(adopt(FIRMS.diaz))
  const firm = join(project, 'content/firm.md')
  const more = `---\nlogo: logo.svg\nnotOffered: [${SWITCH_NAMES.join(', ')}]\n`
  writeFileSync(firm, readFileSync(firm, 'utf8').replace('---\n', more))
  writeFileSync(join(project, 'content/logo.svg'), SIGN)
  rmSync(join(project, 'content/lawyers'), { recursive: true })
  const { stderr, files, read } = await build(project, BASE)
  expect(await htmlFaultsOfSite(join(project, 'dist'))).toEqual([])
  expect(stderr).toContain('texts were not read by a lawyer as they are now')
  expect(stderr).not.toMatch(/WARN|directory/)
  const link = parse(read('index.html')).querySelector('.site-header .name')
  expect(link?.querySelector('img')?.attributes).toMatchObject({ src: '/logo.svg', alt: '', width: '38' })
  expect(link?.text.trim()).toBe('Diaz & Cole, PLLCJacksonville, FL')
  const texts = files.filter((file) => !/^admin\/.*\.(js|txt)$|\.(png|svg|webp|avif|jpe?g|woff2|js|css)$/.test(file))
  const holding = (pattern: RegExp) => texts.filter((file) => pattern.test(file + read(file)))
  expect(holding(/Last reviewed|<lastmod>/)).toEqual([])
  expect(holding(/^es\/|\/es\/|hreflang|"es"|class="language"/)).toEqual([])
  expect(holding(SWITCHED_OFF)).toEqual([])
  expect(holding(OF_LAWYERS)).toEqual([])
  expect(JSON.parse(read('api/v1/lawyers'))).toEqual({ lawyers: [] })
  expect(read('for-agents/index.html')).toContain('/api/v1/faq')
})

it('a firm in two languages too; its build for a public address stops until every text was read, and passes then', async () => {
  // As many begin: they look at the invented firm first.
  const project = removedWithTest(copyBuild(BASE))
  cpSync('node_modules/.astro', join(project, 'node_modules/.astro'), { recursive: true })
  const contents = () =>
    filesIn(join(project, 'dist')).map((file) => {
      const path = join(project, 'dist', file)
      return { file, bytes: readFileSync(path, 'latin1'), time: statSync(path).mtime.getTime() }
    })
  const before = new Map(contents().map((content) => [content.file + content.bytes, content.time]))
  adopt(FIRMS.rivas, project)
  const stopped = run(project, ['build'], { SITE_URL: PUBLIC })
  expect(stopped.code).toBe(1)
  expect(stopped.stderr).toContain('is not in the record: `npm run review` shows it to a lawyer')
  finish(project, '2026-11-20')
  // A server may run from the folder meanwhile, so its pages are there until the new ones are.
  const look = `let missed = 0; setInterval(() => (missed += !fs.existsSync(process.argv[1])), 5); process.stdin.on('data', () => process.exit(Math.min(missed, 100)))`
  const looking = spawn(process.execPath, ['-e', look, join(project, 'dist/index.html')])
  const { stderr, read } = await build(project, PUBLIC)
  looking.stdin.write('.')
  expect((await once(looking, 'exit'))[0]).toBeLessThan(3)
  expect(stderr).toBe('')
  expect(read('about.md')).toContain('November 20, 2026')
  const kept = contents().filter(({ file, bytes }) => before.has(file + bytes))
  expect(kept.length).toBeGreaterThan(5)
  for (const { file, bytes, time } of kept) expect(time, file).toBe(before.get(file + bytes))
  // It has nothing to do with animals, whatever the project shows as an example.
  expect(read('.well-known/ai-catalog.json')).not.toMatch(/dog|accident/)
})

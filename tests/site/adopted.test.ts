/**
 * Two firms, from files of answers to built sites: each is what a site must be, and nothing of the sample is in it. A build for a public
 * address waits until a lawyer has read every text.
 */
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { adopt, finish, FIRMS, OF_THE_SAMPLE, run } from '../adopted-firm.ts'
import { copyBuild } from '../journeys/build-at.ts'
import { removeFolder } from '../journeys/server.ts'
import { faultsOfSite } from './crawl.ts'
import { filesIn } from './published.ts'

const BASE = 'http://localhost:8888'
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
  expect(files.filter((file) => OF_THE_SAMPLE.test(file + read(file)))).toEqual([])
  return { stderr, files, read }
}

it('a firm in English only has a site for trying out, without a trace of another language or of a day on which a text was read', async ({
  onTestFinished,
}) => {
  const project = adopt(FIRMS.diaz)
  onTestFinished(() => removeFolder(project))
  const { stderr, files, read } = await build(project, BASE)
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
})

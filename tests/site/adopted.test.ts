/**
 * Two firms, from files of answers to built sites: each is what a site must be, and nothing of the sample is in it. A build for a public
 * address waits until a lawyer has read every text.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { adopt, finish, FIRMS, OF_THE_SAMPLE, run } from '../adopted-firm.ts'
import { copyProject } from '../project-copy.ts'
import { removeFolder } from '../journeys/server.ts'
import { faultsOfSite } from './crawl.ts'
import { filesIn } from './published.ts'

const BASE = 'http://localhost:8888'

/** A project that was adopted and built for trying out. @returns its folder, without faults and without a trace of the sample */
async function buildAdopted(project: string): Promise<string> {
  const { code, stderr } = run(project, ['build'], { SITE_URL: BASE })
  expect([code, stderr]).toEqual([0, expect.stringContaining('no lawyer has read them')])
  const folder = join(project, 'dist')
  expect(await faultsOfSite(folder, BASE)).toEqual([])
  const files = filesIn(folder)
  expect(files.length).toBeGreaterThan(80)
  const read = (file: string) => readFileSync(join(folder, file), 'latin1')
  expect(files.filter((file) => OF_THE_SAMPLE.test(file + read(file)))).toEqual([])
  // No text says a day on which it was read.
  expect(files.filter((file) => /Last reviewed|Revisado por/.test(read(file)))).toEqual([])
  expect(read('sitemap.xml')).not.toContain('lastmod')
  return folder
}

it('a firm in English only has a site without faults, and without a trace of the sample or of another language', async ({
  onTestFinished,
}) => {
  const project = adopt(FIRMS.diaz)
  onTestFinished(() => removeFolder(project))
  const folder = await buildAdopted(project)
  const texts = filesIn(folder).filter((file) => !/^admin\/.*\.(js|txt)$|\.(png|svg|webp|avif|jpe?g|woff2)$/.test(file))
  const named = texts.filter((file) =>
    /^es\/|\/es\/|hreflang|"es"|class="language"/.test(file + readFileSync(join(folder, file), 'utf8')),
  )
  expect(named).toEqual([])
})

it('a firm in two languages too; its build for a public address stops until every text was read, and passes then', async ({
  onTestFinished,
}) => {
  const project = copyProject()
  onTestFinished(() => removeFolder(project))
  // As many begin: they look at the invented firm first.
  expect(run(project, ['build'], { SITE_URL: BASE }).code).toBe(0)
  adopt(FIRMS.rivas, project)
  const folder = await buildAdopted(project)
  const build = () => run(project, ['build'], { SITE_URL: 'https://www.rivasortega.law' })
  const stopped = build()
  expect([stopped.code, stopped.stderr]).toEqual([1, expect.stringContaining('no lawyer has read this text yet')])
  finish(project, '2026-11-20')
  const { code, stderr } = build()
  expect([code, stderr]).toEqual([0, ''])
  expect(readFileSync(join(folder, 'about.md'), 'utf8')).toContain('November 20, 2026')
})

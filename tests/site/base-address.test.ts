/**
 * The base address in texts: where they hold `{base}`, every page and document made from them has the address they are built for.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { removeFolder } from '../journeys/server.ts'
import { copyProject } from '../project-copy.ts'

const project = copyProject()
afterAll(() => removeFolder(project))

const AREA = 'practice-areas/animal-law'
const content = (file: string) => join(project, 'content', file)
for (const file of [`${AREA}.md`, 'es/faq/erase.md', 'faq/erase.md'])
  appendFileSync(content(file), '\nSee [all]({base}/llms.txt), or run `get {base}/openapi.json`.\n')
const home = readFileSync(content('pages/home.md'), 'utf8')
writeFileSync(content('pages/home.md'), home.replace(/^title: .*/m, 'title: "Home of {base}"'))

const published = (file: string) => readFileSync(join(project, 'dist', file), 'utf8')

// The second build has what Astro kept of the first.
describe.each(['http://localhost:8888', 'https://www.firm.example'])('a build for %s', (base) => {
  const build = () =>
    execFileSync(process.execPath, ['src/commands/build.ts'], {
      cwd: project,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, SITE_URL: base, CMS_REPO: '' },
    })

  it('has its address in pages, their Markdown, llms-full.txt and the API', () => {
    build()
    const both = [
      `${AREA}.md`,
      'es/faq.md',
      'faq.md',
      'llms-full.txt',
      'api/v1/practice-areas/animal_law',
      'api/v1/faq',
    ]
    for (const file of both) {
      expect(published(file), file).toContain(`[all](${base}/llms.txt)`)
      expect(published(file), file).toContain(`\`get ${base}/openapi.json\``)
    }
    for (const file of [`${AREA}/index.html`, 'es/faq/index.html', 'faq/index.html']) {
      expect(published(file), file).toContain(`<a href="${base}/llms.txt">all</a>`)
      expect(published(file), file).toContain(`<code>get ${base}/openapi.json</code>`)
    }
    expect(published('index.html')).toContain(`<title>Home of ${base} · `)
    expect(published('for-agents/index.html')).toContain(`heron-landing ${base}/mcp`)
    expect(published('_headers')).toContain(`Link: <${base}/about/>; rel="canonical"`)
    const left = globSync('**/*.{html,md,txt,json}', { cwd: join(project, 'dist') }).filter((file) =>
      /\{base\}|%7Bbase%7D/i.test(published(file)),
    )
    expect(left).toEqual([])
  })
})

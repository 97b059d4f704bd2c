/**
 * What the build fills into texts: where they hold `{base}` or `{retentionDays}`, every page and document made from them has the address
 * they are built for, and the retention period of that build.
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
const content = (file: string) => join(project, 'content/sample', file)
for (const file of [`${AREA}.md`, 'es/faq/erase.md', 'faq/erase.md'])
  appendFileSync(
    content(file),
    '\nSee [all]({base}/llms.txt), or run `get {base}/openapi.json`. Kept: {retentionDays}.\n',
  )
const home = readFileSync(content('pages/home.md'), 'utf8')
writeFileSync(content('pages/home.md'), home.replace(/^title: .*/m, 'title: "Home of {base}"'))

const published = (file: string) => readFileSync(join(project, 'dist', file), 'utf8')

// Each later build has what Astro kept of the one before.
describe.each([
  ['http://localhost:8888', 180, ''],
  ['https://www.firm.example', 180, '180'],
  ['https://www.firm.example', 45, '45'],
])('a build for %s that keeps for %i days', (base, days, setting) => {
  const build = () =>
    execFileSync(process.execPath, ['src/commands/build.ts'], {
      cwd: project,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, SITE_URL: base, RETENTION_DAYS: setting, CMS_REPO: '' },
    })

  it('has address and period in pages, their Markdown, llms-full.txt and the API', () => {
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
      expect(published(file), file).toContain(`Kept: ${days}.`)
    }
    for (const file of [`${AREA}/index.html`, 'es/faq/index.html', 'faq/index.html']) {
      expect(published(file), file).toContain(`<a href="${base}/llms.txt">all</a>`)
      expect(published(file), file).toContain(`<code>get ${base}/openapi.json</code>`)
      expect(published(file), file).toContain(`Kept: ${days}.`)
    }
    expect(published('index.html')).toContain(`<title>Home of ${base} · `)
    expect(published('for-agents/index.html')).toContain(`heron-landing-law ${base}/mcp`)
    expect(published('_headers')).toContain(`Link: <${base}/about/>; rel="canonical"`)
    for (const file of ['privacy/index.html', 'privacy.md', 'faq/index.html', 'api/v1/faq', 'llms-full.txt'])
      expect(published(file), file).toContain(`${days} days after`)
    for (const file of ['es/privacy/index.html', 'es/privacy.md', 'es/faq/index.html', 'api/v1/es/faq'])
      expect(published(file), file).toContain(`${days} días después`)
    expect(published('desk/stated.json')).toContain(`"retentionDays": ${days},`)
    const left = globSync('**/*.{html,md,txt,json}', { cwd: join(project, 'dist') }).filter((file) =>
      /\{(base|retentionDays)\}|%7B(base|retentionDays)%7D/i.test(published(file)),
    )
    expect(left).toEqual([])
  })
})

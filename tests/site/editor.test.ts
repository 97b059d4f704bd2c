/**
 * The web editor: published only where there is a repository to edit, with separate rules, and linked from nowhere.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSiteRules } from '../../src/hosts/site-rules.ts'
import { HEADERS_FILE } from '../../src/hosts/static-headers.ts'
import { OWN_SCRIPT, SECURITY_HEADERS } from '../../src/http/respond.ts'
import { removeFolder, type RunningServer, startServer, temporaryFolder } from '../journeys/server.ts'
import { copyProject } from '../project-copy.ts'
import { addressOf, FILES, FOLDER, PAGES } from './published.ts'

const POLICY = 'Content-Security-Policy'
const SECRETS = {
  FRONT_DESK_KEYS: '{"kty":"secret-one"}',
  FRONT_DESK_INBOX_PRIVATE_KEY: 'secret-two',
  WEBHOOK_SECRET: 'secret-three',
  MAIL_URL: 'smtps://user:secret-four@mail.example.com',
  GITHUB_TOKEN: 'secret-five',
}

describe('without a repository', () => {
  it('there is no editor', () => {
    expect(FILES.filter((file) => file.startsWith('admin'))).toEqual([])
  })
})

describe('the headers of static files', async () => {
  const rules = await readSiteRules('netlify.toml', join(FOLDER, HEADERS_FILE))

  it('let the editor run its own program and talk to GitHub, and nothing else', () => {
    const { [POLICY]: policy = '', 'X-Robots-Tag': robots, Vary: _, ...headers } = rules.headersFor('/admin/')
    const sources = policy.split(';').flatMap((directive) => directive.trim().split(' ').slice(1))
    expect(new Set(sources)).toEqual(
      new Set(["'none'", "'self'", "'unsafe-inline'", 'blob:', 'data:', 'https://api.github.com']),
    )
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(robots).toContain('noindex')
    expect({ ...headers, [POLICY]: SECURITY_HEADERS[POLICY] }).toEqual(SECURITY_HEADERS)
  })

  it.each([...PAGES.map(addressOf), '/administration/', '/admin/config.json'])('stay strict for %s', (path) => {
    expect(rules.headersFor(path)).toMatchObject({ [POLICY]: OWN_SCRIPT[POLICY] })
  })
})

describe('with a repository', () => {
  const dataDir = temporaryFolder()
  const project = copyProject()
  let server: RunningServer
  const published = (file: string) => readFileSync(join(project, 'dist', file), 'utf8')

  beforeAll(async () => {
    mkdirSync(join(project, 'dist/admin'), { recursive: true })
    writeFileSync(join(project, 'dist/admin/old.js'), '')
    const env = {
      ...process.env,
      ...SECRETS,
      SITE_URL: 'http://localhost:8888',
      CMS_REPO: 'heron/site',
      CMS_BRANCH: 'texts',
    }
    execFileSync(process.execPath, ['src/commands/build.ts'], {
      cwd: project,
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    })
    server = await startServer({ DATA_DIR: dataDir }, { cwd: project })
    return () => server.end('SIGTERM')
  })
  afterAll(() => {
    removeFolder(project)
    removeFolder(dataDir)
  })

  it('the editor is published whole, and nothing is left of an earlier one', () => {
    const page = parse(published('admin/index.html'))
    const paths = ['script[src]', 'link[href]']
      .map((selector) => page.querySelector(selector))
      .map((tag) => tag?.getAttribute('src') ?? tag?.getAttribute('href') ?? '')
    expect(paths).toEqual(['/admin/editor-script.js', '/admin/config.json'])
    for (const path of paths) expect(existsSync(join(project, 'dist', path)), path).toBe(true)
    const program = published('admin/editor-script.js')
    for (const [, chunk = ''] of program.matchAll(/(?:from|import\()"\.\/([^"]+)"/g))
      expect(existsSync(join(project, 'dist/admin', chunk)), chunk).toBe(true)
    for (const [font] of program.matchAll(/assets\/[\w-]+\.woff2/g))
      expect(existsSync(join(project, 'dist/admin', font)), font).toBe(true)
    expect(existsSync(join(project, 'dist/admin/old.js'))).toBe(false)
  })

  it('it edits that repository and that branch', () => {
    expect(JSON.parse(published('admin/config.json'))).toMatchObject({
      backend: { name: 'github', repo: 'heron/site', branch: 'texts' },
      site_url: 'http://localhost:8888',
    })
  })

  it('no secret of the build is in it', () => {
    for (const file of readdirSync(join(project, 'dist/admin'), { withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )) {
      expect(published(`admin/${file.name}`), file.name).not.toMatch(/secret-(one|two|three|four|five)/)
    }
  })

  it('no one is led to it', () => {
    expect(published('admin/index.html')).toContain('<meta name="robots" content="noindex, nofollow">')
    for (const file of ['sitemap.xml', 'llms.txt', 'llms-full.txt', 'index.html', 'about/index.html'])
      expect(published(file)).not.toContain('/admin')
    expect(published('robots.txt')).toContain('Disallow: /admin/')
  })

  it('one machine serves it with the same rules, and the rest as strictly as ever', async () => {
    const rules = await readSiteRules('netlify.toml', join(FOLDER, HEADERS_FILE))
    const editor = await fetch(`${server.base}/admin/`)
    expect([editor.status, editor.headers.get(POLICY), editor.headers.get('X-Robots-Tag')]).toEqual([
      200,
      rules.headersFor('/admin/')[POLICY],
      'noindex, nofollow',
    ])
    for (const path of ['/admin/editor-script.js', '/admin/config.json'])
      expect((await fetch(server.base + path)).status, path).toBe(200)
    const others = await Promise.all(['/', '/about/', '/es/contact/', '/desk'].map((path) => fetch(server.base + path)))
    for (const { headers, url } of others) expect(headers.get(POLICY), url).not.toContain('github')
  })
})

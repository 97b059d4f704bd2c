/**
 * A firm without Spanish: the project with the folder `es/` of its content removed, built, crawled, and served.
 */
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'node-html-parser'
import { beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_CONTENT } from '../../src/settings.ts'
import { copyProject } from '../project-copy.ts'
import { partsOf, startSmtp, type TestSmtp } from '../smtp.ts'
import { jsonRequest, VALID_INQUIRY } from '../test-desk.ts'
import { BUILT_FOR } from './build-at.ts'
import { removeFolder, type RunningServer, startServer, temporaryFolder } from './server.ts'

/** What is not text. */
const PICTURES = /\.(png|svg|webp|avif|jpe?g|woff2)$/

let dist: string
let smtp: TestSmtp
let server: RunningServer
beforeAll(async () => {
  const [project, dataDir] = [copyProject(), temporaryFolder()]
  const spanish = join(project, SAMPLE_CONTENT, 'es')
  rmSync(spanish, { recursive: true })
  // A glossary is for translators: it is no text of the site.
  mkdirSync(spanish)
  writeFileSync(join(spanish, 'README.md'), '# Glosario\n')
  execFileSync(process.execPath, ['src/commands/build.ts'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SITE_URL: BUILT_FOR, CMS_REPO: 'heron/site' },
  })
  dist = join(project, 'dist')
  smtp = await startSmtp()
  server = await startServer({ DATA_DIR: dataDir, MAIL_URL: smtp.url }, { cwd: project })
  return async () => {
    await server.end('SIGKILL')
    await smtp.close()
    ;[project, dataDir].forEach(removeFolder)
  }
})

const read = (file: string) => readFileSync(join(dist, file), 'utf8')
const get = (path: string, init?: RequestInit) => fetch(server.base + path, { redirect: 'manual', ...init })

describe('what is published', () => {
  it('holds no trace of Spanish but the language that the lawyers speak', () => {
    const files = globSync('**/*', { cwd: dist, withFileTypes: true })
      .filter((entry) => entry.isFile() && !PICTURES.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1))
      // The program of the web editor is that of others.
      .filter((file) => !/^admin\/.*\.(js|txt)$/.test(file))
    expect(files.length).toBeGreaterThan(60)
    expect(files.filter((file) => file.startsWith('es/'))).toEqual([])
    const spanish = files.filter((file) =>
      /\/es\/|hreflang|Español|"es"|class="language"|en Spanish|in Spanish/.test(read(file)),
    )
    expect(spanish).toEqual([])
    expect(read('admin/config.json')).not.toMatch(/Spanish|\bes\b/)
  })

  it('asks in the contact form for no language', () => {
    const fields = parse(read('contact/index.html')).querySelectorAll('#contact-form [name]')
    expect(fields.map((field) => field.getAttribute('name'))).toContain('message')
    expect(fields.map((field) => field.getAttribute('name'))).not.toContain('language')
    expect(read('contact.md')).toContain('`message`')
    expect(read('contact.md')).not.toContain('`language`')
  })
})

it('every link from page to page, from the sitemap and from llms.txt leads somewhere', async () => {
  const addressesIn = (text: string) => [...text.matchAll(/http:\/\/localhost:8888[^\s<>)"'`]*/g)].map(([url]) => url)
  const linksOf = (html: string, page: string) =>
    parse(html)
      .querySelectorAll('[href], [src]')
      .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '')
      .map((target) => new URL(target, BUILT_FOR + page))
      .filter(({ origin }) => origin === BUILT_FOR)
      .map(({ pathname }) => pathname)
  const found = new Set([
    '/',
    ...[read('sitemap.xml'), read('llms.txt')].flatMap(addressesIn).map((url) => new URL(url).pathname),
  ])
  const dead: string[] = []
  for (const path of found) {
    const response = await get(path)
    const body = await response.text()
    // Of an address that only takes POST, that it is there is enough.
    if (response.status !== 200 && response.status !== 405) dead.push(`${response.status} ${path}`)
    if (response.headers.get('content-type')?.startsWith('text/html'))
      for (const link of linksOf(body, path)) found.add(link)
  }
  expect(dead).toEqual([])
  expect(found.size).toBeGreaterThan(40)
  expect([...found].filter((path) => path.includes('/es/'))).toEqual([])
})

describe('the service', () => {
  it.each([
    ['GET', '/es/'],
    ['GET', '/es/contact/'],
    ['POST', '/es/contact/'],
    ['HEAD', '/es/contact/'],
    ['OPTIONS', '/es/contact/'],
    ['GET', '/es/claim'],
    ['POST', '/es/claim/confirm'],
    ['GET', '/es/thanks/K7QM-2F9D/'],
    ['GET', '/es/status/mi8xxxxx-K7QM2F9D-x'],
    ['GET', '/api/v1/es/firm'],
    ['GET', '/api/v1/es/faq'],
    ['GET', '/api/v1/es/lawyers'],
    ['POST', '/api/v1/es/firm'],
    ['OPTIONS', '/api/v1/es/firm'],
    ['GET', '/api/v1/es/practice-areas'],
    ['GET', '/api/v1/es/practice-areas/animal_law'],
  ])('%s %s is not found', async (method, path) => {
    const body = method === 'POST' ? new URLSearchParams(VALID_INQUIRY) : null
    const response = await get(path, { method, body, headers: { Origin: BUILT_FOR } })
    expect(response.status).toBe(404)
    const unknown = await get('/no-such-page/', { method: 'GET' })
    if (path.startsWith('/api/')) {
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      expect(await response.json()).toMatchObject({ status: 404 })
    } else if (method === 'GET') expect(await response.text()).toBe(await unknown.text())
  })

  it('offers assistants no Spanish', async () => {
    const ask = async (method: string, params: object = {}) => {
      const response = await get('/mcp', jsonRequest({ jsonrpc: '2.0', id: 1, method, params }))
      return JSON.stringify(await response.json())
    }
    const [tools, resources, prompts] = [
      await ask('tools/list'),
      await ask('resources/list'),
      await ask('prompts/list'),
    ]
    expect(tools).toContain('"language":{"description":"English."')
    expect(resources).toContain('firm://faq')
    for (const listed of [tools, resources, prompts])
      expect(listed).not.toMatch(/"es"|\/es\/|like es; |or es\.|Spanish/)
    const refused = await ask('tools/call', { name: 'get_firm_overview', arguments: { language: 'es' } })
    expect(refused).toContain('"isError":true')
  })

  it('takes an inquiry in Spanish, and confirms it in English', async () => {
    const arrival = smtp.arrival('ana@example.com')
    const response = await get('/api/v1/inquiries', jsonRequest({ ...VALID_INQUIRY, language: 'es-MX' }))
    expect(response.status).toBe(202)
    const { text, html } = partsOf(await arrival)
    expect(text).toContain('wrote to')
    expect(html).toContain('<html lang="en">')
    expect(text + html).not.toMatch(/\/es\/|usted/)
  })

  it('takes the form, and thanks in English', async () => {
    const page = parse(await (await get('/contact/')).text())
    const ticket = page.querySelector('[name=ticket]')?.getAttribute('value') ?? ''
    const response = await get('/contact/', {
      method: 'POST',
      body: new URLSearchParams({ ...VALID_INQUIRY, ticket }),
      headers: { Origin: BUILT_FOR },
    })
    expect(response.status).toBe(303)
    const cookies = response.headers.getSetCookie()
    expect(cookies.map((cookie) => /Path=([^;]*)/.exec(cookie)?.[1])).toEqual([expect.stringMatching(/^\/thanks\//)])
    const thanks = await get(response.headers.get('location') ?? '')
    expect(thanks.status).toBe(200)
    expect(await thanks.text()).not.toMatch(/hreflang|\/es\//)
  })
})

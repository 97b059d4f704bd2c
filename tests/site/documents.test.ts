/** Files for programs: catalogs, cards, skills, metadata and plain texts; each fits its schema, they agree, and one machine serves each. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it, inject } from 'vitest'
import { parse } from 'yaml'
import { markdownPath, NOT_FOUND_MARKDOWN } from '../../src/contract/documents/markdown-path.ts'
import { FIELD_NAMES } from '../../src/inquiries/inquiry-fields.ts'
import { SKILLS, skillPath } from '../../src/contract/documents/skills.ts'
import { MCP_VERSIONS, INQUIRY_APP_FILE, REPLIES_FILE, STATED_FILE } from '../../src/site.ts'
import { addressOf, ajv, BASE, dom, FILES, PAGES, read, readJson, schemaFaults } from './published.ts'
import { TokenRequest } from '../../src/agents/agent-schemas.ts'
import { ALL_SCOPES } from '../../src/agents/scope.ts'
import { authMd } from '../../src/contract/documents/auth-md.ts'
import { authorizationServer, LISTED_METADATA, openidConfiguration } from '../../src/contract/metadata.ts'
import { LISTED_OPERATIONS } from '../../src/contract/operations.ts'
import { PROBLEM_CODES } from '../../src/problem.ts'
import type { Description } from '../described.ts'
import { FIRM } from '../test-desk.ts'
import { documentFile, DOCUMENTS, publishedDocuments } from '../../src/contract/documents.ts'
import { CORS_HEADERS, OWN_SCRIPT, SECURITY_HEADERS } from '../../src/http/respond.ts'
import { yamlOf } from '../table.ts'

const LISTED = PAGES.filter((file) => !/^(404|(es\/)?(thanks|status|claim|problems)\/)/.test(file))

const ROWS = yamlOf<[string, string][]>('tests/site/documents.yaml')
it.each(ROWS)('the schema %s is satisfied by %s', (schema, file) =>
  expect(schemaFaults(schema, readJson(file))).toBe(''),
)

it('each fact fits the schema of the published OpenAPI description, and the page of problems explains each problem', () => {
  const { paths } = readJson('openapi.json') as unknown as Description
  ajv.addSchema(readJson('openapi.json'), 'openapi.json')
  const fromFiles = [...LISTED_OPERATIONS, ...LISTED_METADATA].filter(({ operation }) => operation.servedBy === 'site')
  for (const { path } of fromFiles.filter((one) => one.path !== '/.well-known/jwks.json')) {
    const { $ref = '' } = paths[path]?.get?.responses[200]?.content?.['application/json']?.schema ?? {}
    expect($ref, path).not.toBe('')
    const pattern = new RegExp(`^${path.slice(1).replace(/\{\w+\}/, '(?!index)[^/]+')}(/index\\.json)?$`)
    const files = FILES.filter((file) => pattern.test(file))
    expect(files.length, path).toBeGreaterThan(0)
    for (const file of files)
      expect(ajv.validate(`openapi.json${$ref}`, readJson(file)), `${file} ${ajv.errorsText()}`).toBe(true)
  }
  expect(
    dom('problems/index.html')
      .querySelectorAll('main h2[id]')
      .map(({ id }) => id),
  ).toEqual(PROBLEM_CODES)
})

it('the catalogs are one, byte for byte, under both addresses, with current names only', () => {
  expect(read('.well-known/ard.json')).toBe(read('.well-known/ai-catalog.json'))
  expect(read('.well-known/ai-catalog.json')).not.toMatch(/mediaType|trustManifest|"metadata"/)
  expect(read('_headers')).toContain('</.well-known/ard.json>; rel="ard"')
  expect(readJson('.well-known/ai-catalog.json').host).toMatchObject({ identifier: 'localhost' })
})

it('the catalogs tell the address, the versions and the name that the cards tell', () => {
  const card = readJson('mcp/server-card') as Record<'name' | 'version' | 'description', string> & { remotes: object[] }
  const remote = { type: 'streamable-http', url: `${BASE}/mcp` }
  const { name, version, description } = card
  expect(readJson('server.json')).toMatchObject({ name, version, description, remotes: [remote] })
  expect(card.remotes).toEqual([{ ...remote, supportedProtocolVersions: MCP_VERSIONS }])
  expect(description.length).toBeLessThanOrEqual(100)
  const older = readJson('.well-known/mcp/server-card.json')
  const own = { endpoint: remote.url, protocolVersion: MCP_VERSIONS[0], serverInfo: { name, version } }
  expect(older).toMatchObject({ ...card, ...own })
  expect(older).not.toHaveProperty('tools')
  expect(read('.well-known/mcp.json')).toBe(read('.well-known/mcp/server-card.json'))
  expect(readJson('openapi.json')).toMatchObject({ info: { version } })
})

it('each skill has the digest of its very bytes, its own name and the notices', () => {
  type Skill = Record<'name' | 'url' | 'digest' | 'description', string>
  const { skills } = readJson('.well-known/agent-skills/index.json') as { skills: Skill[] }
  expect(skills).toHaveLength(3)
  for (const { name, url, digest, description } of skills) {
    const text = read(new URL(url).pathname.slice(1))
    expect(digest).toBe(`sha256:${createHash('sha256').update(text).digest('hex')}`)
    expect(text).toMatch(new RegExp(`^---\nname: ${name}\ndescription: `))
    expect(text).toContain(description)
    expect(text).toContain('not a lawyer')
  }
})

it('llms.txt begins with the name and a summary, and links to texts, auth.md and the notices too, and names the addresses for programs', () => {
  const text = read('llms.txt')
  expect(text).toMatch(/^# .+\n\n> .+\n/)
  const skills = SKILLS.map(({ name }) => skillPath(name))
  for (const path of ['/auth.md', '/disclaimer.md', '/privacy.md', '/about.md', ...skills])
    expect(text).toContain(`(${BASE}${path})`)
  for (const [, url] of text.matchAll(/\]\(([^)]*)\)/g)) expect(url).toMatch(/\.md$/)
  const facts = ['', 'es/'].flatMap((folder) =>
    ['firm', 'practice-areas', 'lawyers', 'faq'].map((name) => `/api/v1/${folder}${name}`),
  )
  for (const path of [...facts, '/openapi.json', '/mcp', '/mcp/server-card', '/llms-full.txt'])
    expect(text).toContain(`\`${BASE}${path}\``)
  expect(read('llms-full.txt')).toContain('## ')
  // Each practice area and the questions have this sentence.
  expect(read('llms-full.txt').split('This is general information, not legal advice.')).toHaveLength(6)
  expect(read('auth.md')).toContain('/openapi.json')
})

it.each(['', 'es/'])('%scontact.md says all that the form says and asks', (folder) => {
  const texts = (...selectors: string[]) =>
    selectors.flatMap((selector) =>
      dom(`${folder}contact/index.html`)
        .querySelectorAll(selector)
        // The first words of a notice are for the eye.
        .map((element) => element.text.replace(element.querySelector('strong')?.text ?? '', '').trim()),
    )
  const shown = texts(
    '.form label[for]',
    '.form legend',
    '.form label:has([type=radio]:not([value=""]))',
    // Programs must send an address, in whose place the form takes a telephone number.
    '.form .hint:not(#email-hint)',
    '.form option:not([value=""])',
    '.form .notice :is(h2, p, a)',
  )
  const markdown = read(`${folder}contact.md`)
  const plain = markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  expect(shown.length).toBeGreaterThan(20)
  // Only bots see the first field without a line in the text.
  for (const text of shown.filter((one) => !/^(Leave this empty|Deje este campo vacío)$/.test(one)))
    expect(plain).toContain(text.trim())
  for (const name of FIELD_NAMES) expect(markdown).toContain(`\`${name}\``)
  expect(markdown).toContain(`\`POST ${BASE}/api/v1/inquiries\``)
})

it('robots.txt names agents, signals and the sitemap, and nothing unknown', () => {
  const lines = read('robots.txt').split('\n').filter(Boolean)
  for (const line of lines) expect(line).toMatch(/^(User-agent|Content-Signal|Allow|Disallow|Sitemap): /)
  expect(lines).toContain('Content-Signal: search=yes, ai-input=yes, ai-train=no')
  for (const rule of ['Disallow: /desk', 'Disallow: /admin/'])
    expect(lines.filter((line) => line === rule)).toHaveLength(2)
  expect(lines.at(-1)).toBe(`Sitemap: ${BASE}/sitemap.xml`)
})

it('the sitemap holds the pages that may be found, each with its day', () => {
  const entries = read('sitemap.xml').matchAll(/<loc>([^<]+)<\/loc><lastmod>(\d{4}-\d\d-\d\d)<\/lastmod>/g)
  expect([...entries].map(([, url]) => url).sort()).toEqual(LISTED.map((file) => BASE + addressOf(file)).sort())
})

it('security.txt expires within a year (RFC 9116 section 2.5.5), and leads to what to do, in the languages of the site', () => {
  const text = read('.well-known/security.txt')
  expect(text).toContain('Preferred-Languages: en, es\n')
  const [, file = '', id = ''] = /^Policy: http:\/\/[^/]+\/(.+)#(.+)$/m.exec(text) ?? []
  expect(dom(`${file}index.html`).querySelector(`[id="${id}"]`)?.nextElementSibling?.text).toContain('security problem')
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + 366 * 24 * 3600_000)
})

it('every page has a twin in Markdown', () => {
  for (const file of LISTED) {
    const twin = markdownPath(addressOf(file))?.slice(1) ?? ''
    expect(FILES).toContain(twin)
    const heading = /^# (.+)$/m.exec(read(twin))?.[1] ?? ''
    expect(read(twin)).toMatch(/^# /)
    expect(read(file).replaceAll('&amp;', '&'), file).toContain(heading)
    expect(read(twin), twin).not.toMatch(/\]\(\//)
  }
})

const ISSUER = { issuer: 'https://id.example.com', jwksUri: 'https://id.example.com/keys', displayName: 'A provider' }
const TRUST = JSON.stringify([{ ...ISSUER, algorithms: ['ES256'], clientIds: ['a'] }])
const metadata = readJson('.well-known/oauth-authorization-server') as Record<string, string[]> & { agent_auth: object }

type Part = 'resource' | 'server' | 'agents'
const said = parse(readFileSync('tests/site/metadata.yaml', 'utf8').replaceAll('{base}', BASE)) as Record<Part, object>

it('protected resource metadata is what RFC 9728 says, without empty lists, the same at both addresses', () => {
  const [file, other] = ['index.json', 'api/v1'].map((name) => read(`.well-known/oauth-protected-resource/${name}`))
  expect(other).toBe(file)
  const document = JSON.parse(file ?? '') as object
  expect(document).toMatchObject({ ...said.resource, scopes_supported: ALL_SCOPES })
  expect(Object.values(document).filter((value) => Array.isArray(value) && value.length === 0)).toEqual([])
})

it('authorization server metadata is what RFC 8414 and auth.md say, the block for agents in both vocabularies', () => {
  expect(metadata).toMatchObject({ ...said.server, agent_auth: said.agents })
  for (const name of ['code_challenge_methods_supported', 'authorization_grant_profiles_supported'])
    expect(metadata).not.toHaveProperty(name)
})

it('authorization server metadata promises the grants and scopes the service runs on, and no more', () => {
  const isSupported = (grant_type: string) =>
    TokenRequest.safeParse({ grant_type }).error?.issues[0]?.message !== 'unsupported_grant_type'
  expect(metadata.grant_types_supported).toHaveLength(3)
  const types = [...(metadata.grant_types_supported ?? []), 'password']
  expect(types.filter((type) => !isSupported(type))).toEqual(['password'])
  expect(metadata.scopes_supported).toEqual(ALL_SCOPES)
})

it('authorization server metadata offers providers only where a provider is trusted, and names none; auth.md names them', () => {
  expect(metadata.agent_auth).not.toHaveProperty('identity_assertion')
  const trusting = authorizationServer(BASE, TRUST)
  expect(trusting.agent_auth).toMatchObject({
    identity_types_supported: expect.arrayContaining(['identity_assertion']),
    identity_assertion: { assertion_types_supported: ['urn:ietf:params:oauth:token-type:id-jag'] },
  })
  expect(JSON.stringify(trusting)).not.toContain('id.example.com')
  expect(schemaFaults('authorization-server', trusting)).toBe('')
  expect(read('auth.md')).toContain('is not enabled')
  expect(authMd({ base: BASE, firm: FIRM, topics: ['other'], trustList: TRUST })).toContain('A provider')
})

it('authorization server metadata is what openid-configuration says too', () => {
  expect(readJson('.well-known/openid-configuration')).toEqual(openidConfiguration(BASE))
  const more = { subject_types_supported: ['public'], id_token_signing_alg_values_supported: ['ES256'] }
  expect(openidConfiguration(BASE)).toMatchObject({ ...metadata, ...more })
})

const FOR_BROWSERS = /\.(html|png|webp|avif|svg|css|woff2?|js)$/
/** Only functions read these; a function answers at their addresses. */
const FOR_FUNCTIONS = [REPLIES_FILE, STATED_FILE, INQUIRY_APP_FILE].map((file) => `/${file}`)
const TWINS = PAGES.map((page) => markdownPath(addressOf(page)))
const OTHERS = new Set([...FOR_FUNCTIONS, ...TWINS, `/${NOT_FOUND_MARKDOWN}`])

const matcher = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replace(':id', '[\\w-]+')}$`)
const FILE_ADDRESSES = FILES.map((file) => `/${file}`)
const ROW_FILES = new Set(DOCUMENTS.map(({ path }) => documentFile(path)))

it('every file for programs has a row', () => {
  const patterns = [...ROW_FILES].map(matcher)
  const without = FILE_ADDRESSES.filter(
    (address) => !FOR_BROWSERS.test(address) && !OTHERS.has(address) && !patterns.some((row) => row.test(address)),
  )
  expect(without).toEqual([])
})

const server = inject('site')

it.each(publishedDocuments(new Set(FILE_ADDRESSES)))('one machine serves $path', async ({ path, ...row }) => {
  expect(FILE_ADDRESSES).toContain(documentFile(path))
  const response = await fetch(server.base + path)
  const headers = Object.fromEntries(response.headers)
  expect([response.status, headers['content-type']]).toEqual([200, row.type])
  const own = { ...(row.cors && CORS_HEADERS), ...row.headers, 'Cache-Control': `public, max-age=${row.cache}` }
  expect(headers).toMatchObject(lowerCased({ ...SECURITY_HEADERS, ...OWN_SCRIPT, ...own }))
  const text = await response.text()
  expect(text.length).toBeGreaterThan(10)
  expect(text).not.toMatch(/\bundefined\b|\[object Object\]|\bNaN\b/)
  const unchanged = await fetch(server.base + path, { headers: { 'If-None-Match': headers.etag ?? '' } })
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
})

it.each(FOR_FUNCTIONS)('one machine does not serve %s: it asks to sign in', async (file) => {
  expect(FILE_ADDRESSES).toContain(file)
  const response = await fetch(server.base + file, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/desk/sign-in'])
  expect(await response.text()).not.toMatch(/\{name\}|retentionDays/)
})

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Catalogs, cards, skills and plain texts: each fits its schema, and they agree. */
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { markdownPath } from '../../src/contract/documents/markdown-path.ts'
import { FIELD_NAMES } from '../../src/inquiries/inquiry-fields.ts'
import { SKILLS, skillPath } from '../../src/contract/documents/skills.ts'
import { MCP_VERSIONS } from '../../src/site.ts'
import { addressOf, BASE, dom, FILES, PAGES, read, readJson, schemaFaults } from './published.ts'

const LISTED = PAGES.filter((file) => !/^(404|(es\/)?(thanks|status|claim|problems)\/)/.test(file))

it.each([
  ['api-catalog', '.well-known/api-catalog'],
  ['ai-catalog', '.well-known/ai-catalog.json'],
  ['server-card', 'mcp/server-card'],
  ['registry-entry', 'server.json'],
  ['skills-index', '.well-known/agent-skills/index.json'],
  ['authorization-server', '.well-known/oauth-authorization-server'],
  ['protected-resource', '.well-known/oauth-protected-resource/index.json'],
])('the schema %s is satisfied by %s', (schema, file) => expect(schemaFaults(schema, readJson(file))).toBe(''))

it('the catalogs are one, byte for byte, under both addresses, with current names only', () => {
  expect(read('.well-known/ard.json')).toBe(read('.well-known/ai-catalog.json'))
  expect(read('.well-known/ai-catalog.json')).not.toMatch(/mediaType|trustManifest|"metadata"/)
  expect(read('_headers')).toContain('</.well-known/ard.json>; rel="ard"')
  expect(readJson('.well-known/ai-catalog.json').host).toMatchObject({ identifier: 'localhost' })
})

it('the catalogs tell the address, the versions and the name that the cards tell', () => {
  const card = readJson('mcp/server-card') as Record<'name' | 'version' | 'description', string> & { remotes: object[] }
  expect(readJson('server.json')).toMatchObject({
    name: card.name,
    version: card.version,
    description: card.description,
    remotes: [{ type: 'streamable-http', url: `${BASE}/mcp` }],
  })
  expect(card.remotes).toEqual([
    { type: 'streamable-http', url: `${BASE}/mcp`, supportedProtocolVersions: MCP_VERSIONS },
  ])
  expect(card.description.length).toBeLessThanOrEqual(100)
  const older = readJson('.well-known/mcp/server-card.json')
  expect(older).toMatchObject({
    ...card,
    endpoint: `${BASE}/mcp`,
    protocolVersion: MCP_VERSIONS[0],
    serverInfo: { name: card.name, version: card.version },
  })
  expect(older).not.toHaveProperty('tools')
  expect(read('.well-known/mcp.json')).toBe(read('.well-known/mcp/server-card.json'))
  expect((readJson('openapi.json') as { info: { version: string } }).info.version).toBe(card.version)
})

it('each skill has the digest of its very bytes, its own name and the notices', () => {
  const { skills } = readJson('.well-known/agent-skills/index.json') as unknown as {
    skills: { name: string; url: string; digest: string; description: string }[]
  }
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
  const entries = [...read('sitemap.xml').matchAll(/<loc>([^<]+)<\/loc><lastmod>(\d{4}-\d\d-\d\d)<\/lastmod>/g)].map(
    ([, url]) => url,
  )
  expect(entries.sort()).toEqual(LISTED.map((file) => BASE + addressOf(file)).sort())
})

it('security.txt expires within a year (RFC 9116 section 2.5.5), and leads to what to do, in the languages of the site', () => {
  const text = read('.well-known/security.txt')
  expect(text).toContain('Preferred-Languages: en, es\n')
  const [, file = '', id = ''] = /^Policy: http:\/\/[^/]+\/(.+)#(.+)$/m.exec(text) ?? []
  expect(dom(`${file}index.html`).querySelector(`[id="${id}"]`)?.nextElementSibling?.text).toContain('security problem')
  const expires = Date.parse(/^Expires: (.+)$/m.exec(read('.well-known/security.txt'))?.[1] ?? '')
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

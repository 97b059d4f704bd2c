/** The headers of static files, as Netlify's parser reads them, from `netlify.toml` and from the file that the build writes. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'smol-toml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentFile, DOCUMENTS } from '../../src/contract/documents.ts'
import { readHeaderBlocks, readSiteRules, type SiteRules } from '../../src/hosts/site-rules.ts'
import { HEADERS_FILE } from '../../src/hosts/published.ts'
import { headersFile, staticHeaders } from '../../src/hosts/static-headers.ts'
import { publishVerificationFiles } from '../../src/hosts/verification-files.ts'
import { CORS_HEADERS, OWN_SCRIPT, SECURITY_HEADERS } from '../../src/http/respond.ts'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'

const TOML = 'netlify.toml'
const STATIC_HEADERS = staticHeaders(new Set())
const PAGE = { ...SECURITY_HEADERS, ...OWN_SCRIPT, Vary: 'Accept' }
const BASE = 'https://www.firm.example'
/** What a build writes: pages with a Markdown file and without, and Markdown files of no page. */
const MARKDOWN_FILES = {
  '/': '/index.md',
  '/about/': '/about.md',
  '/es/': '/es/index.md',
  '/es/practice-areas/a-b/': '/es/practice-areas/a-b.md',
}
const FILES = new Set([
  ...Object.entries(MARKDOWN_FILES).flatMap(([page, markdownFile]) => [`${page}index.html`, markdownFile]),
  ...DOCUMENTS.map(({ path }) => documentFile(path)).filter((path) => !path.includes(':')),
  ...['/claim/index.html', '/404.html', '/404.md', '/auth.md'],
])
const PAGE_ADDRESSES = Object.entries(MARKDOWN_FILES).flat()
const folder = temporaryFolder()
const file = join(folder, HEADERS_FILE)
const { headers = [], redirects = [] } = parse(readFileSync(TOML, 'utf8')) as {
  headers?: { for: string }[]
  redirects?: { from: string; to: string }[]
}
/** An address for each block, and pages. */
const ADDRESSES = [
  ...[...STATIC_HEADERS, ...headers].map((block) => block.for.replace('*', 'x/y').replace(/:\w+/g, 'z')),
  ...DOCUMENTS.map(({ path }) => documentFile(path.replace(/:\w+/g, 'z'))),
  '/claim/',
  '/404.md',
  '/admin/config.json',
]

let rules: SiteRules
beforeAll(async () => {
  writeFileSync(file, headersFile(BASE, FILES))
  rules = await readSiteRules(TOML, file)
})
afterAll(() => removeFolder(folder))

describe('the headers of static files', () => {
  it.each(Object.entries(MARKDOWN_FILES))(
    'lead from %s to %s, which any page may read, and back',
    (page, markdownFile) => {
      const links = `<${markdownFile}>; rel="alternate"; type="text/markdown", </llms.txt>; rel="describedby"; type="text/plain"`
      expect(rules.headersFor(page).Link).toContain(links)
      expect(rules.headersFor(page)).not.toHaveProperty('Access-Control-Allow-Origin')
      const Link = `<${BASE}${page}>; rel="canonical"`
      expect(rules.headersFor(markdownFile)).toEqual({ ...PAGE, ...CORS_HEADERS, Link })
    },
  )

  it('name no page for a Markdown file that has none', () => {
    expect(rules.headersFor('/404.md')).toEqual(PAGE)
    expect(rules.headersFor('/auth.md')).not.toHaveProperty('Link')
  })

  it('come from one block each: Netlify merges what two blocks say', async () => {
    const blocks = await readHeaderBlocks(TOML, file)
    // The links of the home page need no build.
    expect(blocks).toHaveLength(STATIC_HEADERS.length + (PAGE_ADDRESSES.length - 1) + headers.length)
    const twice = [...ADDRESSES, ...PAGE_ADDRESSES].flatMap((address) => {
      const names = blocks
        .filter(({ forRegExp }) => forRegExp.test(address))
        .flatMap(({ values }) => Object.keys(values).map((name) => name.toLowerCase()))
      return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${address} ${name}`)
    })
    // The editor's own policy takes the place of the strict one.
    expect([...new Set(twice)]).toEqual(['/admin/ content-security-policy'])
  })

  it('are never read from a file that is missing', async () => {
    await expect(readSiteRules(TOML, join(folder, 'missing'))).rejects.toThrow('missing')
    await expect(readSiteRules(join(folder, 'missing.toml'), file)).rejects.toThrow('missing.toml')
  })
})

it('netlify.toml rewrites exactly the documents whose file lies in a folder', () => {
  const rewritten = DOCUMENTS.map(({ path }) => ({ from: path, to: documentFile(path) })).filter(
    ({ from, to }) => from !== to,
  )
  expect(rewritten.length).toBeGreaterThan(0)
  expect(redirects.map(({ from, to }) => ({ from, to }))).toEqual(rewritten)
  for (const { from, to } of rewritten) expect(rules.rewrite(from)).toBe(to)
})

it('a file that proves whose site it is has the type of its extension, or is text', () => {
  const names = ['proof', 'proof.auth', 'proof.json'].map((name) => `/.well-known/${name}`)
  const text = headersFile('https://www.example.com', new Set(names))
  const typed = names.filter((name) => text.includes(`\n${name}\n  Content-Type: text/plain; charset=utf-8\n`))
  expect(typed).toEqual(names.slice(0, 2))
})

it('a file that proves whose site it is never replaces a document of the site', () => {
  const [published, texts] = [join(folder, 'proofs'), join(folder, 'texts')]
  for (const file of [join(published, '.well-known/security.txt'), join(texts, 'well-known/security.txt')]) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'ours')
  }
  expect(() => publishVerificationFiles(published, texts, {})).toThrow(
    /well-known\/security\.txt would replace \/\.well-known\/security\.txt, which this site writes itself\. Remove it\./,
  )
  const own = { 'security.txt': { variable: 'X', line: 'x' } }
  expect(() => publishVerificationFiles(published, folder, own)).toThrow('X would replace')
  const keys = { 'jwks.json': { variable: 'X', line: 'x' } }
  expect(() => publishVerificationFiles(published, folder, keys)).toThrow('X would replace')
})

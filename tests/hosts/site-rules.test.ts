/** The headers and rewrites of static files, as both hosts apply them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { documentFile, DOCUMENTS } from '../../src/contract/documents.ts'
import { headerBlocks, headersFile, headersOf, redirectsFile } from '../../src/hosts/site-rules.ts'
import { publishVerificationFiles } from '../../src/hosts/published.ts'
import { CORS_HEADERS, OWN_SCRIPT, SECURITY_HEADERS } from '../../src/http/respond.ts'
import { patternOf } from '../../src/site.ts'
import { removedWithTest } from '../journeys/server.ts'

const PAGE = { ...SECURITY_HEADERS, ...OWN_SCRIPT, Vary: 'Accept' }
const BASE = 'https://www.firm.example'
/** The build writes pages with and without Markdown, and Markdown of no page. */
const MARKDOWN_FILES = { '/': '/index.md', '/es/': '/es/index.md', '/es/practice/a-b/': '/es/practice/a-b.md' }
const PROOFS = ['proof', 'proof.auth', 'proof.json'].map((name) => `/.well-known/${name}`)
const BLOCKS = headerBlocks(
  BASE,
  new Set([
    ...Object.entries(MARKDOWN_FILES).flatMap(([page, markdownFile]) => [`${page}index.html`, markdownFile]),
    ...DOCUMENTS.map(({ path }) => documentFile(path)).filter((path) => !path.includes(':')),
    ...['/claim/index.html', '/404.html', '/404.md', '/auth.md'],
    ...PROOFS,
  ]),
)
const headersFor = headersOf(BLOCKS)

it.each(Object.entries(MARKDOWN_FILES))('headers lead from %s to %s, and back', (page, markdownFile) => {
  const links = `<${markdownFile}>; rel="alternate"; type="text/markdown", </llms.txt>; rel="describedby"; type="text/plain"`
  expect(headersFor(page).Link).toContain(links)
  expect(headersFor(page)).not.toHaveProperty('Access-Control-Allow-Origin')
  const Link = `<${BASE}${page}>; rel="canonical"`
  expect(headersFor(markdownFile)).toEqual({ ...PAGE, ...CORS_HEADERS, Link })
})

it('the headers of static files name no page for a Markdown file that has none, and say that a proof is text unless its extension says what it is', () => {
  expect(headersFor('/404.md')).toEqual(PAGE)
  expect(headersFor('/auth.md')).not.toHaveProperty('Link')
  const types = PROOFS.map((path) => headersFor(path)['Content-Type'])
  expect(types).toEqual([...Array<string>(2).fill('text/plain; charset=utf-8'), undefined])
})

it('the headers of static files come from one block each: Netlify merges what two blocks say', () => {
  const addresses = BLOCKS.map((block) => block.for.replace('*', 'x/y').replace(/:\w+/g, 'z'))
  const twice = addresses.flatMap((address) => {
    const names = BLOCKS.filter((block) => new RegExp(`^${patternOf(block.for)}$`).test(address)).flatMap(
      ({ values }) => Object.keys(values).map((name) => name.toLowerCase()),
    )
    return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${address} ${name}`)
  })
  // The editor's own policy takes the place of the strict one.
  expect([...new Set(twice)]).toEqual(['/admin/ content-security-policy'])
  expect(headersFor('/admin/')['Content-Security-Policy']).toContain('https://api.github.com')
})

it('Netlify gets the same in its own format', () => {
  expect(
    headersFile([
      { for: '/a', values: { Vary: 'Accept', Link: '</b>' } },
      { for: '/b/*', values: { A: '1' } },
    ]),
  ).toBe('/a\n  Vary: Accept\n  Link: </b>\n\n/b/*\n  A: 1\n')
  expect(redirectsFile()).toContain('/api/v1/practice-areas /api/v1/practice-areas/index.json 200\n')
})

it('a file that proves whose site it is never replaces a document of the site', () => {
  const folder = removedWithTest()
  const [published, texts] = [join(folder, 'proofs'), join(folder, 'texts')]
  for (const file of [join(published, '.well-known/security.txt'), join(texts, 'well-known/security.txt')]) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'ours')
  }
  const said =
    'well-known/security.txt would replace /.well-known/security.txt, which is there already. Remove one of the two.'
  expect(() => publishVerificationFiles(published, texts, {})).toThrow(said)
  for (const name of ['security.txt', 'jwks.json']) {
    const own = { [name]: { variable: 'X', line: 'x' } }
    expect(() => publishVerificationFiles(published, folder, own)).toThrow('X would replace')
  }
})

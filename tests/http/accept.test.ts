import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { markdownPath } from '../../src/contract/documents/markdown-path.ts'
import { acceptsJson, preferredEncoding, prefersMarkdown } from '../../src/http/accept.ts'

it.each([
  ['text/markdown', true],
  ['text/markdown, text/html;q=0.9', true],
  ['text/markdown, */*;q=0.1', true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
  ['*/*', false],
  ['', false],
  [null, false],
  ['text/markdown;q=0', false],
  ['text/html, text/markdown;q=0.9', false],
])('Markdown is preferred by %j: %s', (accept, preferred) => expect(prefersMarkdown(accept)).toBe(preferred))

it.each([
  [null, true],
  ['', true],
  ['*/*', true],
  ['application/json', true],
  ['application/*', true],
  ['application/problem+json', true],
  ['text/html, image/gif, image/jpeg, *; q=.2', true],
  ['*/*;q=0, application/json', true],
  ['text/html', false],
  ['application/xml;q=1, application/json;q=0', false],
  ['application/json;q=0, */*', false],
  ['application/json-seq', false],
])('JSON is accepted by %j: %s', (accept, accepted) => expect(acceptsJson(accept)).toBe(accepted))

it.each([
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['deflate, zstd', undefined],
  ['', undefined],
  [undefined, undefined],
])('the encoding of %j is %s', (header, encoding) => expect(preferredEncoding(header, ['br', 'gzip'])).toBe(encoding))

it.each([
  ['/', '/index.md'],
  ['/about/', '/about.md'],
  ['/es/', '/es/index.md'],
  ['/es/practice-areas/animal-law/', '/es/practice-areas/animal-law.md'],
  ['/about', '/about.md'],
  ['/api/v1/firm', undefined],
  ['/../etc/', undefined],
  ['//evil/', undefined],
])('the Markdown file of %s is %s', (path, markdownFile) => expect(markdownPath(path)).toBe(markdownFile))

it('the edge function needs no package: the edge has none', async () => {
  const { metafile } = await build({
    entryPoints: ['netlify/edge-functions/markdown.ts'],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'neutral',
    logLevel: 'silent',
  })
  expect(Object.keys(metafile.inputs).filter((file) => !/^(src|netlify)\//.test(file))).toEqual([])
})

import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { markdownPath } from '../../src/contract/documents/markdown-path.ts'
import { acceptsJson, prefersGzip, prefersMarkdown } from '../../src/http/accept.ts'
import { blocksOf } from '../table.ts'

const [MARKDOWN = [], AS_JSON = [], ENCODINGS = [], ADDRESSES = []] = blocksOf('tests/http/accept.txt')
const headerOf = (cell = '') => (cell === '-' ? null : cell)

it.each(MARKDOWN)('Markdown is preferred by %j: %s', (accept, preferred) =>
  expect(prefersMarkdown(headerOf(accept))).toBe(preferred === 'yes'),
)

it.each(AS_JSON)('JSON is accepted by %j: %s', (accept, accepted) =>
  expect(acceptsJson(headerOf(accept))).toBe(accepted === 'yes'),
)

it.each(ENCODINGS)('gzip is preferred by %j: %s', (header, preferred) =>
  expect(prefersGzip(headerOf(header))).toBe(preferred === 'yes'),
)

it.each(ADDRESSES)('the Markdown file of %s is %s', (path, markdownFile) =>
  expect(markdownPath(path)).toBe(markdownFile),
)

it('the edge function needs no package: the edge has none', async () => {
  const entryPoints = ['netlify/edge-functions/markdown.ts']
  const how = { bundle: true, write: false, platform: 'neutral', logLevel: 'silent' } as const
  const { metafile } = await build({ entryPoints, metafile: true, ...how })
  expect(Object.keys(metafile.inputs).filter((file) => !/^(src|netlify)\//.test(file))).toEqual([])
})

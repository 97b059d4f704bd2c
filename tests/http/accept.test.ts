import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { markdownPath } from '../../src/contract/documents/markdown-path.ts'
import { acceptsJson, prefersGzip, prefersMarkdown } from '../../src/http/accept.ts'
import { blocksOf } from '../table.ts'

const [MARKDOWN = [], AS_JSON = [], ENCODINGS = [], ADDRESSES = []] = blocksOf('tests/http/accept.txt')

describe.each([
  ['Markdown is preferred by', prefersMarkdown, MARKDOWN],
  ['JSON is accepted by', acceptsJson, AS_JSON],
  ['gzip is preferred by', prefersGzip, ENCODINGS],
] as const)('%s', (_what, isTaken, rows) =>
  it.each(rows)('%j: %s', (header = '', expected) =>
    expect(isTaken(header === '-' ? null : header)).toBe(expected === 'yes'),
  ),
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

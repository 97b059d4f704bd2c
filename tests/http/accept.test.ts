import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import edge from '../../netlify/edge-functions/markdown.ts'
import { markdownPath } from '../../src/contract/documents/markdown-path.ts'
import { acceptsJson, preferredEncoding, prefersMarkdown } from '../../src/http/accept.ts'

describe('Markdown is preferred', () => {
  it.each([
    ['text/markdown', true],
    ['text/markdown, text/html;q=0.9', true],
    ['text/html;q=0.5, text/markdown;q=0.5', true],
    ['text/markdown, */*;q=0.1', true],
    ['TEXT/MARKDOWN', true],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
    ['*/*', false],
    ['text/*', false],
    ['', false],
    [null, false],
    ['text/markdown;q=0', false],
    ['text/html, text/markdown;q=0.9', false],
    ['text/markdown;q=x', false],
    ['application/json', false],
  ])('by %j: %s', (accept, preferred) => expect(prefersMarkdown(accept)).toBe(preferred))
})

describe('JSON is accepted', () => {
  it.each([
    [null, true],
    ['', true],
    ['*/*', true],
    ['application/json', true],
    ['APPLICATION/JSON', true],
    ['application/json; charset=utf-8', true],
    ['application/*', true],
    ['application/problem+json', true],
    ['text/html,*/*;q=0.8', true],
    ['text/html, image/gif, image/jpeg, *; q=.2', true],
    ['*/*;q=0, application/json', true],
    ['image/png', false],
    ['text/html', false],
    ['text/event-stream', false],
    ['application/xml;q=1, application/json;q=0', false],
    ['application/json;q=0, */*', false],
    ['application/*;q=0, */*', false],
    ['*/*;q=0', false],
    ['application/problem+json;q=0', false],
    ['application/json-seq', false],
  ])('by %j: %s', (accept, accepted) => expect(acceptsJson(accept)).toBe(accepted))
})

describe('the encoding', () => {
  it.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['deflate, zstd', undefined],
    ['identity', undefined],
    ['br;q=x', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %s', (header, encoding) => expect(preferredEncoding(header, ['br', 'gzip'])).toBe(encoding))

  it('is one that there is', () => {
    expect(preferredEncoding('br, gzip', ['gzip'])).toBe('gzip')
    expect(preferredEncoding('br', ['gzip'])).toBeUndefined()
    expect(preferredEncoding('br', [])).toBeUndefined()
  })
})

describe('the Markdown file', () => {
  it.each([
    ['/', '/index.md'],
    ['/about/', '/about.md'],
    ['/practice-areas/animal-law/', '/practice-areas/animal-law.md'],
    ['/es/', '/es/index.md'],
    ['/es/faq/', '/es/faq.md'],
    ['/es/practice-areas/animal-law/', '/es/practice-areas/animal-law.md'],
    ['/es', '/es/index.md'],
    ['/about', '/about.md'],
    ['/es/practice-areas/animal-law', '/es/practice-areas/animal-law.md'],
    ['/about.md', undefined],
    ['/openapi.json', undefined],
    ['/api/v1/firm', undefined],
    ['/../etc/', undefined],
    ['//evil/', undefined],
  ])('of %s is %s', (path, markdownFile) => {
    expect(markdownPath(path)).toBe(markdownFile)
  })
})

describe('the edge function', () => {
  /** A site with these files and pages. As at Netlify, `next` without a request repeats the previous one. */
  const site = (...files: string[]) => {
    const asked: string[] = []
    let last = ''
    const next = async (...[first, second]: [Request?, object?] | [object]) => {
      const options = first instanceof Request ? second : first
      if (first instanceof Request) last = new URL(first.url).pathname
      asked.push(`${last}${options && 'sendConditionalRequest' in options ? '' : ' (unconditional)'}`)
      return new Response(last, { status: files.includes(last) ? 200 : 404, headers: { 'X-Of': last } })
    }
    const get = (path: string, accept: string, method = 'GET') => {
      last = path
      return edge(new Request(`https://www.example.com${path}`, { method, headers: { Accept: accept } }), {
        next,
      } as never)
    }
    return { asked, get }
  }

  it.each(['/about/', '/about'])('answers %s with its Markdown file, and lets it be revalidated', async (path) => {
    const { asked, get } = site('/about.md')
    const response = await get(path, 'text/markdown')
    expect([response?.status, await response?.text(), asked]).toEqual([200, '/about.md', ['/about.md']])
  })

  it('returns the page itself if it has no Markdown file', async () => {
    const { asked, get } = site('/problems/not-found/')
    const response = await get('/problems/not-found/', 'text/markdown')
    expect([response?.status, await response?.text()]).toEqual([200, '/problems/not-found/'])
    expect(asked).toEqual(['/problems/not-found.md', '/problems/not-found/'])
  })

  it('says in Markdown that a page is missing, with the headers of that text', async () => {
    const { asked, get } = site('/404.md')
    for (const path of ['/nowhere', '/a/b/c/d']) {
      const response = await get(path, 'text/markdown')
      expect([response?.status, await response?.text()]).toEqual([404, '/404.md'])
      expect(response?.headers.get('x-of')).toBe('/404.md')
    }
    expect(asked.at(-1)).toBe('/404.md (unconditional)')
  })

  it.each([
    ['GET', 'text/html'],
    ['GET', 'text/html, text/markdown;q=0.9'],
    ['POST', 'text/markdown'],
  ])('leaves %s with Accept: %s to Netlify', async (method, accept) => {
    const { asked, get } = site('/about/', '/about.md')
    expect([await get('/about/', accept, method), asked]).toEqual([undefined, []])
  })

  it('needs no package: the edge has none', async () => {
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
})

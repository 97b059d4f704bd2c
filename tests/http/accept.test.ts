import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import edge, { config } from '../../netlify/edge-functions/markdown.ts'
import { twinOf } from '../../src/contract/documents/markdown-path.ts'
import { prefersMarkdown } from '../../src/http/accept.ts'

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

describe('the twin', () => {
  it.each([
    ['/', '/index.md'],
    ['/about/', '/about.md'],
    ['/practice-areas/animal-law/', '/practice-areas/animal-law.md'],
    ['/es/', '/es/index.md'],
    ['/es/faq/', '/es/faq.md'],
    ['/es/practice-areas/animal-law/', '/es/practice-areas/animal-law.md'],
    ['/es', undefined],
    ['/about', undefined],
    ['/api/v1/firm', undefined],
    ['/../etc/', undefined],
    ['//evil/', undefined],
  ])('of %s is %s', (path, twin) => {
    expect(twinOf(path)).toBe(twin)
  })
})

describe('the edge function', () => {
  const answer = (path: string, accept: string, missing: string[] = []) => {
    const next = async (request?: Request) => {
      const asked = request ? new URL(request.url).pathname : path
      return new Response(asked, {
        status: missing.includes(asked) ? 404 : 200,
        headers: { Vary: 'Accept-Encoding', 'X-Of': asked },
      })
    }
    return edge(new Request(`https://www.example.com${path}`, { headers: { Accept: accept } }), { next } as never)
  }
  const ask = async (...of: Parameters<typeof answer>) => {
    const response = await answer(...of)
    return [await response.text(), response.headers.get('vary')]
  }
  it('answers with the twin where that is preferred, and says that it depends', async () => {
    expect(await ask('/about/', 'text/markdown')).toEqual(['/about.md', 'Accept-Encoding, Accept'])
    expect(await ask('/about/', 'text/html')).toEqual(['/about/', 'Accept-Encoding, Accept'])
    expect(await ask('/a/b/c/', 'text/markdown')).toEqual(['/a/b/c/', 'Accept-Encoding'])
  })

  it('says that nothing is there in Markdown too, with the headers of that text', async () => {
    const response = await answer('/nowhere/', 'text/markdown', ['/nowhere.md'])
    expect([response.status, await response.text(), response.headers.get('x-of')]).toEqual([404, '/404.md', '/404.md'])
    const page = await answer('/nowhere/', 'text/html', ['/nowhere/'])
    expect([page.status, await page.text(), page.headers.get('vary')]).toEqual([
      404,
      '/nowhere/',
      'Accept-Encoding, Accept',
    ])
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

  it('leaves what programs ask for alone', () => {
    expect(config.excludedPath).toEqual(expect.arrayContaining(['/api/*', '/agent/*', '/oauth/*', '/.well-known/*']))
  })
})

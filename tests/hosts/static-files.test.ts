/** The texts that the build compressed, as the one-machine server sends them. */
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { publishedPaths } from '../../src/hosts/published.ts'
import { staticSite } from '../../src/hosts/static-files.ts'
import { compressTexts, copyOf, TEXT_TYPES } from '../../src/hosts/text-copies.ts'
import { removeFolder, sendRaw, temporaryFolder } from '../journeys/server.ts'

const PAGE = `<!doctype html><title>About</title>${'<p>Words that come again and again.</p>'.repeat(40)}`
const OTHER = PAGE.replace('About', 'Other')
const NOT_FOUND = PAGE.replace('About', 'Not here')
const RULES = { headersFor: () => ({ Vary: 'Accept' }), rewrite: (path: string) => path }

let folder: string
let copies: string
let server: Server
beforeEach(async () => {
  folder = join(temporaryFolder(), 'dist')
  copies = join(folder, '../copies')
  mkdirSync(join(folder, 'about'), { recursive: true })
  for (const [name, text] of [
    ['about/index.html', PAGE],
    ['404.html', NOT_FOUND],
    ['404.md', '# Not here'],
    ['picture.png', PAGE],
    ...Object.keys(TEXT_TYPES).map((extension) => [`text${extension}`, PAGE]),
  ] as [string, string][])
    writeFileSync(join(folder, name), text)
  await compressTexts(folder, copies)
  await start()
  return async () => {
    await new Promise((closed) => server.close(closed))
    removeFolder(join(folder, '..'))
  }
})

/** Starts the server with the folders as they are. */
async function start(): Promise<void> {
  const site = staticSite(folder, RULES, copies)
  server = createServer((request, response) => site.answer(request, response, request.url ?? ''))
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
}

/** The response as it comes over the wire: no client decompresses it, or adds headers. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const answer = await sendRaw(
    port,
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines.join('')}\r\n`,
    {
      encoding: 'latin1',
    },
  )
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const [first = '', ...fields] = head.split('\r\n')
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(
      fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 2)]),
    ) as Record<string, string | undefined>,
    body: Buffer.from(rest.join('\r\n\r\n'), 'latin1'),
  }
}

const encoded = (encoding: string) => ask('/about/', { 'Accept-Encoding': encoding })

describe('a text', () => {
  it('is sent in the way that the client wants most, with the length of what is sent', async () => {
    const [br, gzip, plain] = [await encoded('gzip, deflate, br'), await encoded('gzip'), await encoded('identity')]
    expect(brotliDecompressSync(br.body).toString()).toBe(PAGE)
    expect(gunzipSync(gzip.body).toString()).toBe(PAGE)
    expect(plain.body.toString()).toBe(PAGE)
    expect([br, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
    for (const { status, headers, body } of [br, gzip, plain]) {
      expect([status, headers['content-length']]).toEqual([200, String(body.length)])
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers.vary).toBe('Accept, Accept-Encoding')
      expect(headers['accept-ranges']).toBe('bytes')
      expect(headers['last-modified']).toBe(plain.headers['last-modified'])
    }
  })

  it('HEAD is GET without the body', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const head = await ask('/about/', { 'Accept-Encoding': encoding }, 'HEAD')
      const { date: _then, ...headers } = (await encoded(encoding)).headers
      expect(head).toMatchObject({ status: 200, headers, body: Buffer.alloc(0) })
    }
  })

  it.each(['br', 'gzip', 'identity'])('is 304 without a body for who has it, asked for as %s', async (encoding) => {
    const { etag = '', 'last-modified': modified = '' } = (await encoded(encoding)).headers
    const has: Record<string, string>[] = [
      { 'If-None-Match': etag },
      { 'If-None-Match': `"other", ${etag}`, 'Cache-Control': 'no-cache' },
      { 'If-Modified-Since': modified },
    ]
    for (const condition of has) {
      const { status, headers, body } = await ask('/about/', { 'Accept-Encoding': encoding, ...condition })
      expect([status, body.length, headers.etag, headers['content-encoding']]).toEqual([304, 0, etag, undefined])
    }
    const other: Record<string, string>[] = [
      { 'If-None-Match': 'W/"other"' },
      { 'If-Modified-Since': new Date(0).toUTCString() },
    ]
    for (const condition of other) {
      const { status, headers } = await ask('/about/', { 'Accept-Encoding': encoding, ...condition })
      expect([status, headers['content-encoding'] ?? 'identity']).toEqual([200, encoding])
    }
  })

  it('a range is of the text itself', async () => {
    const { status, headers, body } = await ask('/about/', { 'Accept-Encoding': 'br', Range: 'bytes=0-9' })
    expect([status, headers['content-encoding'], body.toString()]).toEqual([206, undefined, PAGE.slice(0, 10)])
    expect((await ask('/about/', { 'Accept-Encoding': 'br', Range: 'bytes=999999-' })).status).toBe(416)
    expect((await ask('/about/', { 'Accept-Encoding': 'br', 'If-Match': '"other"' })).status).toBe(412)
  })

  it.each<[string, (copy: string) => unknown, string]>([
    [
      'it was written after the build',
      async () => (await encoded('br'), writeFileSync(join(folder, 'about/index.html'), OTHER)),
      OTHER,
    ],
    ['its copy is missing', (copy) => removeFolder(copy), PAGE],
    ['its copy was not written to its end', (copy) => writeFileSync(copy, 'x'), PAGE],
  ])('is sent as it is when %s', async (_what, change, sent) => {
    await change(copyOf(copies, '/about/index.html', 'br'))
    const { headers, body } = await encoded('br')
    expect([headers['content-encoding'], body.toString()]).toEqual([undefined, sent])
  })
})

describe('what is not there', () => {
  it.each(['br', 'identity'])('any more, because another build took it away, is not found (%s)', async (encoding) => {
    removeFolder(join(folder, 'about'))
    expect((await encoded(encoding)).status).toBe(404)
  })

  it('is the page that says so, without a condition', async () => {
    const plain = await ask('/nothing')
    expect([plain.status, plain.headers.etag, plain.body.toString()]).toEqual([404, undefined, NOT_FOUND])
  })

  it.each([
    '/about/index.html.br',
    '/about/index.html.gz',
    '/copies/about/index.html.br',
    '/../copies/about/index.html.br',
  ])('is %s: the compressed texts have no address', async (path) =>
    expect([403, 404]).toContain((await ask(path)).status),
  )
})

const timesOf = () => publishedPaths(copies).map((path) => [path, statSync(join(copies, path)).ctimeMs])

it('the copies stay while their texts stay, follow one that changes, and go with one that is gone', async () => {
  const before = timesOf()
  await compressTexts(folder, copies)
  expect(timesOf()).toEqual(before)
  writeFileSync(join(folder, 'about/index.html'), OTHER)
  removeFolder(join(folder, 'text.css'))
  await compressTexts(folder, copies)
  expect(brotliDecompressSync((await encoded('br')).body).toString()).toBe(OTHER)
  expect(publishedPaths(copies).filter((path) => path.includes('css'))).toEqual([])
})

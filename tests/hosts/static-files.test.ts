/** The published files, as the one-machine server sends them. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { compressTexts } from '../../src/commands/compress.ts'
import { staticSite } from '../../src/hosts/static-files.ts'
import { CORS_HEADERS, demonstrationHeaders } from '../../src/http/respond.ts'
import { listen, removeFolder, sendRaw, temporaryFolder } from '../journeys/server.ts'
import { blocksOf } from '../table.ts'

const PAGE = `<!doctype html><title>About</title>${'<p>Words that come again and again.</p>'.repeat(40)}`
const NOT_FOUND = PAGE.replace('About', 'Not here')
const HEADERS = { ...CORS_HEADERS, ...demonstrationHeaders({ demonstration: 'yes' }), Vary: 'Accept' }
const [TYPES = [], UNSENT = [], WHOLE = []] = blocksOf('tests/hosts/static-files.txt')

let folder: string
let port: number
// Compressing takes a tenth of a second, so all tests ask one server.
beforeAll(async () => {
  folder = join(temporaryFolder(), 'dist')
  mkdirSync(join(folder, 'about'), { recursive: true })
  for (const [name, text] of [
    ['about/index.html', PAGE],
    ['404.html', NOT_FOUND],
    ['404.md', '# Not here'],
    ['_headers', PAGE],
    ['_redirects', PAGE],
    ['../secret.txt', PAGE],
    ...TYPES.map(([file]) => [file, PAGE]),
  ] as [string, string][])
    writeFileSync(join(folder, name), text)
  symlinkSync('../secret.txt', join(folder, 'link.txt'))
  await compressTexts(folder)
  const site = staticSite(folder, () => HEADERS)
  const server = createServer((request, response) => void site.answer(request, response))
  port = await listen(server)
  return async () => {
    await new Promise((closed) => server.close(closed))
    removeFolder(join(folder, '..'))
  }
})

/** This client does not decompress the response, and adds no headers. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

const encoded = (encoding: string) => ask('/about/', { 'Accept-Encoding': encoding })

it('a text is sent compressed to clients that take that, with the length of what is sent', async () => {
  const [br, gzip, plain] = [await encoded('gzip, deflate, br'), await encoded('gzip'), await encoded('identity')]
  expect(brotliDecompressSync(br.body).toString()).toBe(PAGE)
  expect(gunzipSync(gzip.body).toString()).toBe(PAGE)
  expect(plain.body.toString()).toBe(PAGE)
  expect([br, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
  for (const refused of ['br;q=0', 'gzip;q=0']) expect((await encoded(refused)).body.toString()).toBe(PAGE)
  for (const { status, headers, body } of [br, gzip, plain]) {
    expect([status, headers['content-length']]).toEqual([200, String(body.length)])
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'accept-ranges': 'bytes' })
    expect([headers.vary, headers.etag]).toEqual(['Accept, Accept-Encoding', plain.headers.etag])
  }
})

it('HEAD is GET without the body', async () => {
  for (const encoding of ['br', 'gzip', 'identity']) {
    const head = await ask('/about/', { 'Accept-Encoding': encoding }, 'HEAD')
    const { date: _then, ...headers } = (await encoded(encoding)).headers
    expect(head).toMatchObject({ status: 200, headers, body: Buffer.alloc(0) })
  }
})

it.each(['br', 'gzip', 'identity'])('a text is 304 for clients that have it, asked for as %s', async (encoding) => {
  const { etag = '' } = (await encoded(encoding)).headers
  const asked = { 'Accept-Encoding': encoding, 'Cache-Control': 'no-cache' }
  const { status, headers, body } = await ask('/about/', { ...asked, 'If-None-Match': `"other", ${etag}` })
  expect([status, body.length, headers.etag, headers['content-encoding']]).toEqual([304, 0, etag, undefined])
  expect(headers).toMatchObject({
    vary: 'Accept, Accept-Encoding',
    'access-control-allow-origin': '*',
    demonstration: 'yes',
  })
  expect(headers['x-robots-tag']).toBe('noindex')
  expect((await ask('/about/', { ...asked, 'If-None-Match': 'W/"other"' })).status).toBe(200)
})

it.each([
  ['bytes=0-9', PAGE.slice(0, 10), `bytes 0-9/${PAGE.length}`],
  ['bytes=-5', PAGE.slice(-5), `bytes ${PAGE.length - 5}-${PAGE.length - 1}/${PAGE.length}`],
])('the range %s of a text is of the text itself', async (range, text, said) => {
  const { status, headers, body } = await ask('/about/', { 'Accept-Encoding': 'br', Range: range })
  expect([status, body.toString()]).toEqual([206, text])
  expect([headers['content-encoding'], headers['content-range']]).toEqual([undefined, said])
  expect((await ask('/about/', { 'Accept-Encoding': 'br', Range: 'bytes=999999-' })).status).toBe(416)
})

it.each(WHOLE)('a text is sent whole to who asks for %s, if %s', async (Range, condition) => {
  const { headers: whole } = await ask('/about/', { 'Accept-Encoding': 'br' }, 'HEAD')
  const head = await ask('/about/', { 'Accept-Encoding': 'br', Range: 'bytes=0-9' }, 'HEAD')
  expect(head.headers['content-length']).toBe(whole['content-length'])
  const headers = { Range, ...(condition && { 'If-Range': condition.replace('{now}', new Date().toUTCString()) }) }
  expect(await ask('/about/', headers)).toMatchObject({ status: 200, body: Buffer.from(PAGE) })
})

it.each(TYPES)('%s is %s', async (file, type) => {
  const { status, headers, body } = await ask(`/${file}`)
  expect([status, headers['content-type'], body.toString()]).toEqual([200, type, PAGE])
})

it('a page without its slash leads to it, and HTTP/1.0 needs no Host header', async () => {
  const { status, headers } = await ask('/about')
  expect([status, headers.location]).toEqual([301, '/about/'])
  expect(await sendRaw(port, 'GET /about/ HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK/)
})

it('a file takes GET and HEAD only', async () => {
  const { status, headers } = await ask('/about/', { 'Content-Length': '0' }, 'POST')
  expect([status, headers.allow, headers['x-frame-options']]).toEqual([405, 'GET, HEAD', 'DENY'])
  expect((await ask('/nothing', { 'Content-Length': '0' }, 'POST')).status).toBe(404)
})

it.each([
  ['text/html', NOT_FOUND],
  ['text/markdown', '# Not here'],
])('what is not there is said in %s, without a condition', async (type, text) => {
  const { status, headers, body } = await ask('/nothing', { Accept: type })
  expect([status, headers.etag, headers.vary, body.toString()]).toEqual([404, undefined, 'Accept', text])
  expect(headers['content-type']).toBe(`${type}; charset=utf-8`)
})

it.each(UNSENT)('what is not there is %s', async (path = '') => expect((await ask(path)).status).toBe(404))

// This is the last test, because the page is gone after it.
it('what another build took away is not found, compressed or not', async () => {
  removeFolder(join(folder, 'about'))
  for (const encoding of ['br', 'identity']) expect((await encoded(encoding)).status, encoding).toBe(404)
})

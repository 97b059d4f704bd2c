/** Raw bytes to the running server cause no 5xx but 501 for an unknown method, no hang, no leak and nothing stored. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SECURITY_HEADERS } from '../../src/http/respond.ts'
import { rowsOf, yamlOf } from '../table.ts'
import { VALID_INQUIRY } from '../test-desk.ts'
import { exportInquiries } from '../commands/in-process.ts'
import { removeFolder, type RunningServer, sendRaw, startServer, temporaryFolder } from '../journeys/server.ts'

const dataDir = temporaryFolder()

let server: RunningServer
let expected = 0
beforeAll(async () => {
  server = await startServer({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '100' })
  return () => server.end('SIGKILL')
})
afterAll(() => removeFolder(dataDir))
afterEach(async () => {
  expect((await fetch(`${server.base}/api/v1/health`)).status).toBe(200)
})

const body = JSON.stringify(VALID_INQUIRY)
const PATH = '/api/v1/inquiries'
const request = (first: string, headers: string[], payload = '') =>
  `${first}\r\nHost: localhost\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n${payload}`
const CLOSE = 'Connection: close'
const JSON_TYPE = 'Content-Type: application/json'
const CHUNKED = [JSON_TYPE, 'Transfer-Encoding: chunked', CLOSE]
const json = (length = Buffer.byteLength(body)) => [JSON_TYPE, `Content-Length: ${length}`, CLOSE]
const post = (headers: string[], payload = body) => request(`POST ${PATH} HTTP/1.1`, headers, payload)
const get = (path: string, ...headers: string[]) => request(`GET ${path} HTTP/1.1`, [...headers, CLOSE])
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)

it.each(rowsOf('tests/hostile/requests.txt'))(
  'a request written by hand with %s',
  async (_title, status, text = '') => {
    const bytes = text
      .replaceAll('\n', '\r\n')
      .replace('{json}', `${JSON_TYPE}\r\n${CLOSE}`)
      .replace('{length}', String(Buffer.byteLength(body)))
      .replace(/\{(\d+) KB\}/, (_, size) => 'x'.repeat(Number(size) * 1024))
      .replace('{body}', body)
    const answer = await sendRaw(server.port, bytes)
    expect(String(statusOf(answer))).toBe(status)
    expect(answer).not.toMatch(/evil\.example|node_modules|\/src\/|at .*:\d+:\d+/)
  },
)

const METHODS = yamlOf<{ methods: [string, number][] }>('tests/hostile/http.yaml').methods
describe.each(['/api/v1/firm', '/openapi.json', '/about/', '/contact/', '/desk/sign-in', PATH, '/mcp'])('%s', (path) =>
  it.each(METHODS)('answers %s with %i and the security headers', async (method, status) => {
    const answer = await sendRaw(server.port, request(`${method} ${path} HTTP/1.1`, [CLOSE]))
    expect(statusOf(answer)).toBe(status)
    for (const name of Object.keys(SECURITY_HEADERS)) expect(answer, name).toMatch(new RegExp(`^${name}: .`, 'im'))
    if (status === 405) expect(answer).toMatch(/^Allow: (GET|POST)/im)
  }),
)

it('what cannot be read has the security headers too', async () => {
  const unreadable = [`GET /api/v1/firm HTTP/1.1\r\nnonsense\r\n\r\n`, get('/', `X: ${'x'.repeat(65_536)}`)]
  const policy = `\r\nContent-Security-Policy: ${SECURITY_HEADERS['Content-Security-Policy']}\r\n`
  for (const bytes of [...unreadable, request('OPTIONS * HTTP/1.1', [CLOSE])])
    expect(await sendRaw(server.port, bytes)).toContain(policy)
})

it('HTTP/1.0 and Expect: 100-continue are answered as any other', async () => {
  expect(statusOf(await sendRaw(server.port, post(json()).replace('HTTP/1.1', 'HTTP/1.0')))).toBe(202)
  const continued = await sendRaw(server.port, post([...json(), 'Expect: 100-continue']))
  expect(continued).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 202 /)
  expected += 2
})

it('a body that would be too large is not asked for, one that ends early is not stored, and one in single bytes is put together', async () => {
  const expecting = [JSON_TYPE, 'Content-Length: 70000', 'Expect: 100-continue']
  expect(await sendRaw(server.port, post(expecting, ''))).toMatch(/^HTTP\/1\.1 413 /)
  await sendRaw(server.port, post(json(Buffer.byteLength(body) + 10)), true)
  const chunks = [...Buffer.from(body)].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join('')
  expect(statusOf(await sendRaw(server.port, post(CHUNKED, `${chunks}0\r\n\r\n`)))).toBe(202)
  expected += 1
})

const LEAKING = yamlOf<{ leaking: string[] }>('tests/hostile/http.yaml').leaking.flatMap((line) => line.split(' '))
it.each([...LEAKING, `/${'a/'.repeat(3000)}`])('addresses like %.60s leak nothing', async (path) => {
  const answer = await sendRaw(server.port, get(path))
  expect([200, 301, 400, 403, 404]).toContain(statusOf(answer))
  if (statusOf(answer) === 200) expect(path).toBe('/index.html/..')
  if (statusOf(answer) === 301) expect(/location: (.*)/i.exec(answer)?.[1]).toMatch(/^\/(?!\/)/)
  expect(answer).not.toMatch(/root:|"dependencies"|FRONT_DESK|pepper|\[build\]/)
})

it('a page is Markdown for anyone who prefers it, in its language', async () => {
  for (const [path, heading] of Object.entries({ '/practice-areas/animal-law/': '# Animal', '/es/faq/': '# Preg' })) {
    const answer = await fetch(server.base + path, { headers: { Accept: 'text/markdown, text/html;q=0.5' } })
    const headers = ['content-type', 'vary'].map((name) => answer.headers.get(name))
    expect([answer.status, ...headers]).toEqual([200, 'text/markdown; charset=utf-8', 'Accept, Accept-Encoding'])
    expect((await answer.text()).startsWith(heading)).toBe(true)
  }
  const { headers } = await fetch(server.base, { headers: { Accept: '*/*' } })
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('link')).toContain('</.well-known/api-catalog>; rel="api-catalog"')
})

it('after all that there is in the store what was accepted, and nothing else, and no word of it in the log', async () => {
  expect(await exportInquiries(dataDir)).toHaveLength(expected)
  expect(server.output()).not.toMatch(/Ana Example|ana@example|Bearer|evil|passwd/)
})

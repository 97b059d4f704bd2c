/** The outgoing webhook, to a real receiver on this machine. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signedWebhook } from '../../src/mail/webhook.ts'
import { readSettings, type WebhookSettings } from '../../src/settings.ts'
import type { Webhook } from '../../src/ports.ts'
import { listen } from '../journeys/server.ts'
import { failure } from '../smtp.ts'
import { holdTimeLimits } from '../time-limit.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BODY = { type: 'inquiry.received', data: { reference: 'K7QM-2F9D' } }
const clock = { now: () => new Date('2026-11-21T15:04:05.678Z') }

let server: Server
let url: string
let received: { path: string; headers: IncomingHttpHeaders; body: string }[]
let answer: (response: ServerResponse) => void
beforeEach(async () => {
  received = []
  answer = (response) => response.writeHead(204).end()
  server = createServer((request, response) => {
    void textOf(request).then((body) => {
      received.push({ path: request.url ?? '', headers: request.headers, body })
      answer(response)
    })
  })
  url = `http://127.0.0.1:${await listen(server)}/hook?x=1`
})
afterEach(() => {
  vi.restoreAllMocks()
  server.closeAllConnections()
  server.close()
})

const webhook = (): Webhook =>
  signedWebhook(readSettings({ WEBHOOK_URL: url, WEBHOOK_SECRET: SECRET }).webhook as WebhookSettings, clock)

/** The check follows the specification of Standard Webhooks. */
function isGenuine({ headers, body }: Pick<(typeof received)[number], 'headers' | 'body'>): boolean {
  const hmac = createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64'))
  hmac.update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
  return headers['webhook-signature'] === `v1,${hmac.digest('base64')}`
}

it('posts JSON that the receiver can check, as the test vectors of Standard Webhooks have it', async () => {
  await webhook().post('webhook-K7QM-2F9D', BODY)
  const [event] = received
  const { path, headers, body } = event!
  expect(path).toBe('/hook?x=1')
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': 'webhook-K7QM-2F9D' })
  expect([headers['webhook-timestamp'], JSON.parse(body)]).toEqual(['1795273445', BODY])
  expect(isGenuine({ headers, body })).toBe(true)
  expect(isGenuine({ headers, body: body.replace('K7QM', 'K7QN') })).toBe(false)
  // From the test vectors of the Standard Webhooks libraries.
  const known = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  expect(isGenuine({ body: '{"test": 2432232314}', headers: known })).toBe(true)
})

it.each([200, 400, 503, 307])('takes only the status 200 as sent, and follows no redirect: %i', async (status) => {
  answer = (response) => response.writeHead(status, { Location: '/elsewhere' }).end('a long story')
  expect(await failure(webhook().post('id', BODY))).toBe(status === 200 ? 'sent' : `HTTP ${status}`)
  expect(received).toHaveLength(1)
})

it.each([
  ['says nothing', () => undefined],
  ['sends headers drop by drop', (response: ServerResponse) => void response.socket?.write('HTTP/1.1 200 OK\r\nX: ')],
])('waits no longer than its limit for one who %s', async (_title, slow) => {
  const limits = holdTimeLimits()
  answer = slow
  const posting = failure(webhook().post('id', BODY))
  await expect.poll(() => received.length).toBe(1)
  expect(limits.set).toEqual([10_000])
  limits.pass()
  expect(await posting).toBe('no answer in time')
})

it('reads no answer to its end', async () => {
  let hungUp: Promise<unknown> | undefined
  answer = (response) => {
    hungUp = once(response, 'close')
    response.writeHead(200)
    // It never ends by itself.
    const pump = () => {
      while (response.write('x'.repeat(65_536)));
    }
    response.on('drain', pump)
    pump()
  }
  expect(await failure(webhook().post('id', BODY))).toBe('sent')
  await hungUp
})

it.each([
  ['hangs up', (response: ServerResponse) => void response.socket?.destroy()],
  ['speaks no HTTP', (response: ServerResponse) => void response.socket?.end('hello')],
])('fails when the receiver %s', async (_title, broken) => {
  answer = broken
  expect(await failure(webhook().post('id', BODY))).toBe('no connection')
})

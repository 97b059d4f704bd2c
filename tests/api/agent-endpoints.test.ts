/**
 * The agent endpoints over HTTP: methods, CORS, keys, and malformed requests, to inquiries too.
 */
import { describe, expect, it } from 'vitest'
import type { RouteName } from '../../src/routes.ts'
import { createTestAgent } from '../test-agent.ts'

const JSON_ADDRESSES: [RouteName, string][] = [
  ['identity', '/agent/identity'],
  ['identity-claim', '/agent/identity/claim'],
  ['identity-claim-complete', '/agent/identity/claim/complete'],
]
const FORM_ADDRESSES: [RouteName, string][] = [
  ['token', '/oauth/token'],
  ['token', '/oauth2/token'],
  ['revoke', '/oauth/revoke'],
  ['revoke', '/oauth2/revoke'],
]
const INQUIRIES: [RouteName, string] = ['inquiries', '/api/v1/inquiries']
const EVENTS: [RouteName, string] = ['event-notify', '/agent/event/notify']
const testAgent = await createTestAgent({ factor: 1000 })

describe.each([...JSON_ADDRESSES, ...FORM_ADDRESSES, EVENTS, INQUIRIES])('%s at %s', (route, path) => {
  it('answers a preflight from any page, exactly', async () => {
    const response = await testAgent.send(route, path, {
      method: 'OPTIONS',
      headers: { Origin: 'https://agent.example', 'Access-Control-Request-Method': 'POST' },
    })
    const header = (name: string) => response.headers.get(name)
    expect([response.status, header('access-control-allow-origin')]).toEqual([204, '*'])
    expect([header('access-control-allow-methods'), header('access-control-allow-credentials')]).toEqual([
      'POST, OPTIONS',
      null,
    ])
    expect(header('access-control-allow-headers')?.split(', ').sort()).toEqual([
      'accept',
      'authorization',
      'content-type',
      'idempotency-key',
      'mcp-protocol-version',
      'mcp-session-id',
    ])
    expect(Number(header('access-control-max-age'))).toBeGreaterThan(0)
  })

  it('takes POST only, and says so in JSON that any page may read', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
      const response = await testAgent.send(route, path, { method })
      expect(
        [response.status, response.headers.get('allow'), response.headers.get('access-control-allow-origin')],
        method,
      ).toEqual([405, 'POST, OPTIONS', '*'])
      expect(response.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
      expect(response.headers.get('content-type')).toMatch(/^application\/(problem\+)?json$/)
    }
  })

  it('refuses more than 64 KiB, compression and torn text', async () => {
    const type =
      route === 'event-notify'
        ? 'application/secevent+jwt'
        : [...JSON_ADDRESSES, INQUIRIES].some(([name]) => name === route)
          ? 'application/json'
          : 'application/x-www-form-urlencoded'
    const post = (body: BodyInit, headers = {}) =>
      testAgent.send(route, path, { method: 'POST', headers: { 'Content-Type': type, ...headers }, body })
    const large = await post('a'.repeat(70_000))
    expect([large.status, JSON.stringify(await large.json())]).toEqual([
      413,
      expect.stringMatching(/invalid_request|content-too-large/),
    ])
    expect([400, 415]).toContain((await post('x', { 'Content-Encoding': 'gzip' })).status)
    expect((await post(new Uint8Array([0xff, 0xfe, 0x7b]))).status).toBe(400)
  })
})

describe('nonsense', () => {
  it.each([
    'a=1&a=2',
    'a[]=1',
    'a[b]=1',
    '__proto__[x]=1',
    '__proto__=1',
    'grant_type=%00',
    'grant_type=%ff',
    'grant_type=%zz',
    'grant_type=a;b=c',
    '&&&&',
    '=',
    'grant_type',
    Array.from({ length: 5000 }, (_, number) => `p${number}=1`).join('&'),
    `${'k'.repeat(60_000)}=1`,
  ])('in a form is 4xx: %.40s', async (body) => {
    for (const [route, path] of FORM_ADDRESSES) {
      const { status } = await testAgent.send(route, path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body,
      })
      expect(status).toBe(400)
    }
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('in a header is no more than a wrong token', async () => {
    for (const value of ['Bearer', 'Bearer  ', `Bearer ${'x'.repeat(10_000)}`, 'Bearer ä', 'Bearer a b', 'bearer\ta']) {
      const { status } = await testAgent.get('agent', '/api/v1/agent', { Authorization: value })
      expect([400, 401], value.slice(0, 20)).toContain(status)
    }
  })
})

describe('jwks.json', () => {
  it('holds public keys only, with an ETag', async () => {
    const response = await testAgent.send('jwks', '/.well-known/jwks.json')
    const text = await response.text()
    const { keys } = JSON.parse(text) as { keys: Record<string, unknown>[] }
    for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    expect([
      response.headers.get('content-type'),
      response.headers.get('access-control-allow-origin'),
      response.headers.get('cache-control'),
    ]).toEqual(['application/jwk-set+json', '*', 'public, max-age=300'])
    const etag = response.headers.get('etag') ?? ''
    const again = await testAgent.send('jwks', '/.well-known/jwks.json', {
      headers: { 'If-None-Match': `"x", W/${etag}` },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const head = await testAgent.send('jwks', '/.well-known/jwks.json', { method: 'HEAD' })
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', etag])
    expect((await testAgent.send('jwks', '/.well-known/jwks.json', { method: 'POST' })).status).toBe(405)
  })
})

it('a limiter that breaks stops tokens and codes, and lets inquiries through', async () => {
  const broken = await createTestAgent()
  broken.service.limiter = { take: () => Promise.reject(new Error('broken')) }
  expect((await broken.post('identity', '/agent/identity', { type: 'anonymous' })).status).toBe(503)
  expect((await broken.form('token', '/oauth/token', {})).body.error).toBe('temporarily_unavailable')
  expect(
    (await broken.post('inquiries', '/api/v1/inquiries', { name: 'A', email: 'a@b.co', message: 'm' })).status,
  ).toBe(202)
})

/** The agent endpoints over HTTP: methods, CORS, keys, and malformed requests, to inquiries too. */
import { describe, expect, it } from 'vitest'
import type { RouteName } from '../../src/routes.ts'
import { expectDescribed } from '../described.ts'
import { yamlOf } from '../table.ts'
import { createTestAgent } from '../test-agent.ts'

type Table = Record<'json' | 'form', [RouteName, string][]> & { nonsense: string[] }
const { json, form, nonsense } = yamlOf<Table>('tests/api/agent-endpoints.yaml')
const INQUIRIES: [RouteName, string] = ['inquiries', '/api/v1/inquiries']
const agent = await createTestAgent({ factor: 1000 })

describe.each([...json, ...form, INQUIRIES])('%s at %s', (route, path) => {
  it('answers a preflight from any page, exactly', async () => {
    const headers = { Origin: 'https://agent.example', 'Access-Control-Request-Method': 'POST' }
    const answer = await agent.send(route, path, { method: 'OPTIONS', headers })
    const allowed = ['origin', 'methods', 'credentials'].map((of) => answer.headers.get(`access-control-allow-${of}`))
    expect([answer.status, ...allowed]).toEqual([204, '*', 'POST, OPTIONS', null])
    expect(answer.headers.get('access-control-allow-headers')?.toLowerCase().split(', ').sort().join(' ')).toBe(
      'accept authorization content-type idempotency-key mcp-protocol-version mcp-session-id',
    )
    expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0)
  })

  it('takes POST only, and says so in JSON that any page may read', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
      const response = await agent.send(route, path, { method })
      const said = ['allow', 'access-control-allow-origin'].map((name) => response.headers.get(name))
      expect([response.status, ...said], method).toEqual([405, 'POST, OPTIONS', '*'])
      expect(response.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
      expect(response.headers.get('content-type')).toMatch(/^application\/(problem\+)?json$/)
    }
  })
})

const MANY = Array.from({ length: 5000 }, (_, number) => `p${number}=1`).join('&')
it.each([...nonsense, MANY])('nonsense in a form is 400: %.40s', async (body) => {
  for (const [route, path] of form) {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await agent.send(route, path, { method: 'POST', headers, body })).status).toBe(400)
  }
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})

it.each([null, '', ' '])('an optional member that is %j is absent', async (client_name) => {
  const { status, body } = await agent.post('identity', '/agent/identity', { type: 'anonymous', client_name })
  expect([status, body.registration_type]).toEqual([200, 'anonymous'])
})

it('jwks.json holds public keys only, as described, with an ETag', async () => {
  const ask = (init?: RequestInit) => agent.send('jwks', '/.well-known/jwks.json', init)
  const response = await ask()
  const described = (await response.clone().json()) as { keys: Record<string, unknown>[] }
  for (const key of described.keys)
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  const names = ['content-type', 'access-control-allow-origin', 'cache-control', 'etag']
  const [type = '', origin, cache, etag] = names.map((name) => response.headers.get(name) ?? '')
  expect([type, origin, cache]).toEqual(['application/jwk-set+json', '*', 'public, max-age=300'])
  expectDescribed(['get', '/.well-known/jwks.json', response.status, type], described)
  const again = await ask({ headers: { 'If-None-Match': `"x", W/${etag}` } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const head = await ask({ method: 'HEAD' })
  expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', etag])
  expect((await ask({ method: 'POST' })).status).toBe(405)
})

/** Access tokens: where they come from, what they are for (RFC 8707), how they are sent, and how they end. */
import { beforeEach, expect, it } from 'vitest'
import { JWT_BEARER_GRANT } from '../../../src/agents/agent-schemas.ts'
import { type Json, agent, useAgent, expectOAuthError } from '../../test-agent.ts'
import { rpc } from '../../mcp/mcp-client.ts'
import { BASE, jsonRequest, VALID_INQUIRY } from '../../test-desk.ts'

useAgent()
let registration: Json
beforeEach(async () => {
  registration = await agent.register()
})
const exchange = (more?: Record<string, string>) => agent.exchange(registration.identity_assertion, more)

it('the token endpoint gives an opaque token with its lifetime and scopes, and nothing else', async () => {
  const { status, headers, body } = await exchange()
  expect([status, headers.get('cache-control'), headers.get('pragma')]).toEqual([200, 'no-store', 'no-cache'])
  const { access_token, ...more } = body
  expect(more).toEqual({ token_type: 'Bearer', expires_in: 3600, scope: 'firm.read inquiries.write' })
  expect(access_token).toMatch(/^[\w\-.~+/]+=*$/)
  expect(String(access_token).split('.')).toHaveLength(5)
})

it('the token endpoint needs a grant type it knows and an assertion; it ignores what it does not know, a client id, and what is empty', async () => {
  expectOAuthError(await agent.form('token', '/oauth/token', {}), 'invalid_request')
  for (const grant_type of ['authorization_code', JWT_BEARER_GRANT.toUpperCase(), '__proto__', 'constructor'])
    expectOAuthError(await agent.form('token', '/oauth/token', { grant_type }), 'unsupported_grant_type')
  expectOAuthError(await agent.exchange(''), 'invalid_request')
  for (const [name, value] of Object.entries({ foo: 'bar', client_id: 'anybody', scope: '', resource: '' }))
    expect((await exchange({ [name]: value })).status, name).toBe(200)
})

it.each(['grant_type', 'assertion', 'foo'])('%s given twice is invalid_request', async (name) => {
  const assertion = String(registration.identity_assertion)
  const parameters = new URLSearchParams({ grant_type: JWT_BEARER_GRANT, assertion })
  for (const _time of [1, 2]) parameters.append(name, 'a')
  expectOAuthError(await agent.form('token', '/oauth/token', [...parameters]), 'invalid_request')
})

it('the token endpoint has no clients', async () => {
  const parameters = { grant_type: JWT_BEARER_GRANT }
  const basic = await agent.form('token', '/oauth/token', parameters, { Authorization: 'Basic YTpi' })
  expectOAuthError(basic, 'invalid_client', 401)
  expect(basic.headers.get('www-authenticate')).toMatch(/^Basic realm="/)
  for (const name of ['client_secret', 'client_assertion'])
    expectOAuthError(await exchange({ [name]: 'x' }), 'invalid_client', 401)
})

const SCOPES = ['firm.read admin', 'inquiries.read', 'firm.read  inquiries.write', '__proto__']
it.each(SCOPES)('scope %j is invalid_scope', async (scope) =>
  expectOAuthError(await exchange({ scope }), 'invalid_scope'),
)

it.each(['GET', 'POST'])('%s to authorize says that no one signs in here', async (method) => {
  const response = await agent.send('authorize', '/oauth/authorize?response_type=code', { method })
  expect([response.status, ((await response.json()) as Json).error]).toEqual([400, 'unsupported_response_type'])
})

const API = `${BASE}/api/v1`
const MCP = `${BASE}/mcp`

const exchangeFor = (resources: string[]) =>
  agent.form('token', '/oauth/token', [
    ['grant_type', JWT_BEARER_GRANT],
    ['assertion', String(registration.identity_assertion)],
    ...resources.map((resource): [string, string] => ['resource', resource]),
  ])

async function statusesWith(token: unknown): Promise<number[]> {
  const call = jsonRequest(rpc('tools/list'), { Authorization: `Bearer ${String(token)}` })
  return [(await agent.check(token)).status, (await agent.send('mcp', '/mcp', call)).status]
}

it.each([
  ['nothing', [], [200, 200]],
  ['both', [API, MCP], [200, 200]],
  ['the API', [API], [200, 401]],
  ['MCP', [MCP], [401, 200]],
])('a token that was asked for %s is good for that only', async (_what, resources, statuses) => {
  expect(await statusesWith((await exchangeFor(resources)).body.access_token)).toEqual(statuses)
})

it.each(['https://evil.example/', `${API}#x`, `${BASE}/`, `${API}/`])('%s is no resource of ours', async (other) => {
  for (const resources of [[other], [BASE, API, other]])
    expectOAuthError(await exchangeFor(resources), 'invalid_target')
})

it('a poll for a resource asks in the same way', async () => {
  const { claim, claim_token } = await agent.serviceAuth()
  await agent.confirm(claim)
  const { body } = await agent.poll(claim_token, { resource: MCP })
  expect(await statusesWith(body.access_token)).toEqual([401, 200])
})

it('the bearer token identifies its holder', async () => {
  const { token, registration: own } = await agent.anonymousToken('firm.read')
  const { status, headers, body } = await agent.check(token)
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  const unknown = { registration_type: 'anonymous', claimed: false, email_verified: false }
  const given = { scopes: ['firm.read'], expires_at: '2026-11-21T16:04:05.000Z' }
  expect(body).toEqual({ registration_id: own.id, ...unknown, ...given })
})

const challenge = `Bearer resource_metadata="${BASE}/.well-known/oauth-protected-resource"`
it('no token, or another scheme, is 401 with a challenge that names no error', async () => {
  for (const Authorization of [undefined, 'Basic YTpi', 'Digest x', 'Token x']) {
    const answer = await agent.get('agent', '/api/v1/agent', Authorization === undefined ? {} : { Authorization })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, challenge])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  }
})

it('the bearer token gets the same response when unknown, expired or revoked', async () => {
  const expired = (await agent.anonymousToken()).token
  agent.advance(3600_000)
  const revoked = (await agent.anonymousToken()).token
  await agent.revoke(revoked)
  const others = ['unknown', '', 'x'.repeat(5000), registration.identity_assertion, registration.claim_token]
  const answers = await Promise.all([expired, revoked, ...others].map((token) => agent.check(token)))
  for (const { status, headers, body } of answers) {
    expect([status, headers.get('www-authenticate')]).toEqual([401, `${challenge}, error="invalid_token"`])
    expect(body).toEqual(answers[0]?.body)
  }
})

it('the bearer token without the scope is 403 and says which', async () => {
  const { token } = await agent.anonymousToken('firm.read')
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await agent.post('inquiries', '/api/v1/inquiries', VALID_INQUIRY, { headers })
  const said = `${challenge}, error="insufficient_scope", scope="inquiries.write"`
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([403, said])
  expect(await agent.inquiries()).toEqual([])
})

it('the bearer token may be named in any case, and is not read from the query', async () => {
  const { token } = await agent.anonymousToken()
  expect((await agent.get('agent', '/api/v1/agent', { Authorization: `bEaReR ${token}` })).status).toBe(200)
  const query = await agent.get('agent', `/api/v1/agent?access_token=${token}`)
  expect([query.status, query.headers.get('www-authenticate')]).toEqual([401, challenge])
  expect(agent.logged()).not.toContain(token)
})

it('a revocation answers the same for a text that is no token of ours, and stores nothing', async () => {
  for (const token of ['garbage', 'a.b.c', registration.claim_token])
    expect((await agent.revoke(token)).status).toBe(200)
  expect((await agent.revoke('')).status).toBe(400)
  expect(agent.store.keysOf()).toEqual([])
})

it('a revocation that is asked for again, or for a token of an ended registration, stores nothing more', async () => {
  const { token } = await agent.anonymousToken()
  const { body } = await exchange()
  for (const revoked of [token, registration.identity_assertion]) await agent.revoke(revoked)
  const before = [...agent.store.records]
  agent.advance(1000)
  for (const revoked of [token, registration.identity_assertion, body.access_token])
    expect((await agent.revoke(revoked)).status).toBe(200)
  expect([...agent.store.records]).toEqual(before)
})

it('a revocation of one token ends it at once and leaves the others; of the assertion ends all', async () => {
  const [one, other] = [await exchange(), await exchange()]
  const { status, headers, body } = await agent.revoke(one.body.access_token)
  expect([status, body, headers.get('cache-control')]).toEqual([200, { text: '' }, 'no-store'])
  expect((await agent.check(one.body.access_token)).status).toBe(401)
  expect((await agent.check(other.body.access_token)).status).toBe(200)
  await agent.revoke(registration.identity_assertion)
  expect((await agent.check(other.body.access_token)).status).toBe(401)
  expectOAuthError(await agent.exchange(registration.identity_assertion), 'invalid_grant')
})

it('a revocation says so while the store is down', async () => {
  const { token } = await agent.anonymousToken()
  agent.store.down = true
  expectOAuthError(await agent.revoke(token), 'temporarily_unavailable', 503)
  agent.store.down = false
  expect((await agent.check(token)).status).toBe(200)
  agent.store.readOnly = 'revoked/'
  expectOAuthError(await agent.revoke(token), 'temporarily_unavailable', 503)
  agent.store.readOnly = 'claims/'
  expectOAuthError(await agent.revoke(registration.identity_assertion), 'temporarily_unavailable', 503)
})

it('a revocation of everything before a moment is one setting', async () => {
  const { token } = await agent.anonymousToken()
  agent.advance(1000)
  agent.service.revokeBefore = agent.service.clock.now().getTime()
  expect((await agent.check(token)).status).toBe(401)
  expectOAuthError(await agent.exchange(registration.identity_assertion), 'invalid_grant')
  expectOAuthError(await agent.poll(registration.claim_token), 'invalid_grant')
  expect((await agent.check((await agent.anonymousToken()).token)).status).toBe(200)
})

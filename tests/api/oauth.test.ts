/** The token endpoint, its use of the store, and the authorization endpoint, which always refuses. */
import { beforeEach, expect, it } from 'vitest'
import { JWT_BEARER_GRANT } from '../../src/agents/agent-schemas.ts'
import { type Json, agent, useAgent } from '../test-agent.ts'
import { expectOAuthError } from '../agents/oauth-error.ts'

useAgent()
let registration: Json
beforeEach(async () => {
  registration = await agent.register()
})
const exchange = (more?: Record<string, string>) => agent.exchange(registration.identity_assertion, more)

it('gives an opaque token with its lifetime and scopes, and nothing else', async () => {
  const { status, headers, body } = await exchange()
  expect([status, headers.get('cache-control'), headers.get('pragma')]).toEqual([200, 'no-store', 'no-cache'])
  expect(body).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'firm.read inquiries.write',
  })
  expect(body.access_token).toMatch(/^[\w\-.~+/]+=*$/)
  expect(String(body.access_token).split('.')).toHaveLength(5)
})

it('needs a grant type it knows', async () => {
  expectOAuthError(await agent.form('token', '/oauth/token', {}), 'invalid_request')
  for (const grant_type of ['authorization_code', JWT_BEARER_GRANT.toUpperCase(), '__proto__', 'constructor'])
    expectOAuthError(await agent.form('token', '/oauth/token', { grant_type }), 'unsupported_grant_type')
})

it.each(['grant_type', 'assertion', 'foo'])('%s given twice is invalid_request', async (name) => {
  const parameters: [string, string][] = [
    ['grant_type', JWT_BEARER_GRANT],
    ['assertion', String(registration.identity_assertion)],
    [name, 'a'],
    [name, 'a'],
  ]
  expectOAuthError(await agent.form('token', '/oauth/token', parameters), 'invalid_request')
})

it('ignores what it does not know, a client id, and what is empty', async () => {
  for (const [name, value] of Object.entries({ foo: 'bar', client_id: 'anybody', scope: '', resource: '' }))
    expect((await exchange({ [name]: value })).status, name).toBe(200)
  expectOAuthError(await agent.exchange(''), 'invalid_request')
})

it('has no clients', async () => {
  const parameters = { grant_type: JWT_BEARER_GRANT }
  const basic = await agent.form('token', '/oauth/token', parameters, { Authorization: 'Basic YTpi' })
  expectOAuthError(basic, 'invalid_client', 401)
  expect(basic.headers.get('www-authenticate')).toMatch(/^Basic realm="/)
  for (const name of ['client_secret', 'client_assertion']) {
    const answer = await exchange({ [name]: 'x' })
    expectOAuthError(answer, 'invalid_client', 401)
  }
})

it.each(['firm.read admin', 'inquiries.read', 'firm.read  inquiries.write', '__proto__'])(
  'scope %j is invalid_scope',
  async (scope) => expectOAuthError(await exchange({ scope }), 'invalid_scope'),
)

it('repeats nothing that is secret', async () => {
  const secret = `${String(registration.identity_assertion)}x`
  expect(JSON.stringify((await agent.exchange(secret)).body)).not.toContain(secret.slice(0, 40))
  expect(agent.logged()).not.toContain(secret.slice(0, 40))
})

it.each(['GET', 'POST'])('%s to authorize says that no one signs in here', async (method) => {
  const response = await agent.send('authorize', '/oauth/authorize?response_type=code', { method })
  expect([response.status, ((await response.json()) as Json).error]).toEqual([400, 'unsupported_response_type'])
})

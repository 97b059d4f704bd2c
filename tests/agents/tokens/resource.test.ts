/** What a token is for (RFC 8707): the API, MCP, or both. */
import { expect, it } from 'vitest'
import { JWT_BEARER_GRANT } from '../../../src/agents/agent-schemas.ts'
import { BASE, jsonRequest } from '../../test-desk.ts'
import { createTestAgent } from '../../test-agent.ts'
import { expectOAuthError } from '../oauth-error.ts'

const API = `${BASE}/api/v1`
const MCP = `${BASE}/mcp`
const agent = await createTestAgent()
const { claim, claim_token } = await agent.serviceAuth()
await agent.confirm(claim)

async function exchangeFor(resources: string[]) {
  const { body } = await agent.poll(claim_token)
  return agent.form('token', '/oauth/token', [
    ['grant_type', JWT_BEARER_GRANT],
    ['assertion', String(body.identity_assertion)],
    ...resources.map((resource): [string, string] => ['resource', resource]),
  ])
}

async function statusesWith(token: unknown): Promise<number[]> {
  const headers = { Authorization: `Bearer ${String(token)}` }
  const call = jsonRequest({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }, headers)
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

it.each(['https://evil.example/', `${API}#x`, `${BASE}/`, `${API}/`])(
  '%s is no resource of this service',
  async (other) => {
    for (const resources of [[other], [BASE, API, other]])
      expectOAuthError(await exchangeFor(resources), 'invalid_target')
  },
)

it('a poll asks in the same way', async () =>
  expect(await statusesWith((await agent.poll(claim_token, { resource: MCP })).body.access_token)).toEqual([401, 200]))

/** `/mcp` as HTTP: the checks before the protocol. */
import { expect, it } from 'vitest'
import { agent, useAgent } from '../test-agent.ts'
import { blocksOf } from '../table.ts'
import { VALID_INQUIRY, BASE, jsonRequest } from '../test-desk.ts'
import { rpc, send, sendLegacy } from './mcp-client.ts'

useAgent()

const [ORIGINS = [], REFUSED = []] = blocksOf('tests/mcp/guard.txt')
it.each(ORIGINS)('at %s a page of %s gets %s, and its preflight says the same', async (base, Origin, said) => {
  const status = Number(said)
  agent.service.base = base
  const of = (init: RequestInit) =>
    agent.send('mcp', `${base}/mcp`, { ...init, headers: { ...(init.headers as Record<string, string>), Origin } })
  const [asked, answered] = [await of({ method: 'OPTIONS' }), await of(jsonRequest(rpc('tools/list')))]
  expect([asked.status, answered.status]).toEqual([status === 200 ? 204 : status, status])
  for (const { headers } of [asked, answered]) expect(headers.get('access-control-allow-origin')).toBe('*')
  if (status !== 200) return
  expect(asked.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS')
  const names = 'authorization content-type mcp-protocol-version mcp-session-id mcp-method mcp-name last-event-id'
  expect(asked.headers.get('access-control-allow-headers')?.split(', ')).toEqual(
    expect.arrayContaining(names.split(' ')),
  )
})

it('GET, HEAD, DELETE, PUT and PATCH are refused with 405; a browser is shown a page that says so', async () => {
  for (const method of ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH']) {
    const { status, headers } = await send('', {}, method)
    expect([status, headers.get('allow')], method).toEqual([405, 'POST, OPTIONS'])
  }
  const response = await agent.send('mcp', '/mcp', { headers: { Accept: 'text/html,*/*' } })
  expect([response.status, response.headers.get('content-type')]).toEqual([405, 'text/html; charset=utf-8'])
  expect(await response.text()).toContain('for programs')
})

const LARGE = ['64 KiB and more', JSON.stringify(rpc('x', { padding: 'x'.repeat(70_000) })), '413 -32600']
it.each([...REFUSED, LARGE])('%s is refused in JSON-RPC', async (_name, text, said) => {
  const answer = await send(text)
  expect(`${answer.status} ${answer.body.error?.code}`).toBe(said)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
})

it('accepts JSON bodies only, with any Accept header, and on loopback no other host names (DNS rebinding)', async () => {
  expect((await send(rpc('tools/list'), { 'Content-Type': 'text/plain' })).status).toBe(415)
  for (const Accept of ['*/*', 'application/json', 'text/event-stream', ''])
    expect((await sendLegacy('tools/list', {}, { Accept })).status, Accept).toBe(200)
  agent.service.base = 'http://localhost:8888'
  expect((await sendLegacy('tools/list')).status).toBe(403)
})

it('rejects an invalid token with its own challenge, and submit_inquiry without the scope', async () => {
  const answer = await sendLegacy('tools/list', {}, { Authorization: 'Bearer x' })
  const own = `Bearer resource_metadata="${BASE}/.well-known/oauth-protected-resource/mcp", error="invalid_token"`
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, own])
  const { token } = await agent.anonymousToken('firm.read')
  const callWith = (name: string, given: object) =>
    sendLegacy('tools/call', { name, arguments: given }, { Authorization: `Bearer ${token}` })
  expect((await callWith('get_agent_access', {})).status).toBe(200)
  const narrow = await callWith('submit_inquiry', { ...VALID_INQUIRY, confirmed: true })
  expect(narrow.status).toBe(403)
  expect(narrow.headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="inquiries.write"')
  expect(await agent.inquiries()).toEqual([])
})

it('answers with the same list for a caller with a token, its rate limit, and for no cache', async () => {
  const { body } = await sendLegacy('tools/list')
  const { token } = await agent.anonymousToken('firm.read')
  const known = await sendLegacy('tools/list', {}, { Authorization: `Bearer ${token}` })
  const [type, cache, limit] = ['content-type', 'cache-control', 'ratelimit'].map((name) => known.headers.get(name))
  expect([known.status, known.body, type, cache]).toEqual([200, body, 'application/json', 'no-store'])
  expect(limit).toContain('"mcp"')
})

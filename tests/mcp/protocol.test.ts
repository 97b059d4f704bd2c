/** `/mcp` as JSON-RPC, in both eras: what each message gets, from a new server and from one that has answered others. */
import { beforeAll, describe, expect, it } from 'vitest'
import { olderServerCard } from '../../src/contract/documents/catalogs.ts'
import { API_VERSION, MCP_VERSIONS } from '../../src/site.ts'
import { createTestAgent, type Json, type TestAgent, agent, useAgent } from '../test-agent.ts'
import { rowsOf, yamlOf } from '../table.ts'
import { BASE, VALID_INQUIRY } from '../test-desk.ts'
import { type Era, ERAS, HANDSHAKE, rpc, send, sendLegacy, sendModern, type SentHeaders } from './mcp-client.ts'
import { TOOL_CALLS } from './tool-calls.ts'

useAgent()

/** It has answered every message of this file. */
let used: TestAgent
let callers = 0
beforeAll(async () => {
  used = await createTestAgent()
})

/** Asks a new service, and a used one twice. All answers must be the same. */
async function expectSame(message: unknown, headers: SentHeaders) {
  const answer = await send(message, headers)
  for (const _time of [1, 2]) {
    const again = await send(message, headers, 'POST', { agent: used, address: `192.0.2.${callers++ % 250}` })
    const seen = ({ status, text, headers }: typeof answer) => [status, headers.get('content-type'), text]
    expect(seen(again)).toEqual(seen(answer))
  }
  return answer
}

const GIVEN = { '{HANDSHAKE}': HANDSHAKE, '{INQUIRY}': VALID_INQUIRY }
const ROWS = [
  ...rowsOf('tests/mcp/protocol.txt'),
  ...Object.entries(TOOL_CALLS)
    .filter(([name]) => !name.endsWith('_inquiry'))
    .map(([name, given]) => ['tools/call', JSON.stringify({ name, arguments: given }), 'result']),
]

describe.each(Object.keys(ERAS) as Era[])('in the %s era', (era) => {
  const ask = ERAS[era]

  it.each(ROWS)('%s %s gets %s %s', async (method, text, legacy, modern = legacy) => {
    const json = Object.entries(GIVEN).reduce((all, [name, value]) => all.replace(name, JSON.stringify(value)), text)
    const { status, body } = await expectSame(...ask(method, json === '' ? undefined : (JSON.parse(json) as Json)))
    const got = body.error?.code ?? (body.result?.isError ? 'isError' : body.result && 'result')
    expect(body.id).toBe(1)
    expect(status === 200 ? `${got}` : `${status} ${got}`).toBe(era === 'legacy' ? legacy : modern)
  })

  it.each([1, 0, -7, 'a', '', 'with "quotes", \\ and ü', '}'])('the id %j is given back', async (id) => {
    for (const method of ['tools/list', 'resources/list'])
      expect((await expectSame(...ask(method, undefined, id))).body).toMatchObject({ id, result: {} })
  })

  it.each([null, 1.5, true, { a: 1 }])('the id %j is refused', async (id) => {
    const refused = { status: 400, body: { error: { code: -32600 } } }
    expect(await expectSame(...ask('tools/list', {}, id))).toMatchObject(refused)
  })

  it('a notification and a response are accepted, what is not JSON-RPC is refused', async () => {
    const [list, headers] = ask('tools/list') as [Json, SentHeaders]
    const [{ id: _none, ...notification }] = ask('notifications/initialized') as [Json, SentHeaders]
    const name = { ...headers, ...(era === 'modern' && { 'Mcp-Method': 'notifications/initialized' }) }
    expect((await expectSame(notification, name)).status).toBe(202)
    expect((await expectSame({ jsonrpc: '2.0', id: 1, result: {} }, headers)).status).toBe(era === 'legacy' ? 202 : 400)
    const method = 'tools/list'
    for (const message of [{}, { method }, { jsonrpc: '1.0', id: 1, method }, { ...list, more: 1 }])
      expect((await expectSame(message, headers)).status).toBe(400)
  })

  it('callers at once get their own answers, also with the same id', async () => {
    const scopes = ['firm.read', 'inquiries.write', 'firm.read', 'inquiries.write']
    const tokens = await Promise.all(scopes.map((scope) => agent.anonymousToken(scope)))
    const [message, headers] = ask('tools/call', { name: 'get_agent_access', arguments: {} })
    const asked = tokens.map(({ token }) => send(message, { ...headers, Authorization: `Bearer ${token}` }))
    const given = (await Promise.all(asked)).map(({ body }) => (body.result?.structuredContent as Json).scopes)
    expect(given).toEqual(scopes.map((scope) => [scope]))
  })
})

const [list] = ERAS.modern('tools/list')
const [call] = ERAS.modern('tools/call', { name: 'get_firm_overview', arguments: {} })
const [old] = ERAS.legacy('tools/list')
const MESSAGES = { list, call, old }

const HEADERS = yamlOf<[string, keyof typeof MESSAGES, Record<string, string>, number][]>('tests/mcp/protocol.yaml')
it.each(HEADERS)('headers that the body contradicts, or that are missing: %s', async (...row) => {
  const [, message, headers, status] = row
  expect((await expectSame(MESSAGES[message], headers)).status).toBe(status)
})

it.each(MCP_VERSIONS.slice(2))('headers may name the older version %s', async (version) =>
  expect((await expectSame(old, { 'MCP-Protocol-Version': version })).status).toBe(200),
)

it.each<[string, Json, number]>([
  ['an unknown version', { 'io.modelcontextprotocol/protocolVersion': '1999-01-01' }, 400],
  ['no capabilities', { 'io.modelcontextprotocol/clientCapabilities': undefined }, 400],
  ['a client without a name', { 'io.modelcontextprotocol/clientInfo': {} }, 400],
  ['no client', { 'io.modelcontextprotocol/clientInfo': undefined }, 200],
])('an envelope with %s', async (_what, _meta, status) => {
  for (const method of ['tools/list', 'tools/call'])
    expect((await expectSame(...ERAS.modern(method, { name: 'get_firm_overview', _meta }))).status).toBe(status)
})

it.each([...MCP_VERSIONS.slice(1), '1999-01-01', undefined])('the handshake for %s', async (protocolVersion) => {
  const { body } = await expectSame(rpc('initialize', { ...HANDSHAKE, protocolVersion }), {})
  if (protocolVersion === undefined) return expect(body.error).toBeDefined()
  const isKnown = MCP_VERSIONS.includes(protocolVersion)
  expect(body.result).toMatchObject({
    protocolVersion: isKnown ? protocolVersion : MCP_VERSIONS[1],
    serverInfo: { version: API_VERSION, title: agent.service.firm.name },
  })
})

it('the capabilities of the older card are those that a client receives', async () => {
  const { capabilities } = olderServerCard(BASE, agent.service.firm)
  expect((await sendLegacy('initialize', HANDSHAKE)).body.result?.capabilities).toEqual(capabilities)
  expect((await sendModern('server/discover')).body.result).toMatchObject({
    capabilities,
    supportedVersions: MCP_VERSIONS.slice(0, 1),
  })
})

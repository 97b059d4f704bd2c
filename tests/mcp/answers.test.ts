/**
 * What is remembered and what shared servers answer is what the protocol library answers with a server for each request.
 */
import { describe, expect, it } from 'vitest'
import type { Message } from '../../src/mcp/received.ts'
import type { Json } from '../test-agent.ts'
import { VALID_INQUIRY } from '../test-desk.ts'
import { TOOL_CALLS } from './tool-calls.ts'
import { ERAS, expectSame, HANDSHAKE, LATEST, LISTS, MODERN, OLDER, openBoth, receive } from './two-answers.ts'

const IDS = [1, 0, -7, 'a', '', 'with "quotes", \\ and ü', '}']

describe.each(Object.entries(ERAS))('in the %s era', (era, ask) => {
  const constant = [...LISTS, 'skills/list', ...(era === 'modern' ? ['server/discover'] : [])]

  it.each(constant)('%s is the same with every id, remembered or not', async (method) => {
    const { answer, expected } = await openBoth()
    for (const id of [...IDS, ...IDS]) {
      const received = ask(method, undefined, id)
      const wanted = await expected(received)
      expect([wanted.status, JSON.parse(wanted.body)]).toMatchObject([200, { id, result: {} }])
      expect(await answer(received)).toEqual(wanted)
    }
  })

  it.each([null, 1.5, true, { a: 1 }])('what is remembered does not answer the id %j', async (id) => {
    const { answer, expected } = await openBoth()
    await answer(ask('tools/list'))
    const received = ask('tools/list', undefined, id)
    const wanted = await expected(received)
    expect(wanted.status).toBe(400)
    expect(await answer(received)).toEqual(wanted)
  })

  it('lists are the same with a token', async () => {
    const { answer, expected } = await openBoth()
    const agent = { registration: { id: 'x' }, scopes: ['firm.read'], claimed: true, expiresAt: '' } as never
    for (const method of constant) {
      const received = ask(method)
      const wanted = await expected(received)
      const withToken = { ...received, toolCaller: { ...received.toolCaller, agent } }
      expect(await answer(received)).toEqual(wanted)
      expect(await answer(withToken)).toEqual(wanted)
      expect(await expected(withToken)).toEqual(wanted)
    }
  })

  it.each<[string, Json?, unknown?]>([
    ['nothing/at-all'],
    ['constructor'],
    ['resources/subscribe', { uri: 'firm://faq' }],
    ['ping'],
    ['initialize', HANDSHAKE],
    ['server/discover'],
    ['logging/setLevel', { level: 'debug' }],
    ['tools/list', { cursor: 5 }],
    ['tools/list', { cursor: 'x' }],
    ['tools/list', { _meta: { progressToken: 1 } }],
    ['tools/list', { _meta: 5 }],
    ['tools/list', {}, null],
    ['tools/list', {}, 1.5],
    ['tools/list', {}, { a: 1 }],
    ['tools/list', { padding: 'x'.repeat(3000) }],
    ['tools/call', { name: 'nothing', arguments: {} }],
    ['tools/call', { name: 'get_firm_overview', arguments: { extra: 1 } }],
    ['tools/call', { name: 'get_firm_overview', arguments: 5 }],
    ['tools/call', { name: 5 }],
    ['tools/call', {}],
    ['tools/call', { name: '=?base64?eA==?=', arguments: {} }],
    ['tools/call', { name: 'submit_inquiry', arguments: VALID_INQUIRY, requestState: 'forged' }],
    ['tools/call', { name: 'submit_inquiry', arguments: VALID_INQUIRY, requestState: 5 }],
    ['tools/call', { name: 'submit_inquiry', arguments: VALID_INQUIRY, inputResponses: {} }],
    ['resources/read', { uri: 'firm://faq' }],
    ['resources/read', { uri: 'firm://practice-areas/animal_law' }],
    ['resources/read', { uri: 'firm://practice-areas/nothing' }],
    ['resources/read', { uri: 'not a uri' }],
    ['prompts/get', { name: 'prepare_for_consultation', arguments: { topic: 'x' } }],
    ['prompts/get', { name: 'prepare_for_consultation' }],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'draft_inquiry' }, argument: { name: 'topic', value: '' } },
    ],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'topic', value: '' } }],
  ])('%s %j %j is answered the same', async (method, params, id = 1) => {
    await expectSame(ask(method, params, id))
  })

  it.each(Object.entries(TOOL_CALLS).filter(([name]) => !/_inquiry$/.test(name)))(
    'so is a call of %s',
    async (name, given) => {
      const { body } = await expectSame(ask('tools/call', { name, arguments: given }))
      expect(JSON.parse(body)).toHaveProperty('result.structuredContent')
    },
  )

  it('ids of practice areas are completed', async () => {
    const ref = { type: 'ref/resource', uri: 'firm://practice-areas/{id}' }
    const { body } = await expectSame(ask('completion/complete', { ref, argument: { name: 'id', value: 'w' } }))
    expect(JSON.parse(body)).toMatchObject({ result: { completion: { values: ['wills_trusts'] } } })
  })

  it('a notification is accepted', async () => {
    const { message, request } = ask('notifications/initialized')
    const { id: _none, ...notification } = message
    const received = { ...receive(notification, {}), request }
    expect((await expectSame(received)).status).toBe(202)
  })

  it('a response is answered the same', async () => {
    await expectSame({ ...receive({ jsonrpc: '2.0', id: 1, result: {} }, {}), request: ask('ping').request })
  })

  it('a message that is no JSON-RPC is refused', async () => {
    for (const message of [
      {},
      { method: 'tools/list' },
      { jsonrpc: '1.0', id: 1, method: 'tools/list' },
      { ...ask('tools/list').message, more: 1 },
    ])
      expect((await expectSame({ ...receive(message, {}), request: ask('tools/list').request })).status).toBe(400)
  })
})

describe('headers that the body contradicts, or that are missing', () => {
  const list = ERAS.modern('tools/list').message
  const call = ERAS.modern('tools/call', { name: 'get_firm_overview', arguments: {} }).message
  const old = ERAS.legacy('tools/list').message

  it.each<[string, Message, Record<string, string>]>([
    ['no header', list, {}],
    ['no version', list, { 'Mcp-Method': 'tools/list' }],
    ['no method', list, { 'MCP-Protocol-Version': MODERN }],
    ['another method', list, { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': 'tools/call' }],
    ['another version', list, { 'MCP-Protocol-Version': LATEST, 'Mcp-Method': 'tools/list' }],
    ['no name', call, { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': 'tools/call' }],
    ['another name', call, { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': 'tools/call', 'Mcp-Name': 'list_faq' }],
    ['spaces', call, { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': 'tools/call', 'Mcp-Name': ' get_firm_overview ' }],
    ['the new version without its envelope', old, { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': 'tools/list' }],
    ['no version, without handshake', old, {}],
    ['an unknown version', old, { 'MCP-Protocol-Version': '1999-01-01' }],
    ...OLDER.map((version): [string, Message, Record<string, string>] => [
      version,
      old,
      { 'MCP-Protocol-Version': version },
    ]),
  ])('%s', async (_what, message, headers) => {
    const { answer, expected } = await openBoth()
    // What was remembered for right headers must not answer wrong ones.
    await answer(ERAS.modern('tools/list'))
    await answer(ERAS.legacy('tools/list'))
    const received = receive(message, headers)
    expect(await answer(received)).toEqual(await expected(received))
  })

  it.each<[string, Json]>([
    ['an unknown version', { 'io.modelcontextprotocol/protocolVersion': '1999-01-01' }],
    ['no capabilities', { 'io.modelcontextprotocol/clientCapabilities': undefined }],
    ['capabilities of the wrong kind', { 'io.modelcontextprotocol/clientCapabilities': 5 }],
    ['a client without a name', { 'io.modelcontextprotocol/clientInfo': {} }],
    ['no client', { 'io.modelcontextprotocol/clientInfo': undefined }],
  ])('an envelope with %s', async (_what, _meta) => {
    await expectSame(ERAS.modern('tools/list', { _meta }))
    await expectSame(ERAS.modern('tools/call', { name: 'get_firm_overview', _meta }))
  })
})

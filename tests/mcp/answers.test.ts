/**
 * What is remembered and what shared servers answer, against what the protocol library answers with a server for each request.
 */
import { inputRequired } from '@modelcontextprotocol/server'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createAnswers } from '../../src/mcp/answers.ts'
import type { Message, Received } from '../../src/mcp/message.ts'
import { firmOffer, type McpOffer, serverMaker } from '../../src/mcp/offer.ts'
import { requestServers } from '../../src/mcp/request-server.ts'
import { MCP_VERSIONS } from '../../src/site.ts'
import { createTestAgent, type Json, type TestAgent } from '../test-agent.ts'
import { BASE, VALID_INQUIRY } from '../test-desk.ts'
import { TOOL_CALLS } from './tool-calls.ts'

const LISTS = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']
const IDS = [1, 0, -7, 'a', '', 'with "quotes", \\ and ü', '}']
const [MODERN = '', LATEST = '', ...OLDER] = MCP_VERSIONS
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const HANDSHAKE = { protocolVersion: LATEST, capabilities: {}, clientInfo: { name: 'test', version: '1' } }

let testAgent: TestAgent
beforeEach(async () => {
  testAgent = await createTestAgent()
})

/** What passed the guard. */
function receive(message: unknown, headers: Record<string, string | undefined>): Received {
  const text = JSON.stringify(message)
  const sent = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined)
  return {
    message: JSON.parse(text) as Message,
    text,
    request: new Request(`${BASE}/mcp`, { method: 'POST', headers: [['Content-Type', 'application/json'], ...sent] }),
    toolCaller: { caller: { address: '192.0.2.1' }, agent: undefined },
  }
}

/** Requests of both eras. */
const ERAS = {
  legacy: (method: string, params?: Json, id: unknown = 1) =>
    receive({ jsonrpc: '2.0', id, method, params }, { 'MCP-Protocol-Version': LATEST }),
  modern: (method: string, params: Json = {}, id: unknown = 1) => {
    const name = params.name ?? params.uri
    return receive(
      { jsonrpc: '2.0', id, method, params: { ...params, _meta: { ...ENVELOPE, ...(params._meta as Json) } } },
      {
        'MCP-Protocol-Version': MODERN,
        'Mcp-Method': method,
        'Mcp-Name': typeof name === 'string' ? name : undefined,
      },
    )
  },
} as const

interface Read {
  status: number
  type: string | null
  body: string
}

/** Answers as they are served, and as the library gives them with a server for each request. */
async function open(offer: McpOffer = firmOffer) {
  const { service } = testAgent
  const served = await createAnswers(service, offer)
  const reference = requestServers(serverMaker(service, offer), service.log)
  return {
    async answer(received: Received): Promise<Read> {
      const { status, headers, body } = await served(received)
      return { status, type: headers['content-type'] ?? null, body: await new Response(body).text() }
    },
    async expected(received: Received): Promise<Read> {
      const response = await reference(received)
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        body: await response.text(),
      }
    },
  }
}

/** Asks twice, because the second answer may be remembered. */
async function expectSame(received: Received, offer?: McpOffer): Promise<Read> {
  const { answer, expected } = await open(offer)
  const wanted = await expected(received)
  expect(await answer(received)).toEqual(wanted)
  expect(await answer(received)).toEqual(wanted)
  return wanted
}

describe.each(Object.entries(ERAS))('in the %s era', (era, ask) => {
  const constant = [...LISTS, ...(era === 'modern' ? ['server/discover'] : [])]

  it.each(constant)('%s is the same with every id, remembered or not', async (method) => {
    const { answer, expected } = await open()
    for (const id of [...IDS, ...IDS]) {
      const received = ask(method, undefined, id)
      const wanted = await expected(received)
      expect([wanted.status, JSON.parse(wanted.body)]).toMatchObject([200, { id, result: {} }])
      expect(await answer(received)).toEqual(wanted)
    }
  })

  it('lists are the same with a token', async () => {
    const { answer, expected } = await open()
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
    const { answer, expected } = await open()
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

describe('what needs a server of its own', () => {
  const NOTHING = z.strictObject({})
  /** Tools that tell the client something while it waits, that repeat a parameter in a header, or that ask for more than it can. */
  const offer: McpOffer = () => (server) => {
    server.server.registerCapabilities({ logging: {} })
    server.registerTool('logs', { inputSchema: NOTHING }, async (_given, { mcpReq }) => {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- Clients may still ask for it.
      await mcpReq.log('info', 'At work.')
      return { content: [] }
    })
    server.registerTool('progresses', { inputSchema: NOTHING }, async (_given, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1 } })
      return { content: [] }
    })
    server.registerTool(
      'by_header',
      { inputSchema: z.strictObject({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }) },
      ({ region }) => ({ content: [{ type: 'text', text: region }] }),
    )
    server.registerTool('asks', { inputSchema: NOTHING }, () =>
      inputRequired({ inputRequests: { roots: inputRequired.listRoots() } }),
    )
  }
  const call = (name: string, _meta: Json = {}, given: Json = {}) => ({ name, arguments: given, _meta })

  it('a log that the client asked for', async () => {
    const wantsLog = { 'io.modelcontextprotocol/logLevel': 'debug' }
    expect((await expectSame(ERAS.modern('tools/call', call('logs', wantsLog)), offer)).body).toContain('At work.')
    expect((await expectSame(ERAS.modern('tools/call', call('logs')), offer)).body).not.toContain('At work.')
    await expectSame(ERAS.legacy('tools/call', call('logs')), offer)
  })

  it.each(Object.values(ERAS))('progress, when the client gives a token', async (ask) => {
    const { type, body } = await expectSame(ask('tools/call', call('progresses', { progressToken: 5 })), offer)
    expect([type, body]).toEqual(['text/event-stream', expect.stringContaining('notifications/progress')])
    expect((await expectSame(ask('tools/call', call('progresses')), offer)).type).toBe('application/json')
  })

  it('a parameter that a header must repeat', async () => {
    const received = ERAS.modern('tools/call', call('by_header', {}, { region: 'east' }))
    expect((await expectSame(received, offer)).status).toBe(400)
    received.request.headers.set('Mcp-Param-Region', 'west')
    expect((await expectSame(received, offer)).status).toBe(400)
    received.request.headers.set('Mcp-Param-Region', 'east')
    expect((await expectSame(received, offer)).status).toBe(200)
  })

  it('the handshake, which one client must not make for another', async () => {
    const { answer, expected } = await open()
    for (const protocolVersion of [...OLDER, LATEST, '1999-01-01', undefined]) {
      const received = receive(
        { jsonrpc: '2.0', id: 1, method: 'initialize', params: { ...HANDSHAKE, protocolVersion } },
        {},
      )
      expect(await answer(received)).toEqual(await expected(received))
      expect(await answer(received)).toEqual(await expected(received))
    }
  })

  it('but not a question that the client cannot answer: that is refused', async () => {
    expect((await expectSame(ERAS.modern('tools/call', call('asks')), offer)).status).toBe(400)
    await expectSame(ERAS.legacy('tools/call', call('asks')), offer)
  })
})

it('calls under way with the same id get their own answers', async () => {
  const { service } = testAgent
  const served = await createAnswers(service, firmOffer)
  const agentOf = (scope: string) =>
    ({ registration: { id: scope }, scopes: [scope], claimed: false, expiresAt: '2026-11-22T00:00:00Z' }) as never
  const call = { name: 'get_agent_access', arguments: {} }
  const scopes = ['firm.read', 'inquiries.write']
  const bodies = await Promise.all(
    Object.values(ERAS).flatMap((ask) =>
      scopes.map(async (scope) => {
        const received = ask('tools/call', call)
        const agent = agentOf(scope)
        const { body } = await served({ ...received, toolCaller: { ...received.toolCaller, agent } })
        return JSON.parse(String(body)) as Json
      }),
    ),
  )
  expect(bodies).toMatchObject(
    [...scopes, ...scopes].map((scope) => ({ id: 1, result: { structuredContent: { scopes: [scope] } } })),
  )
})

describe('a list', () => {
  /** An offer that changes, which the firm's does not: it shows when the library was asked. */
  function changing() {
    let tools = 0
    const made: (() => void)[] = []
    const offer: McpOffer = () => (server) => {
      const add = () =>
        server.registerTool(`tool_${++tools}`, { inputSchema: z.strictObject({}) }, () => ({ content: [] }))
      add()
      made.push(add)
    }
    return {
      offer,
      grow: () => {
        for (const add of made) add()
      },
    }
  }

  it.each(Object.values(ERAS))('is asked of the library once for each request that differs', async (ask) => {
    const { offer, grow } = changing()
    const { answer } = await open(offer)
    const list = async (id: number, params?: Json) => {
      const { body } = await answer(ask('tools/list', params, id))
      return (JSON.parse(body) as { result: { tools: unknown[] } }).result.tools.length
    }
    expect(await list(1)).toBe(1)
    grow()
    expect(await list(2)).toBe(1)
    expect(await list(3, { _meta: { other: true } })).toBe(2)
    // After as many others as are remembered, the first is forgotten.
    for (let other = 0; other < 100; other++) await list(4, { _meta: { other } })
    expect(await list(5)).toBe(2)
  })

  it('and calls make no server', async () => {
    let servers = 0
    const counting: McpOffer = (service) => {
      const register = firmOffer(service)
      return (server, method) => {
        servers++
        register(server, method)
      }
    }
    const { answer } = await open(counting)
    const made = servers
    for (const ask of Object.values(ERAS)) {
      for (const method of LISTS) await answer(ask(method))
      for (const [name, given] of Object.entries(TOOL_CALLS))
        await answer(ask('tools/call', { name, arguments: given }))
    }
    // Two of `open`, one for each era.
    expect([made, servers]).toEqual([2, 2])
  })
})

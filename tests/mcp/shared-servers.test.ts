/**
 * When a request gets a server of its own, when the library is asked again, and that callers who share a server get their own answers.
 */
import { inputRequired } from '@modelcontextprotocol/server'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { firmOffer, type McpOffer } from '../../src/mcp/offer.ts'
import type { Json } from '../test-agent.ts'
import { TOOL_CALLS } from './tool-calls.ts'
import { ERAS, expectSame, HANDSHAKE, LATEST, LISTS, OLDER, openBoth, receive } from './two-answers.ts'

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
    const { answer, expected } = await openBoth()
    for (const protocolVersion of [...OLDER, LATEST, '1999-01-01', undefined]) {
      const received = receive(
        { jsonrpc: '2.0', id: 1, method: 'initialize', params: { ...HANDSHAKE, protocolVersion } },
        {},
      )
      expect(await answer(received)).toEqual(await expected(received))
      expect(await answer(received)).toEqual(await expected(received))
    }
  })

  it.each(Object.values(ERAS))('a method for which the offer has nothing', async (ask) => {
    const completion = { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'topic', value: '' } }
    const { body } = await expectSame(ask('completion/complete', completion), offer)
    expect(JSON.parse(body)).toMatchObject({ error: { code: -32601 } })
  })

  it('but not a question that the client cannot answer: that is refused', async () => {
    expect((await expectSame(ERAS.modern('tools/call', call('asks')), offer)).status).toBe(400)
    await expectSame(ERAS.legacy('tools/call', call('asks')), offer)
  })
})

it('calls under way with the same id get their own answers', async () => {
  const { answer } = await openBoth()
  const scopes = ['firm.read', 'inquiries.write']
  const bodies = await Promise.all(
    Object.values(ERAS).flatMap((ask) =>
      scopes.map(async (scope) => {
        const received = ask('tools/call', { name: 'get_agent_access', arguments: {} })
        const agent = {
          registration: { id: scope },
          scopes: [scope],
          claimed: false,
          expiresAt: '2026-11-22T00:00:00Z',
        } as never
        const { body } = await answer({ ...received, toolCaller: { ...received.toolCaller, agent } })
        return JSON.parse(body) as Json
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
    const { answer } = await openBoth(offer)
    const list = async (id: number, params?: Json) => {
      const { body } = await answer(ask('tools/list', params, id))
      return (JSON.parse(body) as { result: { tools: unknown[] } }).result.tools.length
    }
    expect(await list(1)).toBe(1)
    grow()
    expect(await list(2)).toBe(1)
    expect(await list(3, { _meta: { other: true } })).toBe(2)
    // As many as are remembered, with these two. One more, and the first is forgotten.
    for (let other = 0; other < 98; other++) await list(4, { _meta: { other } })
    expect(await list(5)).toBe(1)
    await list(6, { _meta: { other: 98 } })
    expect(await list(7)).toBe(2)
  })

  it('and calls make no server, a handshake makes one for all that are the same', async () => {
    let servers = 0
    const counting: McpOffer = (service) => {
      const register = firmOffer(service)
      return (server, method) => {
        servers++
        register(server, method)
      }
    }
    const { answer } = await openBoth(counting)
    for (const ask of [...Object.values(ERAS), ...Object.values(ERAS)]) {
      for (const method of LISTS) await answer(ask(method))
      for (const [name, given] of Object.entries(TOOL_CALLS))
        await answer(ask('tools/call', { name, arguments: given }))
    }
    expect(servers, 'one for each era').toBe(2)
    for (const id of [1, 'a', 1]) await answer(ERAS.legacy('initialize', HANDSHAKE, id))
    expect(servers).toBe(3)
  })
})

/**
 * `/mcp` as JSON-RPC: the errors that a bare transport would handle wrongly, in both eras.
 */
import { describe, expect, it } from 'vitest'
import { withoutSignatures } from '../inquiry-receipt.ts'
import type { Json } from '../test-agent.ts'
import { RATE_LIMITS } from '../../src/rate-limits.ts'
import { API_VERSION, MCP_VERSIONS } from '../../src/site.ts'
import { olderServerCard } from '../../src/contract/documents/catalogs.ts'
import { TOOL_NAMES } from '../../src/contract/mcp-tools.ts'
import { TOOLS } from '../../src/mcp/tools.ts'
import { BASE, VALID_INQUIRY } from '../test-desk.ts'
import { TOOL_CALLS } from './tool-calls.ts'
import { META, testAgent, rpc, send, sendLegacy, sendModern, useMcp } from './mcp-client.ts'

useMcp()

describe.each([
  ['before', sendLegacy],
  ['after', sendModern],
] as const)('%s the handshake was dropped', (_era, call) => {
  it('lists the tools with strict schemas', async () => {
    const { body } = await call('tools/list')
    const { tools } = body.result as {
      tools: {
        name: string
        inputSchema: {
          additionalProperties?: boolean
          properties?: Record<string, { description?: string; enum?: string[] }>
        }
      }[]
    }
    expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES)
    for (const { name, inputSchema } of tools) expect(inputSchema.additionalProperties, name).toBe(false)
    expect(tools.find(({ name }) => name === 'get_practice_area')?.inputSchema.properties?.id?.enum).toEqual([
      'personal_injury',
      'criminal_traffic',
      'wills_trusts',
      'animal_law',
    ])
    for (const {
      name,
      inputSchema: { properties = {} },
    } of tools)
      for (const [field, property] of Object.entries(properties))
        expect(property.description, `${name}.${field}`).toBeTruthy()
  })

  it.each(['nothing', '__proto__', 'constructor'])('an unknown tool %s is −32602', async (name) => {
    expect((await call('tools/call', { name, arguments: {} })).body.error?.code).toBe(-32602)
  })

  it('an unknown method is −32601, an unknown resource and prompt an error', async () => {
    expect((await call('nothing/at-all')).body.error?.code).toBe(-32601)
    expect((await call('resources/read', { uri: 'firm://nothing' })).body.error).toBeDefined()
    expect((await call('resources/read', { uri: 'file:///etc/passwd' })).body.error).toBeDefined()
    expect((await call('prompts/get', { name: 'nothing' })).body.error).toBeDefined()
  })

  it.each([{ extra: 1 }, { __proto__x: 1 }, 5, null, 'x'])('arguments %j are refused, not run', async (given) => {
    const { body } = await call('tools/call', { name: 'get_firm_overview', arguments: given as Json })
    expect(body.error !== undefined || body.result?.isError === true).toBe(true)
  })

  it.each(['x', '', 'a.b.c.d.e'])('a forged confirmation %j sends nothing', async (confirmationToken) => {
    const { body } = await call('tools/call', {
      name: 'submit_inquiry',
      arguments: { ...VALID_INQUIRY, confirmationToken },
    })
    expect(body.result?.isError).toBe(true)
    expect(await testAgent.inquiries()).toEqual([])
  })

  it('a confirmation ends after an hour', async () => {
    const preview = await call('tools/call', { name: 'preview_inquiry', arguments: VALID_INQUIRY })
    const { confirmationToken } = preview.body.result?.structuredContent as { confirmationToken: string }
    testAgent.advance(60 * 60 * 1000)
    expect(
      (await call('tools/call', { name: 'submit_inquiry', arguments: { ...VALID_INQUIRY, confirmationToken } })).body
        .result?.isError,
    ).toBe(true)
    expect(await testAgent.inquiries()).toEqual([])
  })

  it('the same inquiry twice is one, by any number of callers at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        call('tools/call', { name: 'submit_inquiry', arguments: { ...VALID_INQUIRY, confirmed: true } }),
      ),
    )
    expect(
      new Set(answers.map(({ body }) => withoutSignatures(JSON.stringify(body.result?.structuredContent)))).size,
    ).toBe(1)
    expect(await testAgent.inquiries()).toHaveLength(1)
  })

  it('another inquiry under an idempotencyKey that was used is refused, and the same under another key is another', async () => {
    const submit = async (message: string, idempotencyKey: string) =>
      (
        await call('tools/call', {
          name: 'submit_inquiry',
          arguments: { ...VALID_INQUIRY, message, idempotencyKey, confirmed: true },
        })
      ).body.result
    expect((await submit('one', 'k'))?.isError).toBeUndefined()
    expect(await submit('two', 'k')).toMatchObject({ isError: true, _meta: { code: 'idempotency-key-reused' } })
    await submit('one', 'another')
    expect(await testAgent.inquiries()).toHaveLength(2)
  })

  it.each([
    ['', 2],
    ['COST', 1],
    ['cost deadline', 2],
  ])('of the questions and answers, those that hold a word of %j are %i', async (query, count) => {
    const { body } = await call('tools/call', { name: 'list_faq', arguments: { query } })
    expect((body.result?.structuredContent as { faq: unknown[] }).faq).toHaveLength(count)
  })

  it('the schemas of tools name no dialect, which some clients refuse', async () => {
    const { body } = await call('tools/list')
    expect(JSON.stringify(body.result)).not.toContain('$schema')
  })

  it('limited or down, it says so and how long to wait; nothing is lost or repeated', async () => {
    testAgent.store.down = true
    const { body } = await call('tools/call', {
      name: 'submit_inquiry',
      arguments: { ...VALID_INQUIRY, confirmed: true },
    })
    expect(body.result).toMatchObject({
      isError: true,
      _meta: { code: 'service-unavailable', retryAfterSeconds: expect.any(Number) },
    })
    testAgent.store.down = false
    for (let count = 0; count <= RATE_LIMITS.inquiries.quota; count++)
      await call('tools/call', {
        name: 'submit_inquiry',
        arguments: { ...VALID_INQUIRY, message: `${count}`, confirmed: true },
      })
    const limited = await call('tools/call', {
      name: 'submit_inquiry',
      arguments: { ...VALID_INQUIRY, message: 'one more', confirmed: true },
    })
    expect(limited.body.result).toMatchObject({ isError: true, _meta: { code: 'rate-limited' } })
    expect(JSON.stringify(limited.body.result)).toContain('retryAfterSeconds')
  })

  it('reads cost the store nothing', async () => {
    const reading = TOOL_NAMES.filter((name) => TOOLS[name].annotations.readOnlyHint && TOOL_CALLS[name])
    for (const name of reading) {
      const { body } = await call('tools/call', { name, arguments: TOOL_CALLS[name] })
      expect(body.result?.structuredContent, name).toBeDefined()
    }
    expect(reading.length).toBeLessThan(TOOL_NAMES.length)
    expect(testAgent.store.calls).toEqual({ create: 0, read: 0, list: 0, remove: 0 })
  })
})

describe('what the cards promise', () => {
  it.each(MCP_VERSIONS.slice(1))('%s is supported', async (protocolVersion) => {
    const { body } = await send(
      rpc('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } }),
    )
    expect(body.result).toMatchObject({
      protocolVersion,
      serverInfo: { version: API_VERSION, title: testAgent.service.firm.name },
    })
  })

  it('the capabilities of the older card are those that a client receives', async () => {
    const { body } = await send(
      rpc('initialize', {
        protocolVersion: MCP_VERSIONS[1],
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      }),
    )
    const { capabilities } = olderServerCard(BASE, testAgent.service.firm)
    expect(Object.keys(capabilities)).toContain('completions')
    expect(body.result?.capabilities).toEqual(capabilities)
    expect((await sendModern('server/discover')).body.result?.capabilities).toEqual(capabilities)
  })

  it('the latest is the one that needs no handshake', async () => {
    expect((await sendModern('server/discover')).body.result?.supportedVersions).toEqual(MCP_VERSIONS.slice(0, 1))
  })

  it('an unknown version gets a supported one', async () => {
    const { body } = await send(
      rpc('initialize', {
        protocolVersion: '1999-01-01',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      }),
    )
    expect(MCP_VERSIONS).toContain(body.result?.protocolVersion)
  })
})

describe('2026-07-28', () => {
  it('identifies itself without a handshake, and says what may be cached', async () => {
    const { body } = await sendModern('server/discover')
    expect(JSON.stringify(body.result)).toContain('2026-07-28')
    expect((await sendModern('tools/list')).body.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' })
    expect(
      (await sendModern('resources/read', { uri: 'firm://faq' }, { 'Mcp-Name': 'firm://faq' })).body.result,
    ).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' })
  })

  it('refuses headers and body that disagree, and unknown versions', async () => {
    expect((await sendModern('tools/list', {}, { 'Mcp-Method': 'tools/call' })).body.error).toBeDefined()
    expect(
      (await sendModern('tools/call', { name: 'get_firm_overview', arguments: {} }, { 'Mcp-Name': 'submit_inquiry' }))
        .body.error,
    ).toBeDefined()
    expect(
      (
        await send(rpc('tools/list', { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '1999-01-01' } }), {
          'MCP-Protocol-Version': '1999-01-01',
          'Mcp-Method': 'tools/list',
        })
      ).body.error,
    ).toBeDefined()
  })

  it('a forged or foreign request state sends nothing', async () => {
    const answered = { inputResponses: { confirm: { action: 'accept', content: { confirm: true } } } }
    const { confirmationToken } = (
      await sendModern('tools/call', { name: 'preview_inquiry', arguments: { ...VALID_INQUIRY, message: 'another' } })
    ).body.result?.structuredContent as { confirmationToken: string }
    for (const requestState of ['x', confirmationToken]) {
      const { body } = await sendModern('tools/call', {
        name: 'submit_inquiry',
        arguments: VALID_INQUIRY,
        ...answered,
        requestState,
      })
      expect(body.error !== undefined || body.result?.isError === true).toBe(true)
    }
    expect(await testAgent.inquiries()).toEqual([])
  })
})

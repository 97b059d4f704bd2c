/**
 * Calls of MCP, in one process and without a network, against the pattern that the older SDK recommends (a server, its schemas
 * and its transport made anew for each request) and a handler that answers a constant.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import * as z from 'zod'
import { instructionsOf } from '../../src/server/mcp.ts'
import { FIRM, openDesk } from '../world.ts'
import type { Measured } from './run.ts'
import { alternate, milliseconds, ratio } from './statistics.ts'

const ROUNDS = 5
const CALLS = 400
const META = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' }, 'io.modelcontextprotocol/clientCapabilities': {} }

type Ask = (method: string, params: Record<string, unknown>) => Promise<Response>

const message = (method: string, params: Record<string, unknown>) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const init = (body: string, headers: Record<string, string>): RequestInit => ({ method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers }, body })

/** As many tools, with schemas of the same size, the plain way. */
function plainServer(): McpServer {
  const server = new McpServer({ name: 'plain', version: '1.0.0' }, { instructions: instructionsOf({ firm: FIRM }) })
  const output = { name: z.string(), description: z.string(), telephone: z.string(), email: z.email() }
  for (let number = 0; number < 8; number++) {
    const input = { id: z.enum(['a', 'b', 'c']).optional().describe('One of three.'), text: z.string().max(5000).optional().describe('A text.') }
    server.registerTool(`tool_${number}`, { title: `Tool ${number}`, description: 'A tool with a description of some length. '.repeat(5), inputSchema: input, outputSchema: output }, () => {
      const { name, description, telephone, email } = FIRM
      return { content: [{ type: 'text', text: JSON.stringify({ name, description, telephone, email }) }], structuredContent: { name, description, telephone, email } }
    })
  }
  return server
}

const plain: Ask = async (method, params) => {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = plainServer()
  await server.connect(transport as never)
  const response = await transport.handleRequest(new Request('http://localhost/mcp', init(message(method, params), { 'MCP-Protocol-Version': '2025-11-25' })))
  const text = await response.text()
  await server.close()
  return new Response(text, response)
}

export async function mcpCalls(): Promise<Measured> {
  const desk = await openDesk({ factor: 1_000_000 })
  const old: Ask = (method, params) => desk.send('mcp', '/mcp', init(message(method, params), { 'MCP-Protocol-Version': '2025-11-25' }))
  const now: Ask = (method, params) => {
    const names: Record<string, string> = 'name' in params ? { 'Mcp-Name': String(params.name) } : {}
    return desk.send('mcp', '/mcp', init(message(method, { ...params, _meta: META }), { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, ...names }))
  }
  const constant: Ask = async (method) => Response.json({ jsonrpc: '2.0', id: 1, result: { method } })
  const subjects: Record<string, [Ask, string]> = { 'Front Desk, handshake era': [old, 'get_firm_overview'], 'Front Desk, 2026-07-28': [now, 'get_firm_overview'], 'plain SDK 1.32.2': [plain, 'tool_0'], 'a constant': [constant, ''] }
  const results = await alternate(ROUNDS, Object.fromEntries(Object.entries(subjects).map(([name, [ask, tool]]) => [name, async () => ({ ...(await measure('list', () => ask('tools/list', {}))), ...(await measure('call', () => ask('tools/call', { name: tool, arguments: {} }))) })])))
  const base = results['plain SDK 1.32.2']
  return {
    title: 'MCP: one request after the other, in one process',
    goal: 'at least 3× the plain SDK, p99 below it',
    head: ['server', 'tools/list per second', 'p99', 'to plain', 'tools/call per second', 'p99', 'to plain'],
    rows: Object.entries(results).map(([name, { list = 0, listP99 = 0, call = 0, callP99 = 0 }]) => [name, list.toFixed(0), milliseconds(listP99), ratio(list, base?.list ?? 1), call.toFixed(0), milliseconds(callP99), ratio(call, base?.call ?? 1)]),
  }
}

async function measure(name: string, ask: () => Promise<Response>): Promise<Record<string, number>> {
  const times: number[] = []
  for (let count = 0; count < CALLS; count++) {
    const start = performance.now()
    const text = await (await ask()).text()
    times.push(performance.now() - start)
    if (text.includes('"error"')) throw new Error(`${name}: ${text.slice(0, 200)}`)
  }
  const total = times.reduce((sum, time) => sum + time, 0)
  return { [name]: (CALLS / total) * 1000, [`${name}P99`]: times.sort((a, b) => a - b)[Math.floor(CALLS * 0.99)] ?? 0 }
}

/**
 * A client of `/mcp`, of both eras, and the service that it calls.
 */
import { beforeEach } from 'vitest'
import { type Json, createTestAgent, type TestAgent } from '../test-agent.ts'

export let testAgent: TestAgent
/** For the top of a test file: each test has a service of its own. */
export const useMcp = () =>
  beforeEach(async () => {
    testAgent = await createTestAgent()
  })

export const rpc = (method: string, params: Json = {}, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })
export const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

interface Answer {
  status: number
  headers: Headers
  body: { result?: Json; error?: { code: number; message: string } }
}

/** Sends a message and reads the answer, as JSON or as the one event of a stream. */
export async function send(message: unknown, headers: Record<string, string> = {}, method = 'POST'): Promise<Answer> {
  const body = method === 'POST' ? { body: typeof message === 'string' ? message : JSON.stringify(message) } : {}
  const response = await testAgent.send('mcp', '/mcp', {
    method,
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    ...body,
  })
  const text = await response.text()
  const json = /^data: (.*)$/m.exec(text)?.[1] ?? text
  return {
    status: response.status,
    headers: response.headers,
    body: json.startsWith('{') ? (JSON.parse(json) as Answer['body']) : {},
  }
}
/** Clients of both eras: with the handshake, and without. */
export const sendLegacy = (method: string, params: Json = {}, headers: Record<string, string> = {}) =>
  send(rpc(method, params), { 'MCP-Protocol-Version': '2025-11-25', ...headers })
export const sendModern = (method: string, params: Json = {}, headers: Record<string, string> = {}) =>
  send(rpc(method, { ...params, _meta: META }), {
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...('name' in params && { 'Mcp-Name': String(params.name) }),
    ...headers,
  })

/** A client of `/mcp`, of both eras. */
import { MCP_VERSIONS } from '../../src/site.ts'
import { agent as ofTest, type Json, type TestAgent } from '../test-agent.ts'

/** The version without a handshake, and the latest with one. */
export const [MODERN = '', LATEST = ''] = MCP_VERSIONS
export const HANDSHAKE = { protocolVersion: LATEST, capabilities: {}, clientInfo: { name: 'test', version: '1' } }

export const rpc = (method: string, params?: Json, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })
const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

type Body = { id?: unknown; result?: Json; error?: { code: number; message: string } }
export type SentHeaders = Record<string, string | undefined>

export type Asked = Pick<TestAgent, 'send' | 'settle'>

/** Reads the answer as JSON or as the last event of a stream. */
export async function send(
  message: unknown,
  headers: SentHeaders = {},
  method = 'POST',
  { agent = ofTest, address }: { agent?: Asked; address?: string } = {},
) {
  const body = method === 'POST' ? { body: typeof message === 'string' ? message : JSON.stringify(message) } : {}
  const types = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
  const all: SentHeaders = { ...types, ...headers }
  const response = await agent.send('mcp', '/mcp', {
    method,
    headers: Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined),
    ...body,
    ...(address && { address }),
  })
  const text = await response.text()
  // A tool goes on while its answer is read.
  await agent.settle()
  const json = [...text.matchAll(/^data: (.*)$/gm)].at(-1)?.[1] ?? text
  const { status, headers: received } = response
  return { status, headers: received, text, body: json.startsWith('{') ? (JSON.parse(json) as Body) : ({} as Body) }
}

export const ERAS = {
  legacy: (method: string, params?: Json, id?: unknown): [object, SentHeaders] => [
    rpc(method, params, id),
    { 'MCP-Protocol-Version': LATEST },
  ],
  modern: (method: string, params: Json = {}, id?: unknown): [object, SentHeaders] => {
    const name = params.name ?? params.uri
    return [
      rpc(method, { ...params, _meta: { ...META, ...(params._meta as Json | undefined) } }, id),
      { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': method, 'Mcp-Name': typeof name === 'string' ? name : undefined },
    ]
  },
} as const
export type Era = keyof typeof ERAS

const sendIn =
  (era: Era) =>
  (method: string, params?: Json, headers: SentHeaders = {}) => {
    const [message, own] = ERAS[era](method, params)
    return send(message, { ...own, ...headers })
  }
export const sendLegacy = sendIn('legacy')
export const sendModern = sendIn('modern')
export const SENDERS = Object.entries({ before: sendLegacy, after: sendModern })

/** @returns the result, also that of an error */
export const call = async (name: string, given: Json = {}, post: typeof sendLegacy = sendLegacy) =>
  (await post('tools/call', { name, arguments: given })).body.result ?? {}

/** Calls as a client without a handshake that can ask the person. @param more parameters of the person's answer */
export async function callAt(agent: Asked, name: string, given: Json, more: Json = {}): Promise<Json> {
  const _meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } }
  const [message, headers] = ERAS.modern('tools/call', { name, arguments: given, ...more, _meta })
  return (await send(message, headers, 'POST', { agent })).body.result ?? {}
}

/**
 * Answers of `/mcp` as they are served, beside those that the protocol library gives with a server for each request.
 */
import { expect } from 'vitest'
import { createAnswers } from '../../src/mcp/answers.ts'
import type { Message, Received } from '../../src/mcp/received.ts'
import { firmOffer, type McpOffer, serverMaker } from '../../src/mcp/offer.ts'
import { requestServers } from '../../src/mcp/request-server.ts'
import { MCP_VERSIONS } from '../../src/site.ts'
import type { Json } from '../test-agent.ts'
import { BASE, openDesk } from '../test-desk.ts'

/** The version without a handshake, the latest with one, and the others. */
export const [MODERN = '', LATEST = '', ...OLDER] = MCP_VERSIONS
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
/** Parameters of `initialize`. */
export const HANDSHAKE = { protocolVersion: LATEST, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
export const LISTS = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']

/** What passed the guard. */
export function receive(message: unknown, headers: Record<string, string | undefined>): Received {
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
export const ERAS = {
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

export interface Read {
  status: number
  type: string | null
  body: string
}

/** Answers as they are served, and as the library gives them with a server for each request. */
export async function openBoth(offer: McpOffer = firmOffer) {
  const { service } = await openDesk()
  const served = createAnswers(service, offer)
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
export async function expectSame(received: Received, offer?: McpOffer): Promise<Read> {
  const { answer, expected } = await openBoth(offer)
  const wanted = await expected(received)
  expect(await answer(received)).toEqual(wanted)
  expect(await answer(received)).toEqual(wanted)
  return wanted
}

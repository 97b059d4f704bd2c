/**
 * Servers of the protocol library that answer many requests at once, one for each era. They get only requests that change
 * nothing in a server, and that the library would hand to one: whatever it would refuse before is left to it.
 */
import {
  classifyInboundRequest,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type JSONRPCResultResponse,
  type ListToolsResult,
  ProtocolErrorCode,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Tool,
} from '@modelcontextprotocol/server'
import { MCP_VERSIONS } from '../site.ts'
import { type Message, type Received, wantsProgress } from './received.ts'
import type { MakeServer } from './offer.ts'
import { type Ask, shareServer } from './shared-transport.ts'
import { toAuthInfo } from './tool-caller.ts'

/** The version that needs no handshake. */
const [MODERN = ''] = MCP_VERSIONS
/** Methods that change nothing in a server, with the parameter that the header `Mcp-Name` repeats. */
const SHARED = new Map<unknown, 'name' | 'uri' | undefined>([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['server/discover', undefined],
  ['tools/list', undefined],
  ['resources/list', undefined],
  ['resources/templates/list', undefined],
  ['prompts/list', undefined],
  ['completion/complete', undefined],
])
/** With this a client asks for a log. */
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel'
const MISSING_CAPABILITY: number = ProtocolErrorCode.MissingRequiredClientCapability

/** A JSON-RPC response. */
interface SharedAnswer {
  status: number
  /** JSON. */
  text: string
}

type Era = 'legacy' | 'modern'

/** @returns answers a request; undefined if it needs a server of its own */
export function sharedServers(make: MakeServer): (received: Received) => Promise<SharedAnswer | undefined> {
  // Made by the first request of its era: a cold function is asked in one.
  const servers: Partial<Record<Era, Promise<Ask>>> = {}
  const serverOf = (era: Era) => (servers[era] ??= open[era]())
  const open: Record<Era, () => Promise<Ask>> = {
    legacy: () => shareServer(make()),
    modern: async () => {
      const supportedProtocolVersions = [...SUPPORTED_PROTOCOL_VERSIONS, MODERN]
      const ask = await shareServer(make(undefined, { supportedProtocolVersions }), { era: 'modern', revision: MODERN })
      const repeated = await toolsWithHeaders(await serverOf('legacy'))
      return (request, authInfo) => (repeated.has(request.params?.name) ? undefined : ask(request, authInfo))
    },
  }
  return async (received) => {
    const era = eraOf(received)
    if (!era) return undefined
    const ask = await serverOf(era)
    const request = received.message as JSONRPCRequest
    const response = await ask(request, toAuthInfo(received.toolCaller, request.method))
    return response && { status: statusOf(response), text: JSON.stringify(response) }
  }
}

/** The library sends results and errors of handlers with 200, except for this one. */
function statusOf(response: JSONRPCResponse): number {
  const code = 'error' in response ? response.error.code : undefined
  return code === MISSING_CAPABILITY ? 400 : 200
}

/** @returns the era of a request that the library would hand to a server; undefined for any other */
function eraOf({ message, request: { headers } }: Received): Era | undefined {
  if (!SHARED.has(message.method) || wantsProgress(message)) return undefined
  const version = headers.get('mcp-protocol-version')
  const method = headers.get('mcp-method')
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: version ?? undefined,
    mcpMethodHeader: method ?? undefined,
    body: message,
  })
  if (route.kind === 'legacy' && route.reason === 'no-claim')
    return version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version) ? 'legacy' : undefined
  if (route.kind !== 'modern' || route.classification.revision !== MODERN || version === null || method === null)
    return undefined
  return namesItself(message, headers.get('mcp-name')) && !wantsLog(message) ? 'modern' : undefined
}

/** True when the header `Mcp-Name` says plainly what the body says, where it has to. */
function namesItself({ method, params }: Message, header: string | null): boolean {
  const field = SHARED.get(method)
  return field === undefined || (header !== null && header === params?.[field] && !header.startsWith('=?'))
}

const wantsLog = ({ params }: Message) => params?._meta !== undefined && LOG_LEVEL in params._meta

/** Names of the tools with parameters that a header must repeat, which the library checks before it asks a server. */
async function toolsWithHeaders(ask: Ask): Promise<ReadonlySet<unknown>> {
  const response = await ask({ jsonrpc: '2.0', id: 0, method: 'tools/list' })
  const { tools } = (response as JSONRPCResultResponse).result as ListToolsResult
  const repeats = ({ inputSchema }: Tool) => JSON.stringify(inputSchema).includes('"x-mcp-header"')
  return new Set(tools.filter(repeats).map(({ name }) => name))
}

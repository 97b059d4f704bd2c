/**
 * Servers of the protocol library that answer many requests at once, one for each era. They get only requests that change
 * nothing in a server, and that the library would hand to one: whatever it would refuse before is left to it.
 */
import {
  classifyInboundRequest,
  type JSONRPCRequest,
  LOG_LEVEL_META_KEY,
  ProtocolErrorCode,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { MCP_VERSIONS } from '../site.ts'
import { type Message, type Received, wantsProgress } from './message.ts'
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

/** A JSON-RPC response. */
interface SharedAnswer {
  status: number
  /** JSON. */
  text: string
}

/** @returns answers a request; undefined if it needs a server of its own */
export async function sharedServers(
  make: MakeServer,
): Promise<(received: Received) => Promise<SharedAnswer | undefined>> {
  const legacy = await shareServer(make())
  const modern = await shareServer(
    make(undefined, { supportedProtocolVersions: [...SUPPORTED_PROTOCOL_VERSIONS, MODERN] }),
    { era: 'modern', revision: MODERN },
  )
  const special = await toolsWithHeaders(legacy)
  return async (received) => {
    const { message, toolCaller } = received
    if (!SHARED.has(message.method) || wantsProgress(message)) return undefined
    if (message.method === 'tools/call' && special.has(message.params?.name)) return undefined
    const era = eraOf(received)
    if (!era) return undefined
    const request = message as JSONRPCRequest
    const response = await (era === 'modern' ? modern : legacy)(request, toAuthInfo(toolCaller, request.method))
    if (!response) return undefined
    const isRefusal =
      'error' in response &&
      (response.error.code as ProtocolErrorCode) === ProtocolErrorCode.MissingRequiredClientCapability
    return { status: isRefusal ? 400 : 200, text: JSON.stringify(response) }
  }
}

/** @returns the era of a request that the library would hand to a server; undefined for any other */
function eraOf({ message, request: { headers } }: Received): 'legacy' | 'modern' | undefined {
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

const wantsLog = ({ params }: Message) => params?._meta !== undefined && LOG_LEVEL_META_KEY in params._meta

/** Names of the tools that have parameters which a header repeats. */
async function toolsWithHeaders(ask: Ask): Promise<ReadonlySet<unknown>> {
  const list = { jsonrpc: '2.0', id: 0, method: 'tools/list' } as const
  const listed = await ask(list, undefined)
  const { tools } = (listed && 'result' in listed ? listed.result : { tools: [] }) as unknown as {
    tools: { name: string; inputSchema: object }[]
  }
  return new Set(
    tools.filter(({ inputSchema }) => JSON.stringify(inputSchema).includes('"x-mcp-header"')).map(({ name }) => name),
  )
}

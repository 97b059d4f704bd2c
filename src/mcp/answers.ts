/**
 * Answers to the messages of `/mcp`, by the protocol library, for clients of both eras.
 *
 * A server with its schemas costs ten times what an answer does, so a server is made once and serves one request after the other: at
 * any time it is either idle or connected to one.
 */
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { MAX_BODY_BYTES } from '../http/body.ts'
import type { Service } from '../service/service.ts'
import { type McpOffer, serverMaker } from './offer.ts'
import { toAuthInfo, type ToolCaller } from './tool-call.ts'

/** A JSON-RPC message of a client, before the library has checked it. */
export interface Message {
  method?: unknown
  params?: { name?: unknown; _meta?: { progressToken?: unknown } }
}

/** A message that passed the guard of `/mcp`. */
interface Received {
  message: Message
  /** Its body is read already. */
  request: Request
  toolCaller: ToolCaller
}

/** What a client says with these stays in its server, so that server is not used again. */
const STAYING: readonly unknown[] = ['initialize', 'logging/setLevel']
/** Servers that wait for a request, in each era: a burst of callers needs more for a moment. */
const MAX_IDLE = 20

/**
 * @param offer the firm's, or in tests what the conformance suite requires
 * @returns hands a message to a server of its era that is idle, or to a new one
 */
export function createAnswers(service: Service, offer: McpOffer): (received: Received) => Promise<Response> {
  const make = serverMaker(service, offer)
  const idle: Record<'legacy' | 'modern', McpServer[]> = { legacy: [], modern: [] }
  const serverFor = (era: keyof typeof idle): McpServer => {
    const server = idle[era].pop() ?? make()
    server.server.onclose = () => {
      if (idle[era].length < MAX_IDLE) idle[era].push(server)
    }
    return server
  }
  const { fetch } = createMcpHandler(({ era }) => serverFor(era), {
    maxRequestBodySize: MAX_BODY_BYTES,
    onerror: (error) => service.log('mcp.failed', { error: error.name }),
  })
  return async ({ message, request, toolCaller }) => {
    const headers = new Headers(request.headers)
    // The library rejects requests that do not accept both types; this server does not insist on the header.
    headers.set('Accept', 'application/json, text/event-stream')
    headers.delete('content-length')
    const readable = new Request(request.url, { method: 'POST', headers })
    const options = { authInfo: toAuthInfo(toolCaller), parsedBody: message }
    const wantsProgress = message.params?._meta?.progressToken !== undefined
    if (wantsProgress || !(await isLegacyRequest(readable, message))) return fetch(readable, options)
    const server = STAYING.includes(message.method) ? make() : serverFor('legacy')
    // Nothing is sent before the response, and plain JSON costs half of what a stream with one event does.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      return await transport.handleRequest(readable, options)
    } finally {
      await server.close()
    }
  }
}

/**
 * A server for each request, as the protocol library means it to be used. It answers everything; most requests do not need it.
 */
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { MAX_BODY_BYTES } from '../http/body.ts'
import type { Log } from '../ports.ts'
import { type Received, wantsProgress } from './received.ts'
import type { MakeServer } from './offer.ts'
import { methodOf, toAuthInfo } from './tool-caller.ts'

/** @returns answers one request, of either era */
export function requestServers(make: MakeServer, log: Log): (received: Received) => Promise<Response> {
  const { fetch } = createMcpHandler(({ authInfo }) => make(methodOf(authInfo)), {
    maxRequestBodySize: MAX_BODY_BYTES,
    onerror: (error) => log('mcp.failed', { error: error.name }),
  })
  return async ({ message, text, request, toolCaller }) => {
    const headers = new Headers(request.headers)
    // The library rejects requests that do not accept both types; this server does not insist on the header.
    headers.set('Accept', 'application/json, text/event-stream')
    headers.delete('content-length')
    const readable = new Request(request.url, { method: 'POST', headers, body: text })
    const options = {
      authInfo: toAuthInfo(toolCaller, typeof message.method === 'string' ? message.method : ''),
      parsedBody: message,
    }
    if (wantsProgress(message) || !(await isLegacyRequest(readable, message))) return fetch(readable, options)
    // Nothing is sent before the response, and plain JSON costs half of what a stream with one event does.
    const server = make(methodOf(options.authInfo))
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      return await transport.handleRequest(readable, options)
    } finally {
      await server.close()
    }
  }
}

/** How the one-machine server refuses requests before any handler runs, and asks for a body only when a handler reads it. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { SECOND_MS } from '../duration.ts'
import { SECURITY_HEADERS } from '../http/respond.ts'

export const TIMEOUTS = { requestTimeout: 30 * SECOND_MS, connectionsCheckingInterval: SECOND_MS } as const

const HEADERS = { ...SECURITY_HEADERS, 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }
export const UNKNOWN_METHOD = [501, 'This method is not known here.'] as const
/** The keys are the codes of Node's errors. Any other error is answered with 400. */
const REFUSALS: Readonly<Record<string, readonly [status: number, text: string]>> = {
  HPE_INVALID_METHOD: UNKNOWN_METHOD,
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunks of the body have too long extensions.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}

export function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, HEADERS).end(`${text}\n`)
}

/** Refuses what the parser cannot read, and CONNECT. For both, Node makes no response object, only a socket. */
export function refuseUnreadable(server: Server): void {
  server.on('connect', (_request, socket) => refuseOn(socket, ...UNKNOWN_METHOD))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuseOn(socket, ...(REFUSALS[error.code ?? ''] ?? [400, 'The request cannot be read.'])),
  )
}

/** Asks for a body only when a handler reads it, so that a refusal comes first (`Expect: 100-continue`, RFC 9110 section 10.1.1). */
export function continueWhenRead(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // The client may or may not send the body after a refusal, so the connection cannot be reused.
    response.shouldKeepAlive = false
    const askForBody = (event: string | symbol) => {
      if (event !== 'data') return
      request.off('newListener', askForBody)
      if (!response.headersSent) response.writeContinue()
    }
    request.on('newListener', askForBody)
    server.emit('request', request, response)
  })
}

/** `_httpMessage` is the response in progress. It is private, but Node's own handler reads it in the same way. */
type HttpSocket = Duplex & { _httpMessage?: ServerResponse | null }

function refuseOn(socket: HttpSocket, status: number, text: string): void {
  // If another response has begun, the client would take these bytes for a part of that response.
  if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy()
  const headers = Object.entries({ ...HEADERS, 'Content-Length': Buffer.byteLength(text) + 1 })
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}\n`, () => socket.destroy())
}

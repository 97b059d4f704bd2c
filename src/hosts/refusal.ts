/** What the one-machine server refuses before any handler, with the security headers of all other responses. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { SECOND_MS } from '../duration.ts'
import { SECURITY_HEADERS } from '../http/respond.ts'

/** How long a client may take to send its request, and how often the server checks that, milliseconds. */
export const TIMEOUTS = { requestTimeout: 30 * SECOND_MS, connectionsCheckingInterval: SECOND_MS } as const

const HEADERS = { ...SECURITY_HEADERS, 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }
export const UNKNOWN_METHOD = [501, 'This method is not known here.'] as const
/** The answers, by the code of Node's error. Any other error is 400. */
const REFUSALS: Readonly<Record<string, readonly [status: number, text: string]>> = {
  HPE_INVALID_METHOD: UNKNOWN_METHOD,
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunks of the body have too long extensions.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}

/** Refuses a request, and closes its connection. */
export function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, HEADERS).end(`${text}\n`)
}

/** Has a server refuse what its parser cannot read, and CONNECT, for which Node has no response object. */
export function refuseUnreadable(server: Server): void {
  server.on('connect', (_request, socket) => refuseOn(socket, ...UNKNOWN_METHOD))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuseOn(socket, ...(REFUSALS[error.code ?? ''] ?? [400, 'The request cannot be read.'])),
  )
}

/**
 * Has a server ask for a body when a handler reads it, and not before: what is refused without reading is refused at once (`Expect:
 * 100-continue`, RFC 9110 section 10.1.1).
 */
export function continueWhenRead(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Whether a body follows a refusal is not known, so no other request may.
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

/** The response that Node is sending on a connection; a private member, as Node's own handler reads it. */
type HttpSocket = Duplex & { _httpMessage?: ServerResponse | null }

function refuseOn(socket: HttpSocket, status: number, text: string): void {
  // After the beginning of another response, these bytes would be taken for a part of it.
  if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy()
  const headers = Object.entries({ ...HEADERS, 'Content-Length': Buffer.byteLength(text) + 1 })
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}\n`, () => socket.destroy())
}

/**
 * Sends drawn requests: with a client library, by hand, and by hand with bytes that are wrong.
 */
import { connect } from 'node:net'
import { sendRaw } from '../journeys/server.ts'
import type { Dice } from './dice.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import type { TorturedServer } from './tortured-server.ts'
import { isServed } from './pages.ts'
import { HEALTH } from './waits.ts'

export interface FuzzAnswer {
  /** 0 when the server hung up without a word, as it may on bytes that are no request. */
  status: number
  /** All of it, headers too. */
  text: string
  /** What was sent, as far as it may come back. */
  sent: string
  /** Whether a method was sent that is not known here, or may have been: 501 is right then. */
  hasUnknownMethod: boolean
}

/** The server hangs up on what it cannot read, and another request must not be under way on that connection. */
const ONE_REQUEST: [string, string] = ['Connection', 'close']
const UNKNOWN_METHODS = ['TRACE', 'PROPFIND', 'MKCOL', 'LOCK'] as const
/** What `fetch` cannot send, or may have cut off before it reads the answer. */
const LONGEST_FETCHED = 60_000

/** @throws Error when a request that is proper HTTP gets no answer */
export async function sendFuzz(server: TorturedServer, request: FuzzRequest, dice: Dice): Promise<FuzzAnswer> {
  const { isHit, one } = dice
  if (request.body.length < LONGEST_FETCHED && isHit(0.5)) return fetchIt(server, request)
  const isUnknown = isHit(0.03)
  const text = written(isUnknown ? { ...request, method: one(UNKNOWN_METHODS) } : request)
  const bytes = isHit(0.3) ? broken(text, dice) : undefined
  const answer = bytes ? await sendBroken(server, bytes) : await sendRaw(server.port, text)
  // In broken bytes the method may be another, or the rest of a body that is longer than was said is read as one.
  const hasUnknownMethod = isUnknown || bytes !== undefined
  return { status: statusOf(answer), text: answer, sent: (bytes ?? text).toString(), hasUnknownMethod }
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)

async function fetchIt(server: TorturedServer, request: FuzzRequest): Promise<FuzzAnswer> {
  const { method, path, headers, body } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const init: RequestInit = { method, headers: [...headers, ONE_REQUEST], redirect: 'manual', ...(hasBody && { body }) }
  const response = await fetch(server.base + path, init)
  const text = [...response.headers].map((header) => header.join(': ')).join('\n') + (await response.text())
  return { status: response.status, text, sent: JSON.stringify(request), hasUnknownMethod: false }
}

function written({ method, path, headers, body }: FuzzRequest): string {
  const lines = [
    `${method} ${path.replace(/[^\x21-\x7e]/g, encodeURIComponent)} HTTP/1.1`,
    'Host: localhost',
    ONE_REQUEST.join(': '),
  ]
  const own = headers.map((header) => header.join(': '))
  return [...lines, ...own, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n')
}

/** Changes, drops and doubles bytes anywhere. */
function broken(text: string, { below, isHit }: Dice): Buffer {
  const bytes = Buffer.from(text)
  do {
    const at = below(Math.min(bytes.length, 600))
    if (isHit(0.5)) bytes[at] = below(256)
    else bytes.copyWithin(at, at + below(20))
  } while (isHit(0.5))
  return isHit(0.2) ? bytes.subarray(0, below(bytes.length)) : bytes
}

/** The server may wait for more of it: the sending side is closed when there is an answer, or it has answered another request. */
function sendBroken({ port, base }: TorturedServer, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes, () => void isServed(base + HEALTH).finally(() => socket.end()))
    })
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
    socket.on('error', () => undefined).on('close', () => resolve(answer))
  })
}

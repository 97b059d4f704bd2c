/**
 * Answers to requests that get the same answer every time: the lists, discovery, the handshake. The library answers a request
 * once, with all its checks; when the same is asked again, by anyone, only the id is new.
 */
import type { Received } from './received.ts'

/** Methods whose answer follows from the request alone. */
const CONSTANT = new Set([
  'initialize',
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
  'skills/list',
])
/** Headers from which the library takes something. */
const HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name']
/** Answers remembered: each client that names itself has its own. About 1 MB. */
const MAX_ANSWERS = 100
/** Longest request remembered, characters. */
const MAX_LENGTH = 2000

/** The bytes before the id of an answer. They are at the same time what is remembered. */
type Head = Uint8Array

export interface ListCache {
  /** @returns the body of the answer; undefined if it is not remembered */
  find(received: Received): Uint8Array<ArrayBuffer> | undefined
  /**
   * Remembers an answer if it is a constant result.
   * @param body JSON
   */
  remember(received: Received, body: string): void
}

export function listCache(): ListCache {
  const heads = new Map<string, Head>()
  return {
    find(received) {
      const key = keyOf(received)
      const head = key === undefined ? undefined : heads.get(key)
      return head && Buffer.concat([head, Buffer.from(tailOf(received))])
    },
    remember(received, body) {
      const key = keyOf(received)
      const tail = tailOf(received)
      if (key === undefined || !body.startsWith('{"result":') || !body.endsWith(tail)) return
      const [oldest] = heads.keys()
      if (heads.size >= MAX_ANSWERS && oldest !== undefined) heads.delete(oldest)
      heads.set(key, Buffer.from(body.slice(0, -tail.length)))
    },
  }
}

/** All from which the answer follows; undefined if there is more. */
function keyOf({ message, text, request }: Received): string | undefined {
  const { id, ...rest } = message
  const isId = typeof id === 'string' || Number.isSafeInteger(id)
  if (!isId || text.length > MAX_LENGTH || !CONSTANT.has(message.method as string)) return undefined
  return JSON.stringify([rest, ...HEADERS.map((name) => request.headers.get(name))])
}

/** With what the library ends a result. */
const tailOf = ({ message }: Received) => `,"id":${JSON.stringify(message.id)}}`

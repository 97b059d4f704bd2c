/**
 * Answers to the messages of `/mcp`, by the protocol library. What it answered before, and what one server can answer for all,
 * costs no server of its own; for anything else one is made. Checks and errors are the library's in each case.
 */
import type { Service } from '../service/service.ts'
import { listCache } from './list-cache.ts'
import type { Received } from './received.ts'
import { type McpOffer, serverMaker } from './offer.ts'
import { requestServers } from './request-server.ts'
import { sharedServers } from './shared-servers.ts'

/** What is sent to the client. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
}

const JSON_TYPE = 'application/json'
/** Headers of the library's responses that are sent on. */
const LIBRARY_HEADERS = ['content-type', 'mcp-protocol-version', 'allow']

/**
 * Makes what answers the messages of one service.
 * @param offer the firm's, or in tests what the conformance suite requires
 */
export function createAnswers(service: Service, offer: McpOffer): (received: Received) => Promise<Answer> {
  const make = serverMaker(service, offer)
  const askNew = requestServers(make, service.log)
  const askShared = sharedServers(make)
  const lists = listCache()
  return async (received) => {
    const known = lists.find(received)
    if (known) return jsonAnswer(200, known)
    const shared = await askShared(received)
    const answer = shared ? jsonAnswer(shared.status, shared.text) : await toAnswer(await askNew(received))
    if (typeof answer.body === 'string') lists.remember(received, answer.body)
    return answer
  }
}

const jsonAnswer = (status: number, body: Answer['body']): Answer => ({
  status,
  headers: { 'content-type': JSON_TYPE },
  body,
})

async function toAnswer(response: Response): Promise<Answer> {
  const headers = Object.fromEntries(
    LIBRARY_HEADERS.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  const body = headers['content-type'] === JSON_TYPE ? await response.text() : response.body
  return { status: response.status, headers, body }
}

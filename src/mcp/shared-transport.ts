/**
 * The transport of a server that answers many requests at once. Each gets an id of its own while it is under way, because
 * two clients may choose the same. Nothing that a client says is kept, so it must not be asked what changes a server.
 */
import {
  type AuthInfo,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type McpServer,
  type MessageClassification,
  type MessageExtraInfo,
  PerRequestHTTPServerTransport,
} from '@modelcontextprotocol/server'

/**
 * Asks a server.
 * @param request checked by `classifyInboundRequest`
 * @returns the response, with the id of the request; undefined when the request was refused before a handler ran: its HTTP status
 *   then depends on why
 */
export type Ask = (request: JSONRPCRequest, authInfo?: AuthInfo) => Promise<JSONRPCResponse> | undefined

/**
 * Connects a server for good.
 * @param classification the era that it serves, for requests of 2026-07-28 or later
 */
export async function shareServer(server: McpServer, classification?: MessageClassification): Promise<Ask> {
  const transport = new SharedTransport(classification)
  await server.connect(transport)
  return (request, authInfo) =>
    transport.ask(request, { ...(authInfo && { authInfo }), ...(classification && { classification }) })
}

/** A server serves the era of this kind of transport. */
class SharedTransport extends PerRequestHTTPServerTransport {
  readonly #underWay = new Map<number, (response: JSONRPCResponse) => void>()
  #lastId = 0

  constructor(classification: MessageClassification = { era: 'legacy' }) {
    super({ classification })
  }

  ask(request: JSONRPCRequest, extra: MessageExtraInfo): ReturnType<Ask> {
    const id = ++this.#lastId
    const response = new Promise<JSONRPCResponse>((resolve) => this.#underWay.set(id, resolve))
    this.onmessage?.({ ...request, id }, extra)
    // Handlers run after this; only a refusal comes at once.
    return this.#underWay.has(id) ? response.then((given) => ({ ...given, id: request.id })) : undefined
  }

  /** Notifications are dropped: they would need a stream, for which the caller has not asked. */
  override send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message) return Promise.resolve()
    const id = Number(message.id)
    this.#underWay.get(id)?.(message)
    this.#underWay.delete(id)
    return Promise.resolve()
  }
}

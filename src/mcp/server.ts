/** Answers MCP messages with the tools of the firm. Servers are reused, because making one takes ten times as long as an answer. */
import * as mcp from '@modelcontextprotocol/server'
import type { Scope } from '../agents/scope.ts'
import { MCP_CAPABILITIES, serverCard } from '../contract/documents/catalogs.ts'
import { noticesOf } from '../firm/notices.ts'
import { MAX_BODY_BYTES } from '../http/body.ts'
import { toProblem } from '../http/endpoint.ts'
import { isOffered } from '../offers.ts'
import type { Caller, Service } from '../service/service.ts'
import { AGENT_WORDS, fill } from '../words.ts'
import { accessTool, factTools } from './fact-tools.ts'
import { openConfirmation, registerInquiryApp } from './inquiry-confirmation.ts'
import { inquiryTools } from './inquiry-tools.ts'
import { argumentsOf, CACHE, toAuthInfo, type Tool, type ToolCaller, toolCallerOf, toolError } from './tool.ts'

/** The tools of a server, and other things that it registers. */
export interface McpOffer {
  register(server: mcp.McpServer): void
  /** Scopes by the name of the tool: a token, if one is sent, must have the scope. */
  scopes?: ReadonlyMap<unknown, Scope>
}

export function firmOffer(service: Service): McpOffer {
  const { readsOnly, namesFirst } = AGENT_WORDS
  const tools = toolsOf(service)
  const rows = tools.map(({ name, hints: annotations, input, output: outputSchema, _meta, run }) => {
    const { title, description: words } = AGENT_WORDS.tools[name]
    const description = fill(words, { readsOnly, namesFirst })
    const inputSchema = argumentsOf(input)
    return { name, run, about: { title, description, annotations, inputSchema, outputSchema, ...(_meta && { _meta }) } }
  })
  return {
    register(server) {
      for (const { name, about, run } of rows)
        server.registerTool(name, about, (input, context) => {
          const toolCaller = toolCallerOf(context)
          return catchProblems(service, toolCaller.caller, () => run(input, { ...toolCaller, context }))
        })
      registerInquiryApp(server, service)
    },
    scopes: new Map(tools.flatMap(({ name, scope }) => (scope ? [[name, scope] as const] : []))),
  }
}

/** Clients list the tools in this order. Call it once per service, because making schemas is slow. */
export const toolsOf = (service: Service): Tool[] =>
  [...factTools(service), ...inquiryTools(service), accessTool(service)].filter(({ offer = 'always' }) =>
    isOffered(service.firm, offer),
  )

/** A problem becomes a tool error, which an agent can act on: one line per error, and no stack trace. */
async function catchProblems<T>(service: Service, caller: Caller, work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    const problem = toProblem(error, service, caller)
    const errors = problem.errors.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`)
    const wait = problem.headers['Retry-After']
    const text = [
      errors.length > 0 ? 'Nothing was sent. Fix these and call again:' : problem.detail,
      ...errors,
      ...(wait ? [`retryAfterSeconds: ${wait}`] : []),
    ].join('\n')
    return { ...toolError(text), _meta: { code: problem.code, ...(wait && { retryAfterSeconds: Number(wait) }) } }
  }
}

/** Keep this short, because the client's model always reads it. A demonstration leaves out the number: its firm does not exist. */
export function instructionsOf({ firm }: Pick<Service, 'firm'>): string {
  const { sending, urgent } = AGENT_WORDS.instructions
  return [
    ...noticesOf('instructions', firm.notices),
    sending,
    ...(firm.notices.demonstration === undefined ? [fill(urgent, { telephone: firm.telephone })] : []),
  ].join(' ')
}

function makeServer(service: Service, { register }: McpOffer): mcp.McpServer {
  // Must be the same as in the published server card.
  const { name, title, version, websiteUrl, icons } = serverCard(service.base, service.firm)
  const server = new mcp.McpServer(
    { name, title, version, websiteUrl, icons },
    {
      instructions: instructionsOf(service),
      capabilities: MCP_CAPABILITIES,
      cacheHints: { 'tools/list': CACHE, 'resources/list': CACHE, 'server/discover': CACHE },
      inputRequired: { legacyShim: false },
      requestState: {
        // The library turns this error into a response with the code -32602.
        async verify(state) {
          const confirmation = await openConfirmation(service, state)
          if (!confirmation) throw new Error('The state is forged or too old')
          return confirmation
        },
      },
    },
  )
  register(server)
  return server
}

/** A message that the library has not checked yet. */
export interface Message {
  method?: unknown
  params?: { name?: unknown; _meta?: { progressToken?: unknown } }
}

/** A message that passed the checks of `/mcp`. */
interface Received {
  message: Message
  /** The HTTP request, whose body has been read already. */
  request: Request
  toolCaller: ToolCaller
}

/** With these methods a client sets state in the server, so the server is not used for another client. */
const STATEFUL_METHODS: readonly unknown[] = ['initialize', 'logging/setLevel']
/** At most this many idle servers are kept per era: `legacy` is the protocol with a handshake, `modern` the one without. */
const MAX_IDLE = 20

export function createAnswers(service: Service, offer: McpOffer): (received: Received) => Promise<Response> {
  const idle: Record<'legacy' | 'modern', mcp.McpServer[]> = { legacy: [], modern: [] }
  const serverFor = (era: keyof typeof idle): mcp.McpServer => {
    const server = idle[era].pop() ?? makeServer(service, offer)
    server.server.onclose = () => {
      if (idle[era].length < MAX_IDLE) idle[era].push(server)
    }
    return server
  }
  const { fetch } = mcp.createMcpHandler(({ era }) => serverFor(era), {
    maxRequestBodySize: MAX_BODY_BYTES,
    onerror: (error) => service.log('mcp.failed', { error: error.name }),
  })
  return async ({ message, request, toolCaller }) => {
    const headers = new Headers(request.headers)
    // The library rejects a request that does not accept both types. This server does not ask that of its clients.
    headers.set('Accept', 'application/json, text/event-stream')
    headers.delete('content-length')
    const libraryRequest = new Request(request.url, { method: 'POST', headers })
    const options = { authInfo: toAuthInfo(toolCaller), parsedBody: message }
    const wantsProgress = message.params?._meta?.progressToken !== undefined
    if (wantsProgress || !(await mcp.isLegacyRequest(libraryRequest, message))) return fetch(libraryRequest, options)
    const server = STATEFUL_METHODS.includes(message.method) ? makeServer(service, offer) : serverFor('legacy')
    // Nothing is sent before the response, so the response is plain JSON: a stream with one event would take twice as long.
    const transport = new mcp.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      return await transport.handleRequest(libraryRequest, options)
    } finally {
      await server.close()
    }
  }
}

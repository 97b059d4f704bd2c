/**
 * `/mcp`: the Model Context Protocol over streamable HTTP, stateless, for clients of versions up to 2025-11-25 (with a
 * handshake) and 2026-07-28 (without). Checks each request, then creates a server for it with tools, resources and prompts.
 */
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { serverCard } from '../contract/documents/catalogs.ts'
import { isLoopback, PATHS } from '../site.ts'
import { Problem } from '../problem.ts'
import { consumeRateLimit } from '../service/rate-limit.ts'
import { challenge, optionalAgent } from '../http/bearer.ts'
import { MAX_BODY_BYTES, readText } from '../http/body.ts'
import { allowedMethods, toProblem, type Handler } from '../http/endpoint.ts'
import { openConfirmation } from './inquiry-confirmation.ts'
import { CACHE, promptSchemas, registerPrompts, registerResources } from './resources.ts'
import type { ToolCaller } from './tool-caller.ts'
import { offerTools, scopeOfTool } from './tools.ts'
import { CORS_HEADERS, NO_STORE, page, preflight, SECURITY_HEADERS } from '../http/respond.ts'
import type { Caller, Service } from '../service/service.ts'

const METHODS = allowedMethods(['POST'])
/** Request headers that only this endpoint reads. */
const MCP_HEADERS = 'mcp-method, mcp-name, last-event-id'
/** JSON-RPC 2.0 section 5.1. */
const CODES = { parse: -32700, invalidRequest: -32600, internal: -32603 }
/** Methods that need only the tools, only the resources or only the prompts. */
const ONE_KIND = /^(tools|resources|prompts)\//

/**
 * Registers tools, resources and prompts. Schemas are made once per service; the returned function registers them on the server
 * of each request, and may skip what `method` does not need.
 */
export type McpOffer = (service: Service) => (server: McpServer, toolCaller: ToolCaller, method: string) => void

const firmOffer: McpOffer = (service) => {
  const registerTools = offerTools(service)
  const prompts = promptSchemas(service)
  return (server, toolCaller, method) => {
    const isOf = (kind: string) => method.startsWith(kind) || !ONE_KIND.test(method)
    if (isOf('tools/')) registerTools(server, toolCaller)
    if (isOf('resources/')) registerResources(server, service)
    if (isOf('prompts/')) registerPrompts(server, service, prompts)
  }
}

export const mcp = mcpEndpoint(firmOffer)

/**
 * An MCP endpoint.
 * @param offer the firm's, or in tests what the conformance suite requires
 */
export function mcpEndpoint(offer: McpOffer): Handler {
  const handlers = new WeakMap<Service, McpFetch>()
  return (request, caller, service) => {
    const handler = handlers.get(service) ?? createHandler(service, offer(service))
    handlers.set(service, handler)
    return handleRequest(request, caller, service, handler)
  }
}

async function handleRequest(request: Request, caller: Caller, service: Service, handler: McpFetch): Promise<Response> {
  try {
    if (request.method === 'OPTIONS') return preflight(METHODS, MCP_HEADERS)
    requireOwnOrigin(request, service)
    if (request.method !== 'POST') return rejectMethod(request, service)
    const { text, message } = await readMessage(request)
    const rateLimitHeaders = await consumeRateLimit('mcp', caller, service)
    const agent = await optionalAgent(request, service, scopeFor(message))
    const headers = new Headers(request.headers)
    // The library rejects requests that do not accept both types; this server does not insist on the header.
    headers.set('Accept', 'application/json, text/event-stream')
    headers.delete('content-length')
    const context = new Request(request.url, { method: 'POST', headers, body: text })
    const response = await handler(context, {
      authInfo: toAuthInfo({ caller, agent, method: typeof message.method === 'string' ? message.method : '' }),
      parsedBody: message,
    })
    return withHeaders(response, rateLimitHeaders)
  } catch (error) {
    return problemResponse(toProblem(error, service, caller), service)
  }
}

type McpFetch = McpHttpHandler['fetch']

function createHandler(service: Service, register: ReturnType<McpOffer>): McpFetch {
  // Must be the same as in the published server card.
  const { name, title, version, websiteUrl, icons } = serverCard(service.base, service.firm)
  const info = { name, title, version, websiteUrl, icons }
  const serverFor = ({ authInfo }: { authInfo?: AuthInfo }) => {
    const server = new McpServer(info, {
      instructions: instructionsOf(service),
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
        completions: {},
      },
      cacheHints: {
        'tools/list': CACHE,
        'resources/list': CACHE,
        'resources/templates/list': CACHE,
        'prompts/list': CACHE,
        'server/discover': CACHE,
      },
      inputRequired: { legacyShim: false },
      requestState: { verify: (state) => verifyState(service, state) },
    })
    const { method, ...toolCaller } = authInfo?.extra as unknown as RequestContext
    register(server, toolCaller, method)
    return server
  }
  const { fetch } = createMcpHandler(serverFor, {
    maxRequestBodySize: MAX_BODY_BYTES,
    onerror: (error) => service.log('mcp.failed', { error: error.name }),
  })
  return async (request, options = {}) => {
    if (wantsProgress(options.parsedBody as Message) || !(await isLegacyRequest(request, options.parsedBody)))
      return fetch(request, options)
    // Nothing is sent before the response, and plain JSON costs half of what a stream with one event does.
    const server = serverFor(options)
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      return await transport.handleRequest(request, options)
    } finally {
      await server.close()
    }
  }
}

/** @throws when the state was not sealed here or is too old: the library then responds with -32602 */
async function verifyState(service: Service, state: string) {
  const confirmation = await openConfirmation(service, state)
  if (!confirmation) throw new Error('The state is forged or too old')
  return confirmation
}

/** Instructions for the client's model; at most 600 characters. */
export function instructionsOf({ firm }: Pick<Service, 'firm'>): string {
  return `${firm.notices.automated} Order of calls: get_firm_overview and list_practice_areas for facts; preview_inquiry, then show the person the exact text and notices, then submit_inquiry after a clear yes. Sending creates no attorney-client relationship. Arrest, served papers, a deadline or danger: tell the person to call ${firm.telephone} or 911.`
}

/** Passed to the server factory in `extra` of the AuthInfo, which the library does not read. */
interface RequestContext extends ToolCaller {
  method: string
}

const toAuthInfo = (context: RequestContext): AuthInfo => ({
  token: '',
  clientId: context.agent?.registration.id ?? 'anonymous',
  scopes: context.agent?.scopes ?? [],
  extra: { ...context },
})

/** Rejects other origins, and on loopback other Host headers: DNS rebinding lets a foreign page send requests to this machine. */
function requireOwnOrigin(request: Request, { base, allowedOrigins }: Service): void {
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== base && !allowedOrigins.includes(origin))
    throw new Problem('foreign-page', { detail: 'This origin may not call /mcp. Programs send no Origin header.' })
  if (isLoopback(base) && !isLoopback(request.url))
    throw new Problem('foreign-page', { detail: 'The Host header names another host.' })
}

function rejectMethod(request: Request, { base, firm }: Service): Response {
  if (request.method === 'GET' && (request.headers.get('accept') ?? '').includes('text/html')) {
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>/mcp</title></head><body><main><h1>This address is for programs</h1><p>AI assistants connect here with the Model Context Protocol. <a href="${base}${PATHS.agents}">How to connect one</a>.</p></main></body></html>`
    return page(405, html, { Allow: METHODS })
  }
  return rpcError(405, CODES.invalidRequest, `This address accepts ${METHODS}. It belongs to ${firm.name}.`, {
    Allow: METHODS,
  })
}

interface Message {
  method?: unknown
  params?: { name?: unknown; _meta?: { progressToken?: unknown } }
}

async function readMessage(request: Request): Promise<{ text: string; message: Message }> {
  const text = await readText(request, 'application/json')
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    throw new Problem('malformed-body', { detail: 'The body is not valid JSON.' })
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    throw new Problem('invalid-request', { detail: 'Send one JSON-RPC message; batches are not supported.' })
  return { text, message }
}

const wantsProgress = ({ params }: Message) => params?._meta?.progressToken !== undefined
const scopeFor = ({ method, params }: Message) => (method === 'tools/call' ? scopeOfTool(params?.name) : undefined)

/** An error before the message reaches the protocol library: an HTTP status with a JSON-RPC body. */
function problemResponse(problem: Problem, service: Service): Response {
  const code =
    problem.code === 'malformed-body' ? CODES.parse : problem.status >= 500 ? CODES.internal : CODES.invalidRequest
  const headers = { ...problem.headers }
  if (headers['WWW-Authenticate'])
    headers['WWW-Authenticate'] = headers['WWW-Authenticate'].replace(
      challenge(service.base),
      challenge(service.base, '/mcp'),
    )
  return rpcError(problem.status, code, problem.detail, headers)
}

function rpcError(status: number, code: number, message: string, headers: Record<string, string>): Response {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })
  return new Response(body, {
    status,
    headers: { ...SECURITY_HEADERS, ...CORS_HEADERS, ...NO_STORE, 'Content-Type': 'application/json', ...headers },
  })
}

function withHeaders(response: Response, rateLimitHeaders: Record<string, string>): Response {
  const headers = new Headers({ ...SECURITY_HEADERS, ...CORS_HEADERS, ...NO_STORE, ...rateLimitHeaders })
  for (const name of ['content-type', 'mcp-protocol-version', 'allow']) {
    const value = response.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(response.body, { status: response.status, headers })
}

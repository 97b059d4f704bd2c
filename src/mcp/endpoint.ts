/**
 * `/mcp` is stateless, for clients of versions up to 2025-11-25 (with a handshake) and 2026-07-28 (without). This file checks
 * requests, and `server.ts` answers them.
 */
import { asSentence } from '../letters.ts'
import { isLoopback, PATHS } from '../site.ts'
import { Problem } from '../problem.ts'
import { consumeRateLimit } from '../service/rate-limit.ts'
import { challenge, optionalAgent } from '../http/bearer.ts'
import { readJson } from '../http/body.ts'
import { allowedMethods, toProblem, type Handler } from '../http/endpoint.ts'
import { json, page, preflight, PROGRAM_HEADERS } from '../http/respond.ts'
import type { Service } from '../service/service.ts'
import type { McpOffer, Message } from './server.ts'

const METHODS = allowedMethods(['POST'])
const MCP_HEADERS = 'mcp-method, mcp-name, last-event-id'
/** JSON-RPC 2.0 section 5.1. */
const CODES = { parse: -32700, invalidRequest: -32600, internal: -32603 }

export const mcp = mcpEndpoint()

/** The first valid message loads the protocol library. @param makeOffer for the conformance suite, which requires other tools */
export function mcpEndpoint(makeOffer?: (service: Service) => McpOffer): Handler {
  const open = async (service: Service) => {
    const { createAnswers, firmOffer } = await import('./server.ts')
    const offer = (makeOffer ?? firmOffer)(service)
    return { answer: createAnswers(service, offer), scopes: offer.scopes }
  }
  const opened = new WeakMap<Service, ReturnType<typeof open>>()
  const openOnce = (service: Service) => {
    const known = opened.get(service) ?? open(service)
    opened.set(service, known)
    return known
  }
  return async (request, caller, service) => {
    try {
      requireAllowedOrigin(request, service)
      if (request.method === 'OPTIONS') return preflight(METHODS, MCP_HEADERS)
      if (request.method !== 'POST') return rejectMethod(request, service)
      const message = await readMessage(request)
      const rateLimitHeaders = await consumeRateLimit('mcp', caller, service)
      const { answer, scopes } = await openOnce(service)
      const scope = message.method === 'tools/call' ? scopes?.get(message.params?.name) : undefined
      const agent = await optionalAgent(request, service, { resource: PATHS.mcp, scope })
      return await withOwnHeaders(await answer({ message, request, toolCaller: { caller, agent } }), rateLimitHeaders)
    } catch (error) {
      return problemResponse(toProblem(error, service, caller), service)
    }
  }
}

const LIBRARY_HEADERS = ['content-type', 'mcp-protocol-version', 'allow']

async function withOwnHeaders(response: Response, more: Record<string, string>): Promise<Response> {
  const kept = [...response.headers].filter(([name]) => LIBRARY_HEADERS.includes(name))
  const isJson = response.headers.get('content-type') === 'application/json'
  const headers = { ...PROGRAM_HEADERS, ...more, ...Object.fromEntries(kept) }
  return new Response(isJson ? await response.text() : response.body, { status: response.status, headers })
}

/**
 * There are no cookies here, so any page may call a public address. DNS rebinding lets a foreign page send requests to this machine, so
 * a service on loopback refuses foreign origins and foreign Host headers.
 */
function requireAllowedOrigin(request: Request, { base, allowedOrigins }: Service): void {
  if (!isLoopback(base)) return
  const origin = request.headers.get('origin') ?? base
  if (!allowedOrigins.includes(origin) && !(URL.canParse(origin) && isLoopback(origin)))
    throw new Problem('foreign-page', {
      detail: 'This origin may not call /mcp on this machine. Programs send no Origin header.',
    })
  if (!isLoopback(request.url)) throw new Problem('foreign-page', { detail: 'The Host header names another host.' })
}

function rejectMethod(request: Request, { base, firm }: Service): Response {
  if (request.method === 'GET' && (request.headers.get('accept') ?? '').includes('text/html')) {
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>/mcp</title></head><body><main><h1>This address is for programs</h1><p>AI assistants connect here with the Model Context Protocol. <a href="${base}${PATHS.agents}">How to connect one</a>.</p></main></body></html>`
    return page(405, html, { Allow: METHODS })
  }
  const message = `This address accepts ${METHODS}. ${asSentence(`It belongs to ${firm.name}`)}`
  return rpcError(405, CODES.invalidRequest, message, { Allow: METHODS })
}

async function readMessage(request: Request): Promise<Message> {
  const message = await readJson(request)
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    throw new Problem('invalid-request', { detail: 'Send one JSON-RPC message; batches are not supported.' })
  return 'params' in message ? { ...message, params: withoutNull(message.params) } : message
}

/** Some clients write null for a member that they leave out. */
const withoutNull = (params: unknown): Message['params'] =>
  typeof params !== 'object' || Array.isArray(params)
    ? params
    : Object.fromEntries(Object.entries(params ?? {}).filter(([, value]) => value !== null))

/** Answers errors that the protocol library does not see, with an HTTP status and a JSON-RPC body. */
function problemResponse(problem: Problem, service: Service): Response {
  const code =
    problem.code === 'malformed-body' ? CODES.parse : problem.status >= 500 ? CODES.internal : CODES.invalidRequest
  const [ofApi, ofMcp] = [challenge(service.base), challenge(service.base, PATHS.mcp)]
  const headers = Object.entries(problem.headers).map(([name, value]) => [name, value.replace(ofApi, ofMcp)] as const)
  return rpcError(problem.status, code, problem.detail, Object.fromEntries(headers))
}

const rpcError = (status: number, code: number, message: string, headers: Record<string, string>): Response =>
  json(status, { jsonrpc: '2.0', id: null, error: { code, message } }, headers)

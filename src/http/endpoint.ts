/**
 * What every address has in common: the methods it takes, and what happens when something fails.
 */
import { PROBLEMS, Problem, unavailable } from '../problem.ts'
import { StoreUnavailable } from '../ports.ts'
import { pageOptions, plain, preflight, problemResponse } from './respond.ts'
import type { Caller, Service } from '../service/service.ts'

/** What an address does with a request. */
export type Handler = (request: Request, caller: Caller, service: Service) => Promise<Response>

/** What an address does, by method; HEAD is GET. */
export type Handlers = Partial<Record<'GET' | 'POST', Handler>>

/** How an address answers a failure. */
type ErrorResponder = (error: unknown, service: Service) => Response

/**
 * An address for programs: OPTIONS and CORS, HEAD as GET, 405 with Allow, and failures in one form.
 * @param handlers one for each method
 * @param refuse makes the answer of a failure
 */
export function programEndpoint(handlers: Handlers, refuse: ErrorResponder): Handler {
  const methods = allowedMethods(Object.keys(handlers))
  return async (request, caller, service) => {
    if (request.method === 'OPTIONS') return preflight(methods)
    const response = await dispatch(handlers, request, caller, service).catch((error: unknown) =>
      refuse(error, service),
    )
    return request.method === 'HEAD' ? new Response(null, response) : response
  }
}

/** An address of the public API: failures as problem+json. */
export const apiEndpoint = (handlers: Handlers): Handler =>
  programEndpoint(handlers, (error, service) => problemResponse(toProblem(error, service), service.base))

/**
 * A page that a function draws: no CORS, OPTIONS told by Allow alone, HEAD as GET, and a failure that the page does not answer itself in a few words.
 * @param handlers one for each method
 */
export function pageEndpoint(handlers: Handlers): Handler {
  return async (request, caller, service) => {
    if (request.method === 'OPTIONS') return pageOptions(allowedMethods(Object.keys(handlers)))
    try {
      const response = await dispatch(handlers, request, caller, service)
      return request.method === 'HEAD' ? new Response(null, response) : response
    } catch (error) {
      const problem = toProblem(error, service)
      return plain(problem.status, `${PROBLEMS[problem.code].title}. ${problem.detail}`, problem.headers)
    }
  }
}

async function dispatch(handlers: Handlers, ...[request, caller, service]: Parameters<Handler>): Promise<Response> {
  const handler = handlers[(request.method === 'HEAD' ? 'GET' : request.method) as 'GET']
  if (!handler) throw methodNotAllowed(allowedMethods(Object.keys(handlers)))
  return handler(request, caller, service)
}

/** 405, with what the address does take (RFC 9110 section 15.5.6). */
export function methodNotAllowed(methods: string): Problem {
  return new Problem('method-not-allowed', { detail: `This address takes ${methods}.`, headers: { Allow: methods } })
}

/** The methods of an address, for Allow. */
export function allowedMethods(methods: readonly string[]): string {
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ')
}

/**
 * Every failure as a problem. What the caller cannot mend is written to the log under a trace.
 * Addresses and messages of foreign errors may quote what was sent, so neither is logged.
 */
export function toProblem(error: unknown, { log }: Service): Problem {
  if (error instanceof Problem) {
    log('request.refused', { code: error.code, ...(error.reason && { reason: error.reason }) })
    return error
  }
  if (error instanceof StoreUnavailable) {
    log('store.unavailable', { reason: error.message })
    return unavailable()
  }
  const trace = crypto.randomUUID()
  const frames =
    error instanceof Error
      ? error.stack
          ?.match(/^ {4}at .*$/gm)
          ?.slice(0, 5)
          .join('')
      : undefined
  log('request.failed', { trace, error: error instanceof Error ? error.name : typeof error, frames: frames ?? '' })
  return new Problem('internal-error', { detail: `Something went wrong here. Quote this trace: ${trace}` })
}

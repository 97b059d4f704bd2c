import { PROBLEMS, Problem, unavailable } from '../problem.ts'
import { languageOf } from '../language.ts'
import { StoreUnavailable } from '../ports.ts'
import { NOT_FOUND_PAGE } from '../site.ts'
import { demonstrationHeaders, page, pageOptions, plain, preflight, problemResponse } from './respond.ts'
import type { Caller, Service } from '../service/service.ts'

export type Handler = (request: Request, caller: Caller, service: Service) => Promise<Response>

/** Also adds the headers of a demonstration. */
export async function runHandler(handler: Handler, request: Request, caller: Caller, service: Service) {
  const response = await handler(request, caller, service)
  const headers = demonstrationHeaders(service.firm.notices)
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

/** Handlers by method; HEAD is handled as GET. */
export type Handlers = Partial<Record<'GET' | 'POST', Handler>>

type ErrorResponder = (error: unknown, service: Service, caller: Caller) => Response

/** An endpoint for programs. It answers CORS preflights, and `respondToError` makes the response to each error. */
export function programEndpoint(handlers: Handlers, respondToError: ErrorResponder): Handler {
  const methods = allowedMethods(Object.keys(handlers))
  return async (request, caller, service) => {
    if (request.method === 'OPTIONS') return preflight(methods)
    const response = await dispatch(handlers, request, caller, service).catch((error: unknown) =>
      respondToError(error, service, caller),
    )
    return request.method === 'HEAD' ? new Response(null, response) : response
  }
}

export const apiEndpoint = (handlers: Handlers): Handler =>
  programEndpoint(handlers, (error, service, caller) =>
    problemResponse(toProblem(error, service, caller), service.base),
  )

/**
 * An endpoint for people. Errors that the page does not handle become plain text.
 * @param isKnown returns false for an address that gets 404; by default, an address in a language that the site does not have
 */
export function pageEndpoint(handlers: Handlers, isKnown = isInSiteLanguage): Handler {
  return async (request, caller, service) => {
    const exists = isKnown(request, service)
    if (exists && request.method === 'OPTIONS') return pageOptions(allowedMethods(Object.keys(handlers)))
    try {
      const response = exists
        ? await dispatch(handlers, request, caller, service)
        : page(404, await service.published.read(NOT_FOUND_PAGE))
      return request.method === 'HEAD' ? new Response(null, response) : response
    } catch (error) {
      const problem = toProblem(error, service, caller)
      return plain(problem.status, `${PROBLEMS[problem.code].title}. ${problem.detail}`, problem.headers)
    }
  }
}

export const isInSiteLanguage = ({ url }: Request, { languages }: Service): boolean =>
  languages.includes(languageOf(new URL(url).pathname))

async function dispatch(handlers: Handlers, ...[request, caller, service]: Parameters<Handler>): Promise<Response> {
  const handler = handlers[(request.method === 'HEAD' ? 'GET' : request.method) as 'GET']
  if (!handler) throw methodNotAllowed(allowedMethods(Object.keys(handlers)))
  return handler(request, caller, service)
}

export const methodNotAllowed = (methods: string): Problem =>
  new Problem('method-not-allowed', { detail: `This address accepts ${methods}.`, headers: { Allow: methods } })

export const allowedMethods = (methods: readonly string[]): string =>
  [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ')

/** Converts any error to a Problem, and logs it. The log of an unexpected error has no URL, but a trace id that the response quotes. */
export function toProblem(error: unknown, service: Service, caller: Caller): Problem {
  const { log } = service
  if (error instanceof Problem) {
    logRefusal(service, caller, error)
    return error
  }
  if (error instanceof StoreUnavailable) {
    log('store.unavailable', { reason: error.message })
    return unavailable()
  }
  const trace = crypto.randomUUID()
  log('request.failed', { trace, ...loggedError(error) })
  return new Problem('internal-error', { detail: `Something went wrong here. Quote this trace: ${trace}` })
}

/** Leaves out the message of the error, because it may contain personal data. */
export function loggedError(error: unknown): { error: string; frames: string } {
  if (!(error instanceof Error)) return { error: typeof error, frames: '' }
  const frames = error.stack?.replace(error.message, '').match(/^ {4}at .*$/gm) ?? []
  return { error: error.name, frames: frames.slice(0, 5).join('') }
}

/**
 * Logs refused requests, at most one a minute for each network and code. `leftOut`: how many with this code were skipped since the last line.
 * @param caller used only for counting: its address is never logged, because it is personal data
 * @param refusal its reason must contain no personal data
 */
export function logRefusal(
  { refusals, log }: Pick<Service, 'refusals' | 'log'>,
  caller: Caller,
  { code, reason }: { code: string; reason?: string | undefined },
): void {
  const leftOut = refusals.count(code, caller.address)
  if (leftOut !== undefined)
    log('request.refused', { code, ...(reason && { reason }), ...(leftOut > 0 && { leftOut }) })
}

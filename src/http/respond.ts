/** Responses of functions, and headers that static files share with them (`src/hosts/site-rules.ts`). */
import { problemPath } from '../site.ts'
import { PROBLEMS, type Problem } from '../problem.ts'
import { DAY_SECONDS } from '../duration.ts'

/** A page is also available in Markdown, so caches must regard the Accept header. */
export const NEGOTIATED = { Vary: 'Accept' } as const

/** Mozilla's HTTP Observatory recommends these headers. `connect-src` is for the desk's scripts, and audits that fetch robots.txt. */
export const SECURITY_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Strict-Transport-Security': 'max-age=63072000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // With no-referrer a browser sends `Origin: null` with the page's own form, and the Origin check would refuse everyone.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const

export const OWN_SCRIPT = {
  'Content-Security-Policy': `${SECURITY_HEADERS['Content-Security-Policy']}; script-src 'self'`,
} as const

/** CORS for agents that run in a browser. They must be able to read errors too. Never allow credentials here. */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, Location, Link, ETag',
} as const

interface Published {
  type: string
  /** Seconds. */
  cache: number
  cors: boolean
  headers?: Readonly<Record<string, string>>
}

export const documentHeaders = ({ type, cache, cors, headers }: Published) => ({
  'Content-Type': type,
  'Cache-Control': `public, max-age=${cache}`,
  ...(cors && CORS_HEADERS),
  ...headers,
})

/** Each header is named, because `*` would not include Authorization. */
const ALLOWED_HEADERS = 'authorization, content-type, idempotency-key, mcp-protocol-version, mcp-session-id, accept'

/** Prevents caching by browsers and by Netlify. */
const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache', 'Netlify-CDN-Cache-Control': 'no-store' } as const

export const PROGRAM_HEADERS = { ...SECURITY_HEADERS, ...CORS_HEADERS, ...NO_STORE } as const

type HeaderMap = Record<string, string>

export const json = (status: number, body: unknown, headers: HeaderMap = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...PROGRAM_HEADERS, 'Content-Type': 'application/json', ...headers },
  })

export const empty = (status: number, headers: HeaderMap = {}): Response =>
  new Response(null, { status, headers: { ...PROGRAM_HEADERS, ...headers } })

export function problemResponse(problem: Problem, base: string): Response {
  const body = {
    type: base + problemPath(problem.code),
    title: PROBLEMS[problem.code].title,
    status: problem.status,
    detail: problem.detail,
    code: problem.code,
    ...(problem.errors.length > 0 && { errors: problem.errors }),
    ...(problem.failed && { failed: problem.failed }),
  }
  return json(problem.status, body, { 'Content-Type': 'application/problem+json', ...problem.headers })
}

export const pageOptions = (methods: string) =>
  new Response(null, { status: 204, headers: { ...SECURITY_HEADERS, Allow: methods } })

/** Answers any OPTIONS request to an endpoint for programs, also one that is not a CORS preflight. */
export const preflight = (methods: string, moreHeaders?: string): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...SECURITY_HEADERS,
      ...CORS_HEADERS,
      Allow: methods,
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': moreHeaders ? `${ALLOWED_HEADERS}, ${moreHeaders}` : ALLOWED_HEADERS,
      'Access-Control-Max-Age': String(DAY_SECONDS),
    },
  })

/** For pages that a function makes. They may contain personal data, so they are neither cached nor indexed. */
export const PAGE_HEADERS = { ...SECURITY_HEADERS, ...NO_STORE, 'X-Robots-Tag': 'noindex' } as const

/** Search engines must not list a demonstration. */
export const demonstrationHeaders = ({ demonstration }: { demonstration?: string | undefined }): HeaderMap =>
  demonstration === undefined ? {} : { Demonstration: demonstration, 'X-Robots-Tag': PAGE_HEADERS['X-Robots-Tag'] }

export const page = (status: number, html: string, headers: HeaderMap = {}): Response =>
  new Response(html, { status, headers: { ...PAGE_HEADERS, 'Content-Type': 'text/html; charset=utf-8', ...headers } })

export const plain = (status: number, text: string, headers: HeaderMap = {}): Response =>
  page(status, `${text}\n`, { 'Content-Type': 'text/plain; charset=utf-8', ...headers })

/** 303: the browser fetches `path` with GET, so that reloading does not submit the form again. */
export const seeOther = (path: string): Response =>
  new Response(null, { status: 303, headers: { ...SECURITY_HEADERS, ...NO_STORE, Location: path } })

/** 301, like the hosts' response to the address of a page without its trailing slash. */
export const movedPermanently = (path: string): Response =>
  new Response(null, { status: 301, headers: { ...SECURITY_HEADERS, Location: path } })

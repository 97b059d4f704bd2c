/**
 * Answers: the headers that every answer of a function carries, and one maker for each kind of body.
 * Static files get theirs from `netlify.toml`, which does not apply to functions; a test holds the two together.
 */
import { problemPath } from '../site.ts'
import { PROBLEMS, type Problem } from '../problem.ts'
import { DAY_SECONDS } from '../duration.ts'

/** On every answer. By Mozilla's HTTP Observatory. `connect-src`: audits read robots.txt and llms.txt from within a page. */
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

/** On the pages that run the script of the form: they may run what this site serves, and nothing in the page itself. */
export const OWN_SCRIPT = {
  'Content-Security-Policy': `${SECURITY_HEADERS['Content-Security-Policy']}; script-src 'self'`,
} as const

/** On every answer of a public endpoint, errors too: a browser's agent must be able to read why. Never with credentials. */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, Location, Link, ETag',
} as const

/** `*` would not cover Authorization: each header is named. */
const ALLOWED_HEADERS = 'authorization, content-type, idempotency-key, mcp-protocol-version, mcp-session-id, accept'
const PREFLIGHT_SECONDS = DAY_SECONDS

/** Neither browsers nor Netlify's cache may keep it. */
export const NO_STORE = {
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
  'Netlify-CDN-Cache-Control': 'no-store',
} as const

type Headers = Record<string, string>

/** A JSON answer of a public endpoint. */
export function json(status: number, body: unknown, headers: Headers = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...SECURITY_HEADERS, ...CORS_HEADERS, ...NO_STORE, 'Content-Type': 'application/json', ...headers },
  })
}

/**
 * A problem as RFC 9457 has it.
 * @param base base address, for the link to the problem's page
 */
export function problemResponse(problem: Problem, base: string): Response {
  const body = {
    type: base + problemPath(problem.code),
    title: PROBLEMS[problem.code].title,
    status: problem.status,
    detail: problem.detail,
    code: problem.code,
    ...(problem.errors.length > 0 && { errors: problem.errors }),
  }
  return json(problem.status, body, { 'Content-Type': 'application/problem+json', ...problem.headers })
}

/** The answer of a page to OPTIONS. */
export const pageOptions = (methods: string) =>
  new Response(null, { status: 204, headers: { ...SECURITY_HEADERS, Allow: methods } })

/**
 * The answer of an address for programs to OPTIONS, preflight or not.
 * @param methods what the address takes, for example `POST, OPTIONS`
 * @param more further headers that it reads, joined by commas
 */
export function preflight(methods: string, more?: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...SECURITY_HEADERS,
      ...CORS_HEADERS,
      Allow: methods,
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': more ? `${ALLOWED_HEADERS}, ${more}` : ALLOWED_HEADERS,
      'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
    },
  })
}

/** On every page for people: never cached, because it holds what somebody wrote, and found by nobody. */
export const PAGE_HEADERS = { ...SECURITY_HEADERS, ...NO_STORE, 'X-Robots-Tag': 'noindex' } as const

/** A page for people. */
export function page(status: number, html: string, headers: Headers = {}): Response {
  return new Response(html, {
    status,
    headers: { ...PAGE_HEADERS, 'Content-Type': 'text/html; charset=utf-8', ...headers },
  })
}

/** A few words, where drawing a page failed. */
export function plain(status: number, text: string, headers: Headers = {}): Response {
  return page(status, `${text}\n`, { 'Content-Type': 'text/plain; charset=utf-8', ...headers })
}

/** 303: the browser fetches `path` with GET, and reloading sends nothing again. */
export function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { ...SECURITY_HEADERS, ...NO_STORE, Location: path } })
}

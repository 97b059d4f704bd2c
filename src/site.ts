/** Base address, paths and versions. The base address never comes from a request, because a forged Host header must not change links. */
import * as z from 'zod'
import { type Language, pathIn } from './language.ts'
import paths from './paths.json' with { type: 'json' }

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** An absolute origin: https, or http for loopback. A trailing slash is removed. */
export const BaseAddress = z
  .string()
  .refine(isOrigin, 'an absolute https address without a path, like https://www.example.com (http only for localhost)')
  .transform((text) => new URL(text).origin)

export const isLoopback = (base: string): boolean => LOOPBACK.has(new URL(base).hostname)

/** RFC 2606, RFC 6761 and RFC 9476 reserve these names; `local` and `internal` are for local networks. */
const RESERVED_HOST = /(^|\.)(example|test|invalid|localhost|local|alt|internal|example\.(com|net|org))$/

export const isPublicHost = (hostname: string): boolean =>
  hostname.includes('.') && !LOOPBACK.has(hostname) && !RESERVED_HOST.test(hostname)

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const isBareOrigin = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  return isBareOrigin && (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname)))
}

/** `API_ROOT` has the major version. */
export const API_VERSION = '1.0.0'

/** Latest first. */
export const MCP_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

export const API_ROOT = '/api/v1'

/** @param fact the English path below the root of the API, like `/firm` @returns like `/api/v1/es/firm` */
export const factPath = (language: Language, fact: string) => API_ROOT + pathIn(language, fact)

/** @param path in English, with a slash at its end */
export const pageFile = (language: Language, path: string) => pathIn(language, `${path}index.html`).slice(1)

export const NOT_FOUND_PAGE = '404.html'

// Browsers cannot fetch these published files: a function answers all paths that begin with /desk.
export const REPLIES_FILE = 'desk/replies.json'
export const STATED_FILE = 'desk/stated.json'
/** `/mcp` sends this page to the windows of assistants. */
export const INQUIRY_APP_FILE = 'desk/inquiry-window.txt'

/** Paths of pages, documents and endpoints. The section at `securityPolicy` says how to report a fault of the site. */
export const PATHS = { ready: `${API_ROOT}/ready`, ...paths }

export const problemPath = (code: string) => `${PATHS.problems}#${code}`

/** In these paths, `slug` is the name of the file with the text. */
export const practiceAreaPath = (slug: string) => `/practice-areas/${slug}/`

export const lawyerPath = (slug: string) => `/lawyers/${slug}/`

export const pagePath = (slug: string) => (slug === 'home' ? '/' : `/${slug}/`)

/** @param path Netlify's syntax: `:name` is one segment, a `*` at the end is the rest @returns the source of a regular expression */
export const patternOf = (path: string) => path.replaceAll('.', '\\.').replace(/\*$/, '.*').replace(/:\w+/g, '[^/]+')

/**
 * The public address of this service, and the paths below it.
 * The base address is configured, never read from a request: a forged Host header must not change links.
 */
import * as z from 'zod'
import { type Language, pathIn } from './language.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Schema of an absolute origin: https, or http for loopback. Strips a trailing slash. */
export const BaseAddress = z
  .string()
  .refine(isOrigin, 'an absolute https address without a path, like https://www.example.com (http only for localhost)')
  .transform((text) => new URL(text).origin)

/** Whether the host of the address is this machine. */
export const isLoopback = (base: string): boolean => LOOPBACK.has(new URL(base).hostname)

/** Names that RFC 2606, RFC 6761 and RFC 9476 keep from the public, and those of local networks. */
const RESERVED_HOST = /(^|\.)(example|test|invalid|localhost|local|alt|internal|example\.(com|net|org))$/

/** Whether strangers can reach the host: the name has a dot, is not reserved, and is not this machine. */
export const isPublicHost = (hostname: string): boolean =>
  hostname.includes('.') && !LOOPBACK.has(hostname) && !RESERVED_HOST.test(hostname)

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const isBareOrigin = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  return isBareOrigin && (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname)))
}

/** Version of the API and of its description; the major version is part of every path. */
export const API_VERSION = '1.0.0'

/** Versions of the Model Context Protocol that `/mcp` supports, latest first. */
export const MCP_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

export const API_ROOT = '/api/v1'

/**
 * The address of a fact in a language, like `/api/v1/es/firm`.
 * @param fact its path below the root of the API in English, beginning with a slash
 */
export const factPath = (language: Language, fact: string) => API_ROOT + pathIn(language, fact)

/** The file of a built page, in the published folder. @param path in English, with a slash at its end */
export const pageFile = (language: Language, path: string) => pathIn(language, `${path}index.html`).slice(1)

/** File of the page for unknown addresses. */
export const NOT_FOUND_PAGE = '404.html'

// These files are in the published folder, but browsers cannot fetch them: a function answers all paths that begin with /desk.
/** Templates of letters for the desk. */
export const REPLIES_FILE = 'desk/replies.json'
/** The settings that the pages state. */
export const STATED_FILE = 'desk/stated.json'
/** The page that `/mcp` sends to the windows of assistants. */
export const INQUIRY_APP_FILE = 'desk/inquiry-window.txt'

/** Paths that more than one folder of src/ links to. */
export const PATHS = {
  ready: `${API_ROOT}/ready`,
  openapi: '/openapi.json',
  contact: '/contact/',
  thanks: '/thanks/',
  status: '/status/',
  disclaimer: '/disclaimer/',
  /** How to report a fault of the site: a part of the disclaimer. */
  securityPolicy: '/disclaimer/#faults-of-this-site',
  privacy: '/privacy/',
  agents: '/for-agents/',
  problems: '/problems/',
  protectedResource: '/.well-known/oauth-protected-resource',
  authorizationServer: '/.well-known/oauth-authorization-server',
  openidConfiguration: '/.well-known/openid-configuration',
  jwks: '/.well-known/jwks.json',
  apiCatalog: '/.well-known/api-catalog',
  aiCatalog: '/.well-known/ai-catalog.json',
  ardCatalog: '/.well-known/ard.json',
  skills: '/.well-known/agent-skills/index.json',
  serverCard: '/mcp/server-card',
  registryEntry: '/server.json',
  llms: '/llms.txt',
  llmsFull: '/llms-full.txt',
  sitemap: '/sitemap.xml',
  authGuide: '/auth.md',
  identity: '/agent/identity',
  claimStart: '/agent/identity/claim',
  claimComplete: '/agent/identity/claim/complete',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  authorize: '/oauth/authorize',
  mcp: '/mcp',
  claim: '/claim',
  deskInquiries: '/desk/inquiries',
  claimConfirm: '/claim/confirm',
  claimEnd: '/claim/end',
  desk: '/desk',
  deskSignIn: '/desk/sign-in',
  deskSignOut: '/desk/sign-out',
  editor: '/admin/',
} as const

export const problemPath = (code: string) => `${PATHS.problems}#${code}`

/** In these paths, `slug` is the name of the file with the text. */
export const practiceAreaPath = (slug: string) => `/practice-areas/${slug}/`

export const lawyerPath = (slug: string) => `/lawyers/${slug}/`

export const pagePath = (slug: string) => (slug === 'home' ? '/' : `/${slug}/`)

/** The source of a regular expression for a path in Netlify's syntax: `:name` is one segment, a `*` at the end is the rest. */
export const patternOf = (path: string) => path.replaceAll('.', '\\.').replace(/\*$/, '.*').replace(/:\w+/g, '[^/]+')

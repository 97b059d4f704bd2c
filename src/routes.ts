/**
 * The routes: every address that a function serves.
 * The files in `netlify/functions/` have these names and repeat these paths as literals, because Netlify reads their
 * configuration without running them. A test compares both.
 */
import { documentFile, DOCUMENTS, isIn } from './contract/documents.ts'
import { type FunctionOperationId, OPERATIONS } from './contract/operations.ts'
import { desk } from './desk/app.ts'
import { PATHS, patternOf } from './site.ts'
import { agent } from './api/agent.ts'
import { claim } from './forms/claim.ts'
import { contact } from './forms/contact.ts'
import { eventNotify } from './api/security-events.ts'
import { notFound } from './api/not-found.ts'
import { identity, identityClaim, identityClaimComplete } from './api/identity.ts'
import { inquiries } from './api/inquiries.ts'
import { jwks } from './api/jwks.ts'
import { mcp } from './mcp/endpoint.ts'
import { authorize, revoke, token } from './api/oauth.ts'
import { ready } from './api/ready.ts'
import { FIRST_LANGUAGE, LANGUAGES, pathIn } from './language.ts'
import type { Handler } from './http/endpoint.ts'
import { status } from './forms/status-page.ts'
import { thanks } from './forms/thanks.ts'

export interface Route {
  /** Patterns in Netlify's syntax: `:name` is one segment, a `*` at the end is the rest. */
  path: readonly string[]
  /** Omit for all methods: on a mismatch Netlify would serve a page instead of 405. */
  method?: readonly string[]
  /** A published file at the same address takes precedence. */
  preferStatic?: boolean
  /** Addresses that match `path` but belong to other routes. */
  excludedPath?: readonly string[]
  /** Gives the handler the private key that opens inquiries. Only for the desk. */
  opensInquiries?: boolean
  handler: Handler
}

/** The type requires a handler for each operation that a function serves. */
const HANDLERS: Record<FunctionOperationId, Handler> = {
  getReady: ready,
  createInquiry: inquiries,
  getInquiryStatus: status,
  getAgent: agent,
  registerAgent: identity,
  startClaim: identityClaim,
  completeClaim: identityClaimComplete,
  issueToken: token,
  revokeToken: revoke,
}

const operation = (id: FunctionOperationId, ...aliases: string[]) => ({
  path: [OPERATIONS[id].path, ...aliases],
  handler: HANDLERS[id],
})
const withAndWithoutSlash = (path: string) => [path.slice(0, -1), path]
const inEachLanguage = (paths: readonly string[]) =>
  LANGUAGES.flatMap((language) => paths.map((path) => pathIn(language, path)))

const DOCUMENT_PATHS = DOCUMENTS.map(({ path }) => path)

/** All routes except the fallbacks. */
const OWN_ROUTES = {
  inquiries: operation('createInquiry'),
  ready: operation('getReady'),
  agent: operation('getAgent'),
  identity: operation('registerAgent'),
  'identity-claim': operation('startClaim'),
  'identity-claim-complete': operation('completeClaim'),
  // The second address of each is the one that clients of the hosted product use.
  token: operation('issueToken', '/oauth2/token'),
  revoke: operation('revokeToken', '/oauth2/revoke'),
  mcp: { path: [PATHS.mcp], handler: mcp },
  'event-notify': { path: [PATHS.events], handler: eventNotify },
  authorize: { path: [PATHS.authorize], handler: authorize },
  jwks: { path: [PATHS.jwks], handler: jwks },
  claim: {
    path: inEachLanguage([PATHS.claim, PATHS.claimConfirm, PATHS.claimEnd].flatMap((path) => [path, `${path}/`])),
    handler: claim,
  },
  contact: { path: inEachLanguage(withAndWithoutSlash(PATHS.contact)), handler: contact },
  thanks: { path: inEachLanguage([`${PATHS.thanks}:reference`]), handler: thanks },
  status: { path: inEachLanguage([`${PATHS.status}:capability`]), handler: HANDLERS.getInquiryStatus },
  desk: { path: [PATHS.desk, `${PATHS.desk}/*`], handler: desk, opensInquiries: true },
  // Without this route Netlify would handle these methods on files itself. GET is served by the file.
  'document-methods': {
    path: DOCUMENT_PATHS,
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    handler: notFound,
  },
} as const satisfies Record<string, Route>

/** Folders for programs: unknown addresses below them get a 404 in JSON. */
const PROGRAM_FOLDERS = ['/api/*', '/agent/*', '/oauth/*', '/oauth2/*', '/.well-known/*']
const inProgramFolder = (path: string) => PROGRAM_FOLDERS.some((folder) => path.startsWith(folder.slice(0, -1)))
const isPattern = (path: string) => /[:*]/.test(path)

/** Documents that a site may be without. Netlify would not find the file of one that it rewrites. */
const MISSING_PATHS = DOCUMENTS.filter(
  (row) => isPattern(row.path) || (!isIn([FIRST_LANGUAGE])(row) && documentFile(row.path) === row.path),
).map(({ path }) => path)

/** Netlify does not specify which of two matching functions it runs, so no two rows may match one request. */
export const ROUTES = {
  ...OWN_ROUTES,
  // GET of a practice area that does not exist, and of a fact in a language that the site is not in; `document-methods` covers the other
  // methods of these paths.
  'missing-fact': { path: MISSING_PATHS, method: ['GET'], preferStatic: true, handler: notFound },
  'not-found': {
    path: PROGRAM_FOLDERS,
    // For the files that `netlify.toml` rewrites to.
    preferStatic: true,
    excludedPath: Object.values<Route>(OWN_ROUTES)
      .flatMap(({ path }) => path)
      .filter(inProgramFolder),
    handler: notFound,
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof ROUTES

const COMPILED = Object.entries<Route>(ROUTES).map(([name, route]) => ({
  name: name as RouteName,
  ...route,
  isServed: matcherOf(route.path),
  isExcluded: matcherOf(route.excludedPath ?? []),
}))

/** What decides which row serves a request. `isPublished` is true when a file with this address exists. */
type Target = [method: string, pathname: string, isPublished: (pathname: string) => boolean]

function matches(row: (typeof COMPILED)[number], [method, pathname, isPublished]: Target): boolean {
  const { isServed, isExcluded, preferStatic } = row
  return (
    (!row.method || row.method.includes(method)) &&
    isServed(pathname) &&
    !isExcluded(pathname) &&
    !(preferStatic && isPublished(pathname))
  )
}

/** All rows that match a request, by Netlify's rules: at most one, which a test holds. */
export const matchRoutes = (...target: Target): RouteName[] =>
  COMPILED.filter((row) => matches(row, target)).map(({ name }) => name)

/**
 * Finds the function that serves a request. Stops at the first row, because it runs for each request of one machine.
 * @returns its name, or undefined when the address is a file or unknown
 */
export const matchRoute = (...target: Target): RouteName | undefined =>
  COMPILED.find((row) => matches(row, target))?.name

/**
 * As `matchRoute`. An address that is rewritten to a file belongs to the function of that file's address when there is none.
 * @param rewrite gives the address of the file; the same address when nothing is rewritten
 */
export function matchRewritten(rewrite: (pathname: string) => string, ...target: Target): RouteName | undefined {
  const [method, pathname, isPublished] = target
  const file = rewrite(pathname)
  return matchRoute(...target) ?? (file === pathname ? undefined : matchRoute(method, file, isPublished))
}

/** Matches paths as Netlify does: a literal must match exactly, a pattern may have a trailing slash. */
function matcherOf(paths: readonly string[]): (pathname: string) => boolean {
  const literals = new Set(paths.filter((path) => !isPattern(path)))
  const patterns = paths.filter(isPattern).map((path) => new RegExp(`^${patternOf(path)}/?$`))
  return (pathname) => literals.has(pathname) || patterns.some((pattern) => pattern.test(pathname))
}

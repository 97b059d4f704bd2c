/** Every address that a function serves. A function on Netlify has the name of its route; `commands/bundle.ts` adds the `Address`. */
import { agent } from './api/agent.ts'
import { inbound } from './api/inbound.ts'
import { identity, identityClaim, identityClaimComplete } from './api/identity.ts'
import { inquiries } from './api/inquiries.ts'
import { jwks } from './api/jwks.ts'
import { notFound } from './api/not-found.ts'
import { authorize, revoke, token } from './api/oauth.ts'
import { ready } from './api/ready.ts'
import { documentFile, DOCUMENTS, existsIn, REWRITES } from './contract/documents.ts'
import { desk } from './desk/app.ts'
import { MINUTE_SECONDS } from './duration.ts'
import { claim } from './forms/claim.ts'
import { contact } from './forms/contact.ts'
import { status } from './forms/status-page.ts'
import { thanks } from './forms/thanks.ts'
import type { Handler } from './http/endpoint.ts'
import { FIRST_LANGUAGE, LANGUAGES, pathIn } from './language.ts'
import { mcp } from './mcp/endpoint.ts'
import { isOffered, type Offer, type Offering, SWITCH_NAMES } from './offers.ts'
import { API_ROOT, PATHS, patternOf } from './site.ts'

/** The part of a route that Netlify reads. */
export interface Address {
  /** Netlify's syntax: `:name` is one segment, a `*` at the end is the rest. */
  path: readonly string[]
  /** Omit for all methods: on a mismatch Netlify would serve a page instead of 405. */
  method?: readonly string[]
  /** A published file at the same address takes precedence. */
  preferStatic?: boolean
  /** These addresses match `path` but belong to other routes. */
  excludedPath?: readonly string[]
  /** A limit that Netlify checks before the service checks its own. Netlify's free plan allows two. */
  rateLimit?: { windowLimit: number; windowSize: number; aggregateBy: readonly ['ip', 'domain'] }
}

export interface Route extends Address {
  /** When the firm does not offer this, the address is unknown. */
  offer: Offer
  /** Gives the handler the private key that opens inquiries. Only for the desk. */
  opensInquiries?: boolean
  handler: Handler
}

/** Each path without and with a slash at the end: some programs add one, and a redirect would lose the body of a POST. */
const eitherWay = (...paths: string[]) => paths.flatMap((path) => [path, `${path}/`])
const inEachLanguage = (...paths: string[]) =>
  LANGUAGES.flatMap((language) => paths.map((path) => pathIn(language, path)))
const perMinute = (windowLimit: number) =>
  ({ windowLimit, windowSize: MINUTE_SECONDS, aggregateBy: ['ip', 'domain'] }) as const

const OWN_ROUTES = {
  inquiries: {
    offer: 'apiInquiries',
    path: eitherWay(`${API_ROOT}/inquiries`),
    handler: inquiries,
    rateLimit: perMinute(60),
  },
  ready: { offer: 'always', path: eitherWay(PATHS.ready), handler: ready },
  mcp: { offer: 'mcp', path: eitherWay(PATHS.mcp), handler: mcp },
  agent: { offer: 'agents', path: eitherWay(`${API_ROOT}/agent`), handler: agent },
  identity: { offer: 'agents', path: eitherWay(PATHS.identity), handler: identity },
  'identity-claim': { offer: 'agents', path: eitherWay(PATHS.claimStart), handler: identityClaim },
  'identity-claim-complete': { offer: 'agents', path: eitherWay(PATHS.claimComplete), handler: identityClaimComplete },
  // Agents that were written for AuthKit use the second address of each of these two routes.
  token: { offer: 'agents', path: eitherWay(PATHS.token, '/oauth2/token'), handler: token },
  revoke: { offer: 'agents', path: eitherWay(PATHS.revoke, '/oauth2/revoke'), handler: revoke },
  authorize: { offer: 'agents', path: eitherWay(PATHS.authorize), handler: authorize },
  jwks: { offer: 'signatures', path: eitherWay(PATHS.jwks), handler: jwks },
  contact: {
    offer: 'always',
    path: inEachLanguage(...eitherWay(PATHS.contact.slice(0, -1))),
    handler: contact,
    rateLimit: perMinute(120),
  },
  thanks: { offer: 'always', path: inEachLanguage(`${PATHS.thanks}:reference`), handler: thanks },
  status: { offer: 'statusPage', path: inEachLanguage(`${PATHS.status}:capability`), handler: status },
  // This route answers 404 until both INBOUND_MAIL and INBOUND_SECRET are set.
  inbound: { offer: 'always', path: eitherWay(PATHS.inbound), handler: inbound },
  claim: {
    offer: 'agents',
    path: inEachLanguage(...eitherWay(PATHS.claim, PATHS.claimConfirm, PATHS.claimEnd)),
    handler: claim,
  },
  desk: { offer: 'always', path: [PATHS.desk, `${PATHS.desk}/*`], handler: desk, opensInquiries: true },
  // The file of a document answers GET. Without this route Netlify would answer these other methods itself.
  'document-methods': {
    offer: 'always',
    path: DOCUMENTS.map(({ path }) => path),
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    handler: notFound,
  },
} as const satisfies Record<string, Route>

/** Unknown addresses below these folders get a 404 in JSON. */
const PROGRAM_FOLDERS = ['/api/*', '/agent/*', '/oauth/*', '/oauth2/*', '/.well-known/*']
const inProgramFolder = (path: string) => PROGRAM_FOLDERS.some((folder) => path.startsWith(folder.slice(0, -1)))
const isPattern = (path: string) => /[:*]/.test(path)

/** Netlify does not specify which of two matching functions it runs, so no two rows may match one request. */
export const ROUTES = {
  ...OWN_ROUTES,
  // Documents whose file may be missing. Rewritten documents are left out, because Netlify would not find their file.
  'missing-fact': {
    offer: 'always',
    path: DOCUMENTS.filter(
      (row) =>
        isPattern(row.path) ||
        (!existsIn([FIRST_LANGUAGE], { notOffered: SWITCH_NAMES })(row) && documentFile(row.path) === row.path),
    ).map(({ path }) => path),
    method: ['GET'],
    preferStatic: true,
    handler: notFound,
  },
  'not-found': {
    offer: 'always',
    path: PROGRAM_FOLDERS,
    // The files of rewritten documents are in these folders.
    preferStatic: true,
    excludedPath: Object.values<Route>(OWN_ROUTES)
      .flatMap(({ path }) => path)
      .filter(inProgramFolder),
    handler: notFound,
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof ROUTES

const MATCHERS = Object.entries<Route>(ROUTES).map(([name, { path, excludedPath = [], method, preferStatic }]) => ({
  name: name as RouteName,
  method,
  preferStatic,
  isServed: matcherOf(path),
  isExcluded: matcherOf(excludedPath),
}))

/** Follows Netlify's rules. @returns at most one route, which a test checks; none when the address is that of a file, or unknown */
export const matchRoutes = (
  method: string,
  pathname: string,
  isPublished: (pathname: string) => boolean,
  firm: Offering = {},
): RouteName[] =>
  MATCHERS.filter(
    (row) =>
      (!row.method || row.method.includes(method === 'HEAD' ? 'GET' : method)) &&
      row.isServed(pathname) &&
      !row.isExcluded(pathname) &&
      !(row.preferStatic && isPublished(pathname)),
  ).flatMap(({ name }) =>
    isOffered(firm, ROUTES[name].offer) ? [name] : inProgramFolder(pathname) ? ['not-found'] : [],
  )

/** If an address has no function and is rewritten to a file, the function of the file's address serves it. */
export function matchRewritten(...[method, pathname, ...site]: Parameters<typeof matchRoutes>): RouteName | undefined {
  const file = REWRITES.get(pathname)
  return (
    matchRoutes(method, pathname, ...site)[0] ??
    (file === undefined ? undefined : matchRoutes(method, file, ...site)[0])
  )
}

/** As on Netlify, a literal must match exactly, and a pattern may have a trailing slash. */
function matcherOf(paths: readonly string[]): (pathname: string) => boolean {
  const literals = new Set(paths.filter((path) => !isPattern(path)))
  const patterns = paths.filter(isPattern).map((path) => new RegExp(`^${patternOf(path)}/?$`))
  return (pathname) => literals.has(pathname) || patterns.some((pattern) => pattern.test(pathname))
}

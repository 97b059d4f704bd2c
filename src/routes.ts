/**
 * Every address that a function answers, in the order in which they are tried.
 * The files in `netlify/functions/` bear these names and repeat these paths as literals, because Netlify reads them
 * without running them; a test holds the two together.
 */
import { OPERATION_PATHS, type FunctionOperationId } from './contract/operations.ts'
import { desk } from './desk/app.ts'
import { API_ROOT, PATHS } from './site.ts'
import { agent } from './api/agent.ts'
import { claim } from './forms/claim.ts'
import { contact } from './forms/contact.ts'
import { eventNotify } from './api/security-events.ts'
import { fallback, STATIC_PATHS } from './api/not-found.ts'
import { identity, identityClaim, identityClaimComplete } from './api/identity.ts'
import { inquiries } from './api/inquiries.ts'
import { jwks } from './api/jwks.ts'
import { mcp } from './mcp/endpoint.ts'
import { authorize, revoke, token } from './api/oauth.ts'
import { LANGUAGES, pathIn } from './language.ts'
import type { Handler } from './http/endpoint.ts'
import { thanks } from './forms/thanks.ts'

export interface Route {
  /** Patterns as Netlify has them: `:name` is one segment, a `*` at the end is the rest. */
  path: readonly string[]
  /** Left out: all methods, because a mismatch would be answered with a page instead of 405. */
  method?: readonly string[]
  /** A published file at the same address goes first. */
  preferStatic?: boolean
  /** Addresses that are none of this route's. */
  excludedPath?: readonly string[]
  /** It may open what was sent to the staff: the desk, and nobody else. */
  opensInquiries?: boolean
  handler: Handler
}

/** The compiler asks for a handler for each operation that a function answers. */
const PERFORM: Record<FunctionOperationId, Handler> = {
  createInquiry: inquiries,
  getAgent: agent,
  registerAgent: identity,
  startClaim: identityClaim,
  completeClaim: identityClaimComplete,
  issueToken: token,
  revokeToken: revoke,
}

const pathOf = (id: FunctionOperationId) =>
  OPERATION_PATHS.filter((operation) => operation.id === id).map(({ path }) => path)
const operation = (id: FunctionOperationId, ...aliases: string[]) => ({
  path: [...pathOf(id), ...aliases],
  handler: PERFORM[id],
})
const withAndWithoutSlash = (path: string) => [path.slice(0, -1), path]
const inEachLanguage = (paths: readonly string[]) =>
  LANGUAGES.flatMap((language) => paths.map((path) => pathIn(language, path)))

export const ROUTES = {
  inquiries: operation('createInquiry'),
  agent: operation('getAgent'),
  identity: operation('registerAgent'),
  'identity-claim': operation('startClaim'),
  'identity-claim-complete': operation('completeClaim'),
  // Clients of the hosted product ask at these addresses too.
  token: operation('issueToken', '/oauth2/token'),
  revoke: operation('revokeToken', '/oauth2/revoke'),
  mcp: { path: [PATHS.mcp], handler: mcp },
  'event-notify': { path: [PATHS.events], handler: eventNotify },
  authorize: { path: [PATHS.authorize], handler: authorize },
  jwks: { path: [PATHS.jwks], handler: jwks },
  claim: {
    path: inEachLanguage([PATHS.claim, `${PATHS.claim}/`, PATHS.claimConfirm, `${PATHS.claimConfirm}/`]),
    handler: claim,
  },
  contact: { path: inEachLanguage(withAndWithoutSlash(PATHS.contact)), handler: contact },
  thanks: { path: inEachLanguage([`${PATHS.thanks}:reference`]), handler: thanks },
  desk: { path: [PATHS.desk, `${PATHS.desk}/*`], handler: desk, opensInquiries: true },
  // On files Netlify answers other methods in ways of its own; for GET the file itself is found.
  'document-methods': { path: STATIC_PATHS, method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], handler: fallback },
  'not-found': {
    path: ['/api/*', '/agent/*', '/oauth/*', '/oauth2/*', '/.well-known/*'],
    preferStatic: true,
    // Rewrites come after functions: what `netlify.toml` rewrites must not be answered here.
    excludedPath: [API_ROOT, `${API_ROOT}/practice-areas`, PATHS.protectedResource],
    handler: fallback,
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof ROUTES

const COMPILED = Object.entries<Route>(ROUTES).map(([name, route]) => ({
  name: name as RouteName,
  ...route,
  patterns: route.path.map(compile),
}))

/**
 * Finds the function that answers, by Netlify's rules.
 * @param isPublished whether a file with this address exists
 * @returns the name of the route, or undefined when the address is a file's or nobody's
 */
export function matchRoute(
  method: string,
  pathname: string,
  isPublished: (pathname: string) => boolean,
): RouteName | undefined {
  return COMPILED.find((route) => {
    if (route.method && !route.method.includes(method)) return false
    if (!route.patterns.some((pattern) => pattern.test(pathname))) return false
    if (route.excludedPath?.includes(pathname)) return false
    return !(route.preferStatic && isPublished(pathname))
  })?.name
}

/** As Netlify compiles a path: a literal is compared whole, a pattern may end in a slash. */
function compile(path: string): RegExp {
  const literal = !/[:*]/.test(path)
  const source = path.replaceAll('.', '\\.').replace(/\*$/, '.*').replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${source}${literal ? '' : '/?'}$`)
}

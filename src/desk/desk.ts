/**
 * `/desk` and everything below: the one handler. Who is not signed in sees the sign-in page and nothing else.
 */
import { html } from 'hono/html'
import { PROBLEMS, Problem } from '../problem.ts'
import { readForm } from '../server/body.ts'
import { asProblem, methodNotAllowed } from '../server/endpoint.ts'
import { requireOwnPage } from '../server/own-page.ts'
import { sentenceOf } from '../server/problem-sentence.ts'
import { page, PAGE_HEADERS, seeOther } from '../server/respond.ts'
import type { Caller, Handler, Service } from '../server/service.ts'
import { PATHS } from '../site.ts'
import { endSession, useSession } from '../staff/session.ts'
import { recordAudit } from './audit.ts'
import { csrfToken, requireToken } from './csrf.ts'
import type { DeskAnswer, DeskPage, DeskRow, Html, SignedIn } from './desk-page.ts'
import { deskFrame, signedOutFrame } from './frame.ts'
import { DESK_PAGES } from './pages.ts'
import { returnPath, signInPath } from './return-path.ts'
import { NO_COOKIE, secretOf } from './session-cookie.ts'
import { signIn, UNSAVED } from './sign-in.ts'

const ROWS = DESK_PAGES.map((row) => ({ row, pattern: new RegExp(`^${row.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`) }))

export const desk: Handler = async (request, caller, service) => {
  const response = await answer(request, caller, service).catch((error: unknown) => trouble(error, service, (title, content) => signedOutFrame(title, content, service.firm.name)))
  return request.method === 'HEAD' ? new Response(null, response) : response
}

async function answer(request: Request, caller: Caller, service: Service): Promise<Response> {
  // Before anything is read of it, and before anybody is told to sign in.
  if (request.method === 'POST') requireOwnPage(request, service.base)
  const { pathname } = new URL(request.url)
  const path = pathname.slice(PATHS.desk.length).replace(/\/$/, '')
  if (PATHS.desk + path === PATHS.deskSignIn) return signIn(request, caller, service)
  const secret = secretOf(request)
  const session = secret === undefined ? undefined : await useSession(service, secret)
  if (session?.state !== 'open') return toSignIn(request, path, service)
  const { id, name, owner } = session.member
  const who: SignedIn = { id, name, owner, csrf: await csrfToken(service, session.id) }
  const inFrame = (title: string, content: Html) => deskFrame(title, content, who, path, service.firm.name)
  try {
    const form = request.method === 'POST' ? await readForm(request) : new URLSearchParams()
    if (request.method === 'POST') await requireToken(service, who.csrf, form.get('csrf'))
    if (PATHS.desk + path === PATHS.deskSignOut) return await signOut(request, who, service, session.id)
    const given = await askPage(request, path, who, service, form)
    if (given instanceof Response) return asPage(given)
    if ('redirect' in given) return seeOther(given.redirect)
    return page(given.status ?? 200, await inFrame(given.title, given.content))
  } catch (error) {
    return trouble(error, service, inFrame)
  }
}

/** @throws Problem `not-found` or `method-not-allowed` */
async function askPage(request: Request, path: string, who: SignedIn, service: Service, form: URLSearchParams): Promise<DeskAnswer> {
  for (const { row, pattern } of ROWS) {
    const match = pattern.exec(path)
    if (!match) continue
    if (row.ownersOnly && !who.owner) return { title: 'For owners', content: html`<p>Only owners may open this page. Ask one of them.</p>`, status: 403 }
    return methodOf(row, request)(request, who, service, paramsOf(match), form)
  }
  throw nothingHere()
}

function methodOf(row: DeskRow, { method }: Request): DeskPage {
  const found = { GET: row.GET, HEAD: row.GET, POST: row.POST }[method]
  if (!found) throw methodNotAllowed([...(row.GET ? ['GET', 'HEAD'] : []), ...(row.POST ? ['POST'] : [])].join(', '))
  return found
}

function paramsOf({ groups = {} }: RegExpExecArray): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]))
  } catch {
    throw nothingHere()
  }
}

const nothingHere = () => new Problem('not-found', { detail: 'The desk has no page at this address. Perhaps it was mistyped, or what it showed was removed.' })

/** What a page made itself, such as a CSV, is kept by no cache either. */
function asPage(response: Response): Response {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.headers.set(name, value)
  return response
}

/** A page comes back after signing in; what a form sent is lost, and that is said. */
function toSignIn({ method, url }: Request, path: string, { base }: Service): Response {
  const reads = method === 'GET' || method === 'HEAD'
  const isPage = ROWS.some(({ row, pattern }) => row.GET && pattern.test(path))
  const { pathname, search } = new URL(url)
  return seeOther(signInPath(isPage ? returnPath(pathname + search, base) : PATHS.desk, reads ? {} : { [UNSAVED]: '' }))
}

async function signOut({ method }: Request, who: SignedIn, service: Service, session: string): Promise<Response> {
  if (method !== 'POST') throw methodNotAllowed('POST')
  await recordAudit(service, who.id, 'session.ended', session)
  await endSession(service, session)
  const response = seeOther(PATHS.deskSignIn)
  response.headers.set('Set-Cookie', NO_COOKIE)
  return response
}

async function trouble(error: unknown, service: Service, draw: (title: string, content: Html) => Promise<string>): Promise<Response> {
  const problem = asProblem(error, service)
  return page(problem.status, await draw(PROBLEMS[problem.code].title, html`<p role="alert">${sentenceOf(problem)}</p>`), problem.headers)
}

/**
 * `/desk` and everything below: the one handler. Who is not signed in sees the sign-in page and nothing else.
 */
import { html } from 'hono/html'
import { PROBLEMS, Problem } from '../problem.ts'
import { readForm } from '../http/body.ts'
import { asProblem, type Handler, methodNotAllowed } from '../http/endpoint.ts'
import { requireOwnPage } from '../http/same-origin.ts'
import { sentenceOf } from '../http/user-message.ts'
import { page, PAGE_HEADERS, seeOther } from '../http/respond.ts'
import type { Caller, Service } from '../service/service.ts'
import { PATHS } from '../site.ts'
import { endSession, useSession } from '../staff/session.ts'
import type { StaffMember } from '../staff/staff-member.ts'
import { recordAudit } from '../staff/audit.ts'
import { csrfToken, isToken } from './csrf.ts'
import type { DeskAnswer, DeskPage, DeskRow, SignedIn } from './page.ts'
import { deskFrame, type Framed, signedOutFrame } from './frame.ts'
import { LARGEST_FORM } from './unsent-form.ts'
import { DESK_PAGES } from './routes.ts'
import { returnPath, signInPath } from './return-path.ts'
import { NO_COOKIE, secretOf } from './session-cookie.ts'
import { alertBox } from './ui/format.ts'
import { type Resume, signIn, signInKeeping, UNSAVED } from './sign-in.ts'

const ROWS = DESK_PAGES.map((row) => ({ row, pattern: new RegExp(`^${row.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`) }))

const TOO_LONG =
  'What you sent is far longer than anything that the desk stores, so nothing was stored. Go back and shorten it; copy the text first, if your browser still shows it.'

export const desk: Handler = async (request, caller, service) => {
  const response = await answer(request, caller, service).catch((error: unknown) =>
    trouble(error, service, signedOutFrame),
  )
  return request.method === 'HEAD' ? new Response(null, response) : response
}

async function answer(request: Request, caller: Caller, service: Service): Promise<Response> {
  // Before anything is read of it, and before anybody is told to sign in.
  if (request.method === 'POST') requireOwnPage(request, service.base)
  const { pathname } = new URL(request.url)
  const path = belowDesk(pathname)
  if (PATHS.desk + path === PATHS.deskSignIn) return signIn(request, caller, service, resumeAt(service))
  const secret = secretOf(request)
  const session = secret === undefined ? undefined : await useSession(service, secret)
  if (session?.state !== 'open') {
    const isLost = request.method === 'POST' && rowAt(path)?.row.restore !== undefined
    return isLost
      ? signInKeeping(service, PATHS.desk + path, await readForm(request, LARGEST_FORM), session?.state)
      : toSignIn(request, path, service)
  }
  const who = await signedIn(service, session.member, session.id)
  try {
    const form = request.method === 'POST' ? await readForm(request, LARGEST_FORM) : new URLSearchParams()
    if (request.method === 'POST' && !(await isToken(service, who.csrf, form.get('csrf'))))
      return await outOfDate(path, who, service, form)
    if (PATHS.desk + path === PATHS.deskSignOut) return await signOut(request, who, service, session.id)
    return await asResponse(await askPage(request, path, who, service, form), path, who, service)
  } catch (error) {
    return trouble(error, service, (framed) => deskFrame(framed, who, path))
  }
}

/** The path of a page below `/desk`. */
const belowDesk = (pathname: string): string => pathname.slice(PATHS.desk.length).replace(/\/$/, '')

async function signedIn(service: Service, { id, name, owner }: StaffMember, session: string): Promise<SignedIn> {
  return { id, name, owner, csrf: await csrfToken(service, session) }
}

function rowAt(path: string): { row: DeskRow; match: RegExpExecArray } | undefined {
  for (const { row, pattern } of ROWS) {
    const match = pattern.exec(path)
    if (match) return { row, match }
  }
  return undefined
}

/** @throws Problem `not-found` or `method-not-allowed` */
async function askPage(
  request: Request,
  path: string,
  who: SignedIn,
  service: Service,
  form: URLSearchParams,
): Promise<DeskAnswer> {
  const found = rowAt(path)
  if (!found) throw nothingHere()
  if (found.row.ownersOnly && !who.owner)
    return { title: 'For owners', content: html`<p>Only owners may open this page. Ask one of them.</p>`, status: 403 }
  return methodOf(found.row, request)(request, who, service, paramsOf(found.match), form)
}

async function asResponse(given: DeskAnswer, path: string, who: SignedIn, service: Service): Promise<Response> {
  if (given instanceof Response) return asPage(given)
  if ('redirect' in given) return seeOther(given.redirect)
  const { title, content, status = 200 } = given
  return page(status, await deskFrame({ title, content, status, firm: service.firm.name }, who, path))
}

/** The page of a form that was not carried out, with what the form held; undefined when the page keeps none or is no more. */
async function restored(
  path: string,
  who: SignedIn,
  service: Service,
  form: URLSearchParams,
): Promise<DeskAnswer | undefined> {
  const found = rowAt(path)
  if (!found?.row.restore || (found.row.ownersOnly && !who.owner)) return undefined
  try {
    return await found.row.restore(
      new Request(service.base + PATHS.desk + path),
      who,
      service,
      paramsOf(found.match),
      form,
    )
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** After signing in: the form that was sent before, still to be sent. */
const resumeAt =
  (service: Service): Resume =>
  async (member, session, to, form) => {
    const path = belowDesk(new URL(to, service.base).pathname)
    const who = await signedIn(service, member, session)
    return asResponse((await restored(path, who, service, form)) ?? { redirect: PATHS.desk }, path, who, service)
  }

/** A form of an earlier session, from another tab; or one that was never ours. It is not carried out, but nothing of it is lost. */
async function outOfDate(path: string, who: SignedIn, service: Service, form: URLSearchParams): Promise<Response> {
  service.log('request.refused', { code: 'foreign-page', reason: 'the token of the form' })
  const given = (await restored(path, who, service, form)) ?? {
    title: 'The form was out of date',
    content: html`${alertBox('Nothing was done: you signed in again since this form was drawn, perhaps in another tab. Open its page again.')}`,
  }
  return asResponse('content' in given ? { ...given, status: 403 } : given, path, who, service)
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

const nothingHere = () =>
  new Problem('not-found', {
    detail: 'The desk has no page at this address. Perhaps it was mistyped, or what it showed was removed.',
  })

/** What a page made itself, such as a CSV, is kept by no cache either. */
function asPage(response: Response): Response {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.headers.set(name, value)
  return response
}

/** A page comes back after signing in; that a form was not carried out is said. */
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

async function trouble(error: unknown, service: Service, draw: (framed: Framed) => Promise<string>): Promise<Response> {
  const problem = asProblem(error, service)
  const { status, headers } = problem
  const content = alertBox(problem.code === 'content-too-large' ? TOO_LONG : sentenceOf(problem))
  return page(
    status,
    await draw({ title: PROBLEMS[problem.code].title, content, status, firm: service.firm.name }),
    headers,
  )
}

/**
 * The handler of `/desk` and everything below it. Without a session it shows only the sign-in page.
 */
import { html } from 'hono/html'
import { PROBLEMS, Problem } from '../problem.ts'
import { toProblem, type Handler, methodNotAllowed } from '../http/endpoint.ts'
import { requireSameOrigin } from '../http/same-origin.ts'
import { descriptionOf } from '../http/user-message.ts'
import { OWN_SCRIPT, page, PAGE_HEADERS, seeOther } from '../http/respond.ts'
import { logRefusal } from '../http/log-refusal.ts'
import type { Caller, Service } from '../service/service.ts'
import { PATHS } from '../site.ts'
import { endSession, findSession, type FoundSession, recordUse } from '../staff/session.ts'
import type { StaffMember } from '../staff/staff-member.ts'
import { recordAudit } from '../staff/audit.ts'
import { csrfToken, verifyCsrfToken } from './csrf.ts'
import type { DeskAnswer, DeskContext, DeskRow, SignedIn } from './page.ts'
import { deskFrame, type FrameContent, signedOutFrame } from './frame.ts'
import { readDeskForm, readKeptForm } from './unsent-form.ts'
import { findPage } from './routes.ts'
import { returnPath, signInPath } from './return-path.ts'
import { NO_COOKIE, secretOf } from './session-cookie.ts'
import { alertBox } from './ui/format.ts'
import { PASSKEY_OPTIONS_PATH, passkeyOptions } from './passkey-options.ts'
import { type Resume, signIn, signInKeepingForm, UNSAVED_PARAMETER } from './sign-in.ts'

const TOO_LONG =
  'What you sent is much longer than the desk can store, so nothing was stored. Go back and shorten it; copy the text first, if your browser still shows it.'

/** What a signed-in request carries before its page is found. */
type Visit = Omit<DeskContext, 'params'>

export const desk: Handler = async (request, caller, service) => {
  const response = await respond(request, caller, service).catch((error: unknown) =>
    errorPage(error, service, caller, signedOutFrame),
  )
  return request.method === 'HEAD' ? new Response(null, response) : response
}

async function respond(request: Request, caller: Caller, service: Service): Promise<Response> {
  const { method } = request
  // First, so that a form from another site is neither read nor kept through signing in.
  if (method === 'POST') requireSameOrigin(request, service.base)
  const url = new URL(request.url)
  const path = pathBelowDesk(url)
  if (PATHS.desk + path === PASSKEY_OPTIONS_PATH) return passkeyOptions(request, service)
  if (PATHS.desk + path === PATHS.deskSignIn) return signIn(request, caller, service, resumeForm(service))
  const secret = secretOf(request)
  const session = secret === undefined ? undefined : await findSession(service, secret)
  if (session?.state !== 'open') return askToSignIn(request, url, service, session?.state)
  const used = findPage(path)?.row.isUnattended ? undefined : recordUse(service, session)
  // Before a form does anything. What a page reads may be read meanwhile; it is sent afterwards.
  if (method === 'POST') await used
  const visit = { service, session: session.id, url, path }
  const [response] = await Promise.all([respondToMember(request, caller, visit, session.member), used])
  return response
}

async function respondToMember(
  request: Request,
  caller: Caller,
  visited: Omit<Visit, 'member' | 'form'>,
  staffMember: StaffMember,
): Promise<Response> {
  const { method } = request
  const { service, session, path } = visited
  const member = await toSignedIn(service, staffMember, session)
  try {
    const form = method === 'POST' ? await readDeskForm(request, findPage(path)?.row) : new URLSearchParams()
    const visit: Visit = { ...visited, member, form }
    if (method === 'POST' && !(await verifyCsrfToken(service, member.csrf, form.get('csrf'))))
      return await rejectStaleForm(visit, caller)
    if (PATHS.desk + path === PATHS.deskSignOut) return await signOut(method, visit)
    return await inFrame(await perform(method, visit), visit)
  } catch (error) {
    return errorPage(error, service, caller, (framed) => deskFrame(framed, member, path))
  }
}

/** The path of a page below `/desk`. */
const pathBelowDesk = ({ pathname }: URL): string => pathname.slice(PATHS.desk.length).replace(/\/$/, '')

async function toSignedIn(service: Service, { id, name, owner }: StaffMember, session: string): Promise<SignedIn> {
  return { id, name, owner, csrf: await csrfToken(service, session) }
}

/** @throws Problem `not-found` or `method-not-allowed` */
async function perform(method: string, visit: Visit): Promise<DeskAnswer> {
  const found = findPage(visit.path)
  if (!found) throw pageNotFound()
  const { row, params } = found
  if (isClosedTo(visit.member, row))
    return { title: 'For owners', content: html`<p>Only owners may open this page. Ask one of them.</p>`, status: 403 }
  const handler = { GET: row.GET, HEAD: row.GET, POST: row.POST }[method]
  if (!handler) throw methodNotAllowed([...(row.GET ? ['GET', 'HEAD'] : []), ...(row.POST ? ['POST'] : [])].join(', '))
  return handler({ ...visit, params })
}

const isClosedTo = ({ owner }: SignedIn, { ownersOnly }: DeskRow): boolean => ownersOnly === true && !owner

async function inFrame(answer: DeskAnswer, { service, member, path }: Visit): Promise<Response> {
  if (answer instanceof Response) return withPageHeaders(answer)
  if ('redirect' in answer) return seeOther(answer.redirect)
  const { status = 200, script, headers } = answer
  const framed = await deskFrame({ ...answer, status, firm: service.firm.name }, member, path)
  return page(status, framed, { ...(script && OWN_SCRIPT), ...headers })
}

/** The page of a form that was not processed, filled in again; undefined when the page cannot restore forms or was removed. */
async function restorePage(visit: Visit): Promise<DeskAnswer | undefined> {
  const found = findPage(visit.path)
  if (!found?.row.restore || isClosedTo(visit.member, found.row)) return undefined
  try {
    const url = new URL(visit.service.base + PATHS.desk + visit.path)
    return await found.row.restore({ ...visit, url, params: found.params })
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** After signing in, shows the unsent form again, to be sent once more. */
const resumeForm =
  (service: Service): Resume =>
  async (staffMember, session, to, form) => {
    const url = new URL(to, service.base)
    const member = await toSignedIn(service, staffMember, session)
    const visit: Visit = { service, member, session, url, path: pathBelowDesk(url), form }
    return inFrame((await restorePage(visit)) ?? { redirect: PATHS.desk }, visit)
  }

/** A form with the token of an earlier session or a forged one. It is not processed; what was typed is shown again. */
async function rejectStaleForm(visit: Visit, caller: Caller): Promise<Response> {
  logRefusal(visit.service, caller, { code: 'foreign-page', reason: 'the token of the form' })
  const answer = (await restorePage(visit)) ?? {
    title: 'The form was out of date',
    content: html`${alertBox('Nothing was done: you signed in again after this form was opened, perhaps in another tab. Open the page again.')}`,
  }
  return inFrame('content' in answer ? { ...answer, status: 403 } : answer, visit)
}

const pageNotFound = () =>
  new Problem('not-found', {
    detail: 'The desk has no page at this address. Perhaps it was mistyped, or what it showed was removed.',
  })

/** Responses that a page builds itself, such as a CSV, must not be cached either. */
function withPageHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.headers.set(name, value)
  return response
}

/**
 * Shows the sign-in page, which leads back to the requested page. A form is kept if its page can restore it; otherwise the
 * sign-in page says that it was not stored.
 * @param state why the session is no longer open; undefined when the browser sent none
 */
async function askToSignIn(
  request: Request,
  url: URL,
  service: Service,
  state: Exclude<FoundSession['state'], 'open'> | undefined,
): Promise<Response> {
  const path = pathBelowDesk(url)
  const row = findPage(path)?.row
  const kept = await readKeptForm(request, row)
  if (kept) return signInKeepingForm(service, PATHS.desk + path, kept, state)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const to = row?.GET ? returnPath(url.pathname + url.search, service.base) : PATHS.desk
  return seeOther(signInPath(to, isRead ? {} : { [UNSAVED_PARAMETER]: '' }))
}

async function signOut(method: string, { service, member, session }: Visit): Promise<Response> {
  if (method !== 'POST') throw methodNotAllowed('POST')
  await recordAudit(service, member.id, 'session.ended', session)
  await endSession(service, session)
  const response = seeOther(PATHS.deskSignIn)
  response.headers.set('Set-Cookie', NO_COOKIE)
  return response
}

async function errorPage(
  error: unknown,
  service: Service,
  caller: Caller,
  render: (framed: FrameContent) => Promise<string>,
): Promise<Response> {
  const problem = toProblem(error, service, caller)
  const { status, headers } = problem
  const content = alertBox(problem.code === 'content-too-large' ? TOO_LONG : descriptionOf(problem))
  return page(
    status,
    await render({ title: PROBLEMS[problem.code].title, content, status, firm: service.firm.name }),
    headers,
  )
}

/** The handler of `/desk` and all paths below it. Without an open session, a member can only sign in. */
import { html } from 'hono/html'
import { isMultipart, readForm, readFormWithFiles } from '../http/body.ts'
import { type Handler, logRefusal, methodNotAllowed, toProblem } from '../http/endpoint.ts'
import { page, PAGE_HEADERS, OWN_SCRIPT, seeOther } from '../http/respond.ts'
import { descriptionOf, requireSameOrigin } from '../http/browser.ts'
import { PROBLEMS, Problem } from '../problem.ts'
import type { Caller, Service } from '../service/service.ts'
import { PATHS } from '../site.ts'
import { type Action, recordAudit } from '../staff/audit.ts'
import { findSession, recordUse } from '../staff/session.ts'
import { countStuck } from '../mail/outbox.ts'
import { deskFrame, type FrameContent, signedOutFrame } from './frame.ts'
import { type DeskAnswer, type DeskContext, type DeskRow, didIn } from './page.ts'
import { findPage } from './routes.ts'
import { returnPath, secretOf, signIn, signInPath, signOut, UNSAVED_PARAMETER } from './sign-in.ts'
import { PASSKEY_OPTIONS_PATH, passkeyOptions } from './staff/passkeys.ts'
import { alertBox, withTimes } from './ui.ts'
import words from './words.json' with { type: 'json' }

/** Larger than the limit of a note, so that a note that is too long can be shown again and shortened. */
const MAX_FORM_BYTES = 128 * 1024

/** A form's CSRF token is a keyed hash of the session's id: the third defense, after SameSite cookies and the check of the origin. */
export const CSRF_PURPOSE = 'desk-csrf'

export const desk: Handler = async (request, caller, service) => {
  const response = await respond(request, caller, service).catch((error: unknown) =>
    errorPage(error, service, caller, signedOutFrame),
  )
  return request.method === 'HEAD' ? new Response(null, response) : response
}

async function respond(request: Request, caller: Caller, service: Service): Promise<Response> {
  const { method } = request
  // The origin is checked first, so that a form from another site is not read.
  if (method === 'POST') requireSameOrigin(request, service.base)
  const url = new URL(request.url)
  const path = url.pathname.slice(PATHS.desk.length).replace(/\/$/, '')
  if (PATHS.desk + path === PASSKEY_OPTIONS_PATH) return passkeyOptions(request, service)
  if (PATHS.desk + path === PATHS.deskSignIn) return signIn(request, caller, service)
  const row = findPage(path, service.firm)?.row
  const secret = secretOf(request, service.base)
  const session = secret === undefined ? undefined : await findSession(service, secret)
  if (session?.state !== 'open') return askToSignIn(request, url, row, service)
  const { id, name, owner, lawyer, onCall } = session.member
  const member = { id, name, owner, lawyer, onCall, csrf: await service.keyedHash.mac(CSRF_PURPOSE, session.id) }
  const audit = (action: Action, subject: string) => recordAudit(service, id, action, subject)
  const visit = { service, member, session: session.id, url, path, audit }
  const [response] = await Promise.all([
    respondToMember(request, caller, visit, row),
    // The page is shown even if the use of the session cannot be recorded.
    row?.isUnattended ? undefined : recordUse(service, session).catch(() => undefined),
  ])
  return response
}

type Visit = Omit<DeskContext, 'params' | 'form'>

async function respondToMember(request: Request, caller: Caller, visit: Visit, row: DeskRow | undefined) {
  const { method } = request
  const { service, member, session, path, url } = visit
  // If the store fails, the page itself says so.
  const failedMail = countStuck(service).catch(() => 0)
  const did = method === 'POST' ? undefined : didIn(url)
  const render = async (framed: FrameContent) =>
    withTimes(await deskFrame({ did, ...framed }, member, PATHS.desk + path, await failedMail), service.clock.now())
  try {
    const maxUpload = isMultipart(request) ? row?.maxUploadBytes : undefined
    const read = () => (maxUpload ? readFormWithFiles(request, maxUpload) : readForm(request, MAX_FORM_BYTES))
    const form = method === 'POST' ? await read() : new URLSearchParams()
    const isGenuine =
      method !== 'POST' || (await service.keyedHash.matches(CSRF_PURPOSE, session, form.get('csrf') ?? ''))
    if (isGenuine && PATHS.desk + path === PATHS.deskSignOut) return await signOut(method, visit)
    const answer = isGenuine ? await perform(method, { ...visit, form }) : refuseStaleForm(visit, caller)
    if (answer instanceof Response) {
      // A response that a page builds itself, such as a vCard, must not be cached either.
      for (const [name, value] of Object.entries(PAGE_HEADERS)) answer.headers.set(name, value)
      return answer
    }
    if ('redirect' in answer) return seeOther(answer.redirect)
    const { status = 200 } = answer
    return page(status, await render({ ...answer, status, firm: service.firm }), OWN_SCRIPT)
  } catch (error) {
    return errorPage(error, service, caller, (framed) => render({ ...framed, isUnsent: true }))
  }
}

/** @throws Problem `not-found` or `method-not-allowed`, and what the page throws */
async function perform(method: string, visit: Omit<DeskContext, 'params'>): Promise<DeskAnswer> {
  const found = findPage(visit.path, visit.service.firm)
  const detail = 'The desk has no page at this address. Perhaps it was mistyped, or what it showed was removed.'
  if (!found) throw new Problem('not-found', { detail })
  const { row, params } = found
  if (row.ownersOnly && !visit.member.owner)
    return { title: 'For owners', content: html`<p>Only owners may open this page. Ask one of them.</p>`, status: 403 }
  const handler = { GET: row.GET, HEAD: row.GET, POST: row.POST }[method]
  if (!handler) throw methodNotAllowed([...(row.GET ? ['GET', 'HEAD'] : []), ...(row.POST ? ['POST'] : [])].join(', '))
  return handler({ ...visit, params })
}

function refuseStaleForm({ service }: Visit, caller: Caller): DeskAnswer {
  logRefusal(service, caller, { code: 'foreign-page', reason: 'the token of the form' })
  const content = alertBox(words.failures.staleForm)
  return { title: 'The form was out of date', status: 403, isUnsent: true, content }
}

/** Redirects to the sign-in page. It leads on to the requested page, or to the page whose form was not stored. */
function askToSignIn(request: Request, url: URL, row: DeskRow | undefined, { base, firm }: Service): Response {
  const requested = url.pathname + url.search
  if (request.method === 'GET' || request.method === 'HEAD')
    return seeOther(signInPath(row?.GET ? returnPath(requested, base) : PATHS.desk))
  const to = returnPath(request.headers.get('referer') ?? requested, base)
  const isPage = findPage(new URL(to, base).pathname.slice(PATHS.desk.length), firm)?.row.GET
  return seeOther(signInPath(isPage ? to : PATHS.desk, { [UNSAVED_PARAMETER]: '' }))
}

async function errorPage(
  error: unknown,
  service: Service,
  caller: Caller,
  render: (framed: FrameContent) => Promise<string>,
): Promise<Response> {
  const problem = toProblem(error, service, caller)
  const { code, status, headers } = problem
  const isDamaged = code === 'service-unavailable' && service.store.damage?.() !== undefined
  const { damaged, tooLong } = words.failures
  const text = code === 'content-too-large' ? tooLong : isDamaged ? damaged : descriptionOf(problem)
  const framed = { title: PROBLEMS[code].title, content: alertBox(text), status, firm: service.firm }
  return page(status, await render(framed), { ...OWN_SCRIPT, ...headers })
}

/** Signing in and out, and the session cookie. The response is the same for a key or passkey that is wrong, unknown or revoked. */
import { html } from 'hono/html'
import { toProblem, methodNotAllowed } from '../http/endpoint.ts'
import { networkOf, consumeRateLimit } from '../service/rate-limit.ts'
import { readForm } from '../http/body.ts'
import { cookieOf, descriptionOf, setCookie } from '../http/browser.ts'
import { OWN_SCRIPT, page, seeOther } from '../http/respond.ts'
import type { Caller, Service } from '../service/service.ts'
import { PATHS } from '../site.ts'
import * as sessions from '../staff/session.ts'
import { findByPasskey, parseAssertion } from '../staff/passkey.ts'
import { parseStaffKey } from '../staff/staff-key.ts'
import { findByKey } from '../staff/staff-member.ts'
import { recordAudit } from '../staff/audit.ts'
import { signedOutFrame } from './frame.ts'
import type { DeskContext } from './page.ts'
import { PASSKEY_FIELD, signInWithPasskey } from './staff/passkeys.ts'
import { alertBox, hiddenField, lineField } from './ui.ts'
import { MINUTE_MS } from '../duration.ts'
import words from './words.json' with { type: 'json' }

/** No other subdomain can set a `__Host-` cookie (RFC 6265bis 4.1.3.2). */
const COOKIE = '__Host-desk'

/** The browser deletes the cookie when it closes. */
export const sessionCookie = (secret: string, base: string) => setCookie(COOKIE, secret, 'Path=/', base)

export const secretOf = (request: Request, base: string): string | undefined => cookieOf(request, COOKIE, base)

/** The result is always a page of the desk, so that a crafted link cannot redirect to another site. @param text not trusted */
export function returnPath(text: string | null, base: string): string {
  if (!text || !URL.canParse(text, base)) return PATHS.desk
  // The check comes after parsing: like a browser, the parser resolves backslashes, dots and control characters.
  const { origin, pathname, search } = new URL(text, base)
  const isDesk = pathname === PATHS.desk || pathname.startsWith(`${PATHS.desk}/`)
  return origin === base && isDesk && !pathname.startsWith(PATHS.deskSignIn) ? pathname + search : PATHS.desk
}

export const signInPath = (to: string, more: Record<string, string> = {}) =>
  `${PATHS.deskSignIn}?${new URLSearchParams({ ...(to !== PATHS.desk && { to }), ...more })}`.replace(/\?$/, '')

/** Present if a form was not stored because the session had ended. */
export const UNSAVED_PARAMETER = 'unsaved'
/** Present after signing out. */
const SIGNED_OUT_PARAMETER = 'out'
/** Present after a right key or passkey. If the cookie is then missing, the browser did not keep it. */
const DONE_PARAMETER = 'done'
const ENDED_SENTENCES: Record<Exclude<sessions.FoundSession['state'], 'open'>, string> = {
  idle: `You were signed out, because nothing was done for ${sessions.IDLE_TIMEOUT_MS / MINUTE_MS} minutes.`,
  over: 'Your session has ended.',
}

/** The caller has checked the origin of a POST. @throws Problem `method-not-allowed` */
export async function signIn(request: Request, caller: Caller, service: Service): Promise<Response> {
  if (request.method === 'POST') return handleForm(request, caller, service)
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD, POST')
  const { searchParams } = new URL(request.url)
  const to = returnPath(searchParams.get('to'), service.base)
  const secret = secretOf(request, service.base)
  const state = secret === undefined ? undefined : (await sessions.findSession(service, secret)).state
  if (state === 'open') return seeOther(to)
  const sentence = state ? ENDED_SENTENCES[state] : searchParams.has(DONE_PARAMETER) && words.signIn.noCookie
  const sentences = [
    sentence,
    searchParams.has(SIGNED_OUT_PARAMETER) && 'You are signed out.',
    searchParams.has(UNSAVED_PARAMETER) && words.signIn.formNotStored,
  ]
  return renderSignIn(service, { to, notice: sentences.filter(Boolean).join(' ') })
}

/** @returns `member`: an id that may not exist; `find`: checks the key or passkey and reads the member; undefined for any other text */
function parseSignIn(fields: URLSearchParams, service: Service) {
  const answer = fields.get(PASSKEY_FIELD)
  if (!answer) {
    const key = parseStaffKey(fields.get('key') ?? '')
    return key && { member: key.member, find: () => findByKey(service, key) }
  }
  const assertion = parseAssertion(answer)
  return assertion && { member: assertion.member, find: () => findByPasskey(service, assertion) }
}

async function handleForm(request: Request, caller: Caller, service: Service): Promise<Response> {
  let to: string = PATHS.desk
  let isPasskey = false
  try {
    const fields = await readForm(request)
    to = returnPath(fields.get('to'), service.base)
    isPasskey = Boolean(fields.get(PASSKEY_FIELD))
    const attempt = parseSignIn(fields, service)
    // Malformed text does not count. Limits apply before the slow hash, also for unknown ids. Narrow limits come first, so that one
    // network uses little of the total.
    if (attempt) {
      await consumeRateLimit('sign-in', caller, service)
      await consumeRateLimit('sign-in-member', { address: `${attempt.member} ${networkOf(caller.address)}` }, service)
      await consumeRateLimit('sign-in-total', { address: attempt.member }, service)
    }
    const member = await attempt?.find()
    if (!member) {
      service.log(isPasskey ? 'desk.passkey-refused' : 'desk.key-refused')
      const error = isPasskey ? words.signIn.wrongPasskey : words.signIn.wrongKey
      return await renderSignIn(service, { to, error, isPasskey, status: 403 })
    }
    await endFormerSession(request, service, member.id)
    const { id, secret } = await sessions.startSession(service, member.id)
    // The audit entry comes after the start, because it needs the id. The session cannot be used before the cookie is sent.
    await recordAudit(service, member.id, 'session.started', id)
    const response = seeOther(signInPath(to, { [DONE_PARAMETER]: '' }))
    response.headers.set('Set-Cookie', sessionCookie(secret, service.base))
    return response
  } catch (error) {
    const problem = toProblem(error, service, caller)
    const { status, headers } = problem
    return renderSignIn(service, { to, error: descriptionOf(problem), isPasskey, status, headers })
  }
}

/** Ends the session that the browser has, so that no copy of its cookie remains valid. */
async function endFormerSession(request: Request, service: Service, by: string): Promise<void> {
  const secret = secretOf(request, service.base)
  const former = secret && (await sessions.readOpenSession(service, sessions.sessionIdOf(secret)))
  if (!former) return
  await recordAudit(service, by, 'session.ended', former.id)
  await sessions.endSession(service, former.id)
}

/** @throws Problem `method-not-allowed` */
export async function signOut(
  method: string,
  { service, session, audit }: Pick<DeskContext, 'service' | 'session' | 'audit'>,
) {
  if (method !== 'POST') throw methodNotAllowed('POST')
  await audit('session.ended', session)
  await sessions.endSession(service, session)
  const response = seeOther(signInPath(PATHS.desk, { [SIGNED_OUT_PARAMETER]: '' }))
  response.headers.set('Set-Cookie', setCookie(COOKIE, '', 'Path=/; Max-Age=0', service.base))
  return response
}

interface SignInPage {
  to: string
  notice?: string
  /** Shown at the field of the key; for a passkey, at the top. */
  error?: string
  isPasskey?: boolean
  status?: number
  headers?: Record<string, string>
}

async function renderSignIn({ firm, base }: Service, shown: SignInPage) {
  const { to, notice, error: refused, isPasskey, status = 200, headers } = shown
  const toField = hiddenField(['to', to])
  const error = isPasskey ? undefined : refused
  // After a refused passkey, the error at the top has the focus.
  const focus = refused ? '' : html` autofocus`
  const keyField = lineField('key', 'Your key', '', {
    hint: `It begins with DESK and was shown once, when you were added. Enter it at ${base} only.`,
    error,
    attributes: html` type="password" required autocomplete="current-password" spellcheck="false"${focus}`,
  })
  const content = html`${notice ? html`<p class="notice" role="status">${notice}</p>` : ''}
    ${refused && isPasskey ? alertBox(refused) : ''}
    <form method="post" action="${PATHS.deskSignIn}" class="form">
      ${toField}
      ${keyField}
      <button type="submit">Sign in</button>
    </form>
    ${signInWithPasskey(toField)}
    ${to === PATHS.desk ? '' : html`<p>If you came from a link in an e-mail and are signed in, <a href="${to}">continue</a>.</p>`}
    <p class="small">A lost key cannot be shown again. An owner can revoke it and add you again.</p>`
  return page(status, await signedOutFrame({ title: 'Sign in', content, status, firm }), { ...OWN_SCRIPT, ...headers })
}

/**
 * `/desk/sign-in`: a key for a session. A wrong key, somebody else's id and a member who was revoked are answered alike.
 */
import { html } from 'hono/html'
import { toProblem, methodNotAllowed } from '../http/endpoint.ts'
import { consumeRateLimit } from '../service/rate-limit.ts'
import { readForm } from '../http/body.ts'
import { descriptionOf } from '../http/user-message.ts'
import { page, seeOther } from '../http/respond.ts'
import type { Caller, Service } from '../service/service.ts'
import { PATHS } from '../site.ts'
import { type FoundSession, IDLE_TIMEOUT_MS, startSession, touchSession } from '../staff/session.ts'
import { parseStaffKey } from '../staff/staff-key.ts'
import { type PresentedKey, lookUpKey, type StaffMember } from '../staff/staff-member.ts'
import { recordAudit } from '../staff/audit.ts'
import type { Html } from './page.ts'
import { signedOutFrame } from './frame.ts'
import { UNSENT_FIELD, MAX_SIGN_IN_BYTES, packForm, unpackForm } from './unsent-form.ts'
import { returnPath } from './return-path.ts'
import { secretOf, sessionCookie } from './session-cookie.ts'
import { MINUTE_MS } from '../duration.ts'

/** Name of the parameter that says that a form was lost on the way. */
export const UNSAVED_PARAMETER = 'unsaved'
const WRONG_KEY = 'This is not a key of somebody who works here. Please look whether it is complete.'

const ENDED_SENTENCES: Record<Exclude<FoundSession['state'], 'open'>, string> = {
  idle: `You were signed out, because nothing was done for ${IDLE_TIMEOUT_MS / MINUTE_MS} minutes.`,
  over: 'Your session has ended.',
}

/**
 * Draws the page that a form led to, filled with what it held.
 * @param to path of the page
 */
export type Resume = (member: StaffMember, session: string, to: string, form: URLSearchParams) => Promise<Response>

/**
 * Answers the page. Of a POST the origin has been checked.
 * @param resume goes on with a form that was kept through signing in
 * @throws Problem `method-not-allowed`
 */
export async function signIn(request: Request, caller: Caller, service: Service, resume: Resume): Promise<Response> {
  if (request.method === 'POST') return handleKey(request, caller, service, resume)
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD, POST')
  const { searchParams } = new URL(request.url)
  const to = returnPath(searchParams.get('to'), service.base)
  const secret = secretOf(request)
  const state = secret === undefined ? undefined : (await touchSession(service, secret)).state
  if (state === 'open') return seeOther(to)
  const sentences = [
    state && ENDED_SENTENCES[state],
    searchParams.has(UNSAVED_PARAMETER) && 'What you sent last was not stored.',
  ]
  return renderSignIn(service, { to, notice: sentences.filter(Boolean).join(' ') })
}

/**
 * Asks whoever sent a form to sign in first, and keeps what they wrote.
 * @param state what became of their session; undefined when the browser sent none
 */
export function signInKeepingForm(
  service: Service,
  to: string,
  form: URLSearchParams,
  state: keyof typeof ENDED_SENTENCES | undefined,
): Promise<Response> {
  const notice = [
    state && ENDED_SENTENCES[state],
    'What you sent is not stored yet. Sign in, and it is put back into its form.',
  ]
    .filter(Boolean)
    .join(' ')
  return renderSignIn(service, { to, notice, unsentForm: packForm(form), status: 403 })
}

async function handleKey(request: Request, caller: Caller, service: Service, resume: Resume): Promise<Response> {
  let to: string = PATHS.desk
  let form: URLSearchParams | undefined
  try {
    const fields = await readForm(request, MAX_SIGN_IN_BYTES)
    form = unpackForm(fields.get(UNSENT_FIELD))
    to = returnPath(fields.get('to'), service.base)
    const key = await takeKeyBudget(fields.get('key') ?? '', caller, service)
    const member = await key?.check()
    if (!member) {
      service.log('desk.key-refused')
      return await renderSignIn(service, { to, error: WRONG_KEY, unsentForm: form && packForm(form), status: 403 })
    }
    const { id, secret } = await startSession(service, member.id)
    // Not before, because the id is made there; until the cookie is sent nobody can use the session.
    await recordAudit(service, member.id, 'session.started', id)
    const response = form ? await resume(member, id, to, form) : seeOther(to)
    response.headers.set('Set-Cookie', sessionCookie(secret))
    return response
  } catch (error) {
    const problem = toProblem(error, service)
    const { status, headers } = problem
    return renderSignIn(service, {
      to,
      error: descriptionOf(problem),
      unsentForm: form && packForm(form),
      status,
      headers,
    })
  }
}

/**
 * Admits a key to be looked at: before the hash, which is slow on purpose, and after what is no key at all. First the
 * network's budget, so that only who keeps to it takes from the others.
 * @returns undefined when it has not the form of a key
 */
async function takeKeyBudget(text: string, caller: Caller, service: Service): Promise<PresentedKey | undefined> {
  const read = parseStaffKey(text)
  if (!read) return undefined
  await consumeRateLimit('sign-in', caller, service)
  const key = await lookUpKey(service, read)
  if (key.member === undefined) await consumeRateLimit('sign-in-stranger', { address: 'all' }, service)
  else await consumeRateLimit('sign-in-member', { address: key.member }, service)
  return key
}

interface SignInPage {
  /** Path of the page to go on to. */
  to: string
  /** What is said above the form, and in it. */
  notice?: string
  error?: string
  /** What a form held, as `packForm` made it. */
  unsentForm?: string | undefined
  status?: number
  headers?: Record<string, string>
}

async function renderSignIn(
  { firm, base }: Service,
  { status = 200, headers, ...shown }: SignInPage,
): Promise<Response> {
  const framed = { title: 'Sign in', content: signInForm(shown, base), status, firm: firm.name }
  return page(status, await signedOutFrame(framed), headers)
}

function signInForm({ to, notice, error, unsentForm }: SignInPage, base: string): Html {
  return html`${notice ? html`<p class="notice" role="status">${notice}</p>` : ''}
    <form method="post" action="${PATHS.deskSignIn}" class="form">
      <input type="hidden" name="to" value="${to}">
      ${unsentForm === undefined ? '' : html`<input type="hidden" name="${UNSENT_FIELD}" value="${unsentForm}">`}
      <div class="field">
        <label for="key">Your key</label>
        <p class="hint" id="key-hint">It begins with DESK and was shown once, when you were added. Enter it at ${base} only.</p>
        ${error ? html`<p class="error" id="key-error" role="alert">${error}</p>` : ''}
        <input id="key" name="key" type="password" required autocomplete="current-password" spellcheck="false" aria-describedby="key-hint${error ? ' key-error' : ''}"${error ? html` aria-invalid="true"` : ''} autofocus>
      </div>
      <button type="submit">Sign in</button>
    </form>
    ${to === PATHS.desk || unsentForm !== undefined ? '' : html`<p>Did a link in a mail bring you here, and are you signed in already? Then <a href="${to}">go on</a>.</p>`}
    <p class="small">A lost key cannot be shown again. An owner revokes it and adds you anew.</p>`
}

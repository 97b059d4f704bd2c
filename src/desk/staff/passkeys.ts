/** Passkeys at the desk. The forms are hidden until the script has found the browser's API (`src/views/passkey-script.js`). */
import { html } from 'hono/html'
import { MINUTE_MS } from '../../duration.ts'
import { methodNotAllowed } from '../../http/endpoint.ts'
import { PAGE_HEADERS } from '../../http/respond.ts'
import type { Service } from '../../service/service.ts'
import { PATHS } from '../../site.ts'
import * as passkeys from '../../staff/passkey.ts'
import { readOpenSession } from '../../staff/session.ts'
import { changeMember, MAX_NAME_LENGTH, readMember, type StaffMember, StaffName } from '../../staff/staff-member.ts'
import { type DeskAnswer, type DeskContext, type Html, redirectSaying, type SignedIn } from '../page.ts'
import { alertBox, buttonForm, deskForm, deskTable, disclosure, hiddenWords, lineField, timeElement } from '../ui.ts'
import { STAFF_PATH } from './member-page.ts'
import words from '../words.json' with { type: 'json' }

export const PASSKEY_OPTIONS_PATH = `${PATHS.deskSignIn}/passkey`

/** A challenge is useless without a passkey, so the request needs no session, and nothing is stored. @throws Problem `method-not-allowed` */
export async function passkeyOptions({ method }: Request, service: Service): Promise<Response> {
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed('GET, HEAD')
  return deskJson(await passkeys.signInOptions(service))
}

const deskJson = (body: unknown, status = 200) => Response.json(body, { status, headers: PAGE_HEADERS })

const PASSKEYS_PATH = `${STAFF_PATH}/passkeys`

export const PASSKEY_FIELD = 'passkey'

/** The script is not deferred: it shows the form before the rest of the page is drawn, so that nothing moves. */
const SCRIPT = html`<script src="/desk-passkey.js"></script>`
const answerField = html`<input type="hidden" name="${PASSKEY_FIELD}">`
/** The script writes errors here. The element exists from the start, so that screen readers notice the text. */
const saidByScript = html`<p class="error" aria-live="assertive" data-said></p>`

export function signInWithPasskey(toField: Html): Html {
  const ceremony = html`data-passkey="get" data-options="${PASSKEY_OPTIONS_PATH}"`
  return html`<form method="post" action="${PATHS.deskSignIn}" class="form" ${ceremony} hidden>
      ${toField}${answerField}
      <button type="submit" class="quiet">Sign in with a passkey</button>
      ${saidByScript}
      <p class="hint">You add one on the Staff page, after signing in with your key.</p>
    </form>
    ${SCRIPT}`
}

/** @param name the name in a refused form; without it, the form is closed */
function addPasskeyForm(member: SignedIn, name?: string): Html {
  const attributes = html` data-passkey="create" data-options="${PASSKEYS_PATH}/options" hidden`
  const field = lineField('passkey-name', 'Name of this device, such as “my phone”', name ?? '', {
    name: 'name',
    hint: "Then this device's fingerprint, face or code is enough to sign in here. Add one only where no one else can unlock the device.",
    attributes: html` type="text" required maxlength="${MAX_NAME_LENGTH}" autocomplete="off"`,
  })
  const fields = html`${field} <button type="submit" class="quiet">Add a passkey</button>`
  const content = html`${answerField} ${disclosure('Add a passkey', fields, name !== undefined)} ${saidByScript}`
  return html`${deskForm(member, { action: PASSKEYS_PATH, className: 'form', attributes }, content)} ${SCRIPT}`
}

function passkeysTable(members: readonly StaffMember[], user: SignedIn) {
  const rowOf = ({ id: member, name: whose }: StaffMember, { id, name, backedUp, at, usedAt }: passkeys.Passkey) => [
    `${name}${backedUp ? ' (synced)' : ''}`,
    whose,
    timeElement(at),
    usedAt === undefined ? 'never' : timeElement(usedAt),
    buttonForm(
      user,
      { action: `${PASSKEYS_PATH}/${member}/${id}/remove` },
      html`Remove${hiddenWords(` ${name} of ${whose}`)}`,
    ),
  ]
  const columns = { Name: 'long', Whose: '', Added: 'line', 'Last used': 'line', Remove: 'line' }
  const rows = members.flatMap((member) => member.passkeys.map((passkey) => rowOf(member, passkey)))
  return deskTable('Passkeys', columns, rows)
}

/** An older session cannot add a passkey, because the passkey would outlive a session that was stolen or left unattended. */
const FRESH_MS = 15 * MINUTE_MS
const NOT_FRESH = `To add a passkey, sign out and in again: you signed in more than ${FRESH_MS / MINUTE_MS} minutes ago.`
const TOO_MANY = `You have ${passkeys.MAX_PASSKEYS} passkeys, the maximum. Remove one to add another.`

export async function passkeysSection(context: DeskContext, current: readonly StaffMember[]): Promise<Html> {
  const { member: viewer } = context
  const shown = current.filter(({ id }) => viewer.owner || id === viewer.id)
  const refusal = await addingRefusal(context)
  // The script shows the refusal only if the browser supports passkeys.
  const form = refusal === undefined ? addPasskeyForm(viewer) : html`<p data-passkey hidden>${refusal}</p>${SCRIPT}`
  return html`${passkeysTable(shown, viewer)}${form}`
}

async function addingRefusal({ service, member, session }: DeskContext): Promise<string | undefined> {
  const [found, own] = await Promise.all([readOpenSession(service, session), readMember(service, member.id)])
  const age = service.clock.now().getTime() - Date.parse(found?.at ?? '')
  // The age is NaN when the session was ended meanwhile.
  if (!(age < FRESH_MS)) return NOT_FRESH
  return own && own.passkeys.length >= passkeys.MAX_PASSKEYS ? TOO_MANY : undefined
}

export async function showAddingOptions(context: DeskContext): Promise<DeskAnswer> {
  const refusal = await addingRefusal(context)
  if (refusal !== undefined) return deskJson({ detail: refusal }, 403)
  return deskJson(await passkeys.addingOptions(context.service, context, context.service.firm.name))
}

export async function addOwnPasskey(context: DeskContext): Promise<DeskAnswer> {
  const { service, member, session, form, audit } = context
  const checked = StaffName.safeParse(form.get('name') ?? '')
  if (!checked.success) return notAdded(context, `The name ${checked.error.issues[0]?.message}.`)
  const refusal = await addingRefusal(context)
  if (refusal !== undefined) return notAdded(context, refusal)
  const passkey = await passkeys.verifyAdding(service, session, form.get(PASSKEY_FIELD) ?? '')
  if (passkey) await audit('passkey.added', member.id)
  const isAdded = passkey && (await passkeys.addPasskey(service, member.id, checked.data, passkey))
  return isAdded ? redirectSaying('passkey-added', STAFF_PATH) : notAdded(context, words.staff.passkeyNotAdded)
}

const notAdded = ({ member, form }: DeskContext, reason: string): DeskAnswer => ({
  title: 'Your passkey',
  content: html`${alertBox(reason)} ${addPasskeyForm(member, form.get('name') ?? '')}
    <p><a href="${STAFF_PATH}">Back to the staff</a></p>`,
  status: 422,
})

export async function removePasskey({ service, member, params, audit }: DeskContext): Promise<DeskAnswer> {
  const { member: whose = '', passkey = '' } = params
  const holder = member.owner || whose === member.id ? await readMember(service, whose) : undefined
  // The response is the same for another member's passkey and for an unknown passkey.
  if (!holder?.passkeys.some(({ id }) => id === passkey)) return redirectSaying('none-removed', STAFF_PATH)
  await audit('passkey.removed', whose)
  await changeMember(service, whose, passkeys.withoutPasskey(passkey))
  return redirectSaying('passkey-removed', STAFF_PATH)
}

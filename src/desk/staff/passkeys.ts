/**
 * Passkeys at the desk: members add and remove their own, and owners remove those of others.
 */
import { html } from 'hono/html'
import { MINUTE_MS } from '../../duration.ts'
import { PATHS } from '../../site.ts'
import { recordAudit } from '../../staff/audit.ts'
import { addPasskey, listPasskeys, MAX_PASSKEYS, readPasskey, removePasskey } from '../../staff/passkey.ts'
import { addingOptions, verifyAdding } from '../../staff/passkey-ceremony.ts'
import { readOpenSession } from '../../staff/session.ts'
import { StaffName, type StaffView } from '../../staff/staff-member.ts'
import type { DeskAnswer, DeskContext, DeskRow, Html } from '../page.ts'
import { deskJson } from '../passkey-options.ts'
import { alertBox } from '../ui/format.ts'
import { NOT_DONE_YET } from '../unsent-form.ts'
import {
  addPasskeyForm,
  cannotAdd,
  PASSKEY_FIELD,
  PASSKEY_HEADERS,
  PASSKEYS_ROUTE,
  passkeysTable,
} from './passkeys-views.ts'
import { STAFF_ROUTE } from './views.ts'

/** A passkey outlives the session, so that an unwatched or stolen one must not be enough to add one. */
const FRESH_MS = 15 * MINUTE_MS
const NOT_FRESH = `To add a passkey, sign out and in again: you signed in more than ${FRESH_MS / MINUTE_MS} minutes ago.`
const TOO_MANY = `You have ${MAX_PASSKEYS} passkeys, which is the most. Remove one to add another.`
const NOT_ADDED =
  'The passkey was not added: what the device answered does not fit, or it took too long. Add it again; if the device already keeps one for this desk, delete that one there.'

export const PASSKEY_PAGES: readonly DeskRow[] = [
  { path: PASSKEYS_ROUTE, POST: addByForm, restore: restoreAdd },
  { path: `${PASSKEYS_ROUTE}/options`, GET: showOptions },
  { path: `${PASSKEYS_ROUTE}/:member/:passkey/remove`, POST: removeByForm },
]

/**
 * The passkeys on the page Staff: of all current members for owners, otherwise the viewer's own.
 * @param current members who were not revoked
 * @returns what the page shows, and the headers that its script needs
 */
export async function passkeysSection(
  context: DeskContext,
  current: readonly StaffView[],
): Promise<{ content: Html; headers: Record<string, string> }> {
  const { service, member: viewer } = context
  const shown = current.filter(({ id }) => viewer.owner || id === viewer.id)
  const [refusal, ...lists] = await Promise.all([
    whyNotNow(context),
    ...shown.map(({ id }) => listPasskeys(service, id)),
  ])
  const nameOf = (id: string) => shown.find((member) => member.id === id)?.name ?? id
  const form = refusal === undefined ? addPasskeyForm(viewer) : cannotAdd(refusal)
  return { content: html`${passkeysTable(lists.flat(), viewer, nameOf)}${form}`, headers: PASSKEY_HEADERS }
}

/** @returns why the viewer cannot add a passkey now, in words; undefined when they can */
async function whyNotNow({ service, member, session }: DeskContext): Promise<string | undefined> {
  const [found, own] = await Promise.all([readOpenSession(service, session), listPasskeys(service, member.id)])
  const age = service.clock.now().getTime() - Date.parse(found?.at ?? '')
  // Not a number, when the session was ended meanwhile, is not fresh either.
  if (!(age < FRESH_MS)) return NOT_FRESH
  return own.length >= MAX_PASSKEYS ? TOO_MANY : undefined
}

async function showOptions(context: DeskContext): Promise<DeskAnswer> {
  const refusal = await whyNotNow(context)
  if (refusal !== undefined) return deskJson({ detail: refusal }, 403)
  return deskJson(await addingOptions(context.service, context, context.service.firm.name))
}

async function addByForm(context: DeskContext): Promise<DeskAnswer> {
  const { service, member, session, form } = context
  const checked = StaffName.safeParse(form.get('name') ?? '')
  if (!checked.success) return notAdded(context, `The name ${checked.error.issues[0]?.message}.`)
  const refusal = await whyNotNow(context)
  if (refusal !== undefined) return notAdded(context, refusal)
  const passkey = await verifyAdding(service, session, form.get(PASSKEY_FIELD) ?? '')
  if (!passkey) return notAdded(context, NOT_ADDED)
  await recordAudit(service, member.id, 'passkey.added', member.id)
  if (!(await addPasskey(service, member.id, checked.data, passkey))) return notAdded(context, NOT_ADDED)
  return { redirect: PATHS.desk + STAFF_ROUTE }
}

async function restoreAdd(context: DeskContext): Promise<DeskAnswer> {
  return notAdded(context, NOT_DONE_YET)
}

/** Says why, and shows the form again with the name that was typed. */
const notAdded = ({ member, form }: DeskContext, reason: string): DeskAnswer => ({
  title: 'Your passkey',
  content: html`${alertBox(reason)}${addPasskeyForm(member, form.get('name') ?? '')}<p><a href="${PATHS.desk}${STAFF_ROUTE}">Back to the staff</a></p>`,
  status: 422,
  headers: PASSKEY_HEADERS,
})

async function removeByForm({ service, member, params }: DeskContext): Promise<DeskAnswer> {
  const { member: whose = '', passkey = '' } = params
  const isAllowed = member.owner || whose === member.id
  // The response is the same for another member's passkey as for one that does not exist.
  if (isAllowed && (await readPasskey(service, { member: whose, passkey }))) {
    await recordAudit(service, member.id, 'passkey.removed', whose)
    await removePasskey(service, { member: whose, passkey })
  }
  return { redirect: PATHS.desk + STAFF_ROUTE }
}

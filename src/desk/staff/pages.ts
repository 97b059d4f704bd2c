/** Staff and sessions at the desk. Owners add and revoke members, and see all sessions; others see and end their own. */
import { html } from 'hono/html'
import { Problem } from '../../problem.ts'
import { PATHS } from '../../site.ts'
import { endSession, listSessions, readOpenSession, type SessionView } from '../../staff/session.ts'
import { createMemberId, isMemberId } from '../../staff/staff-key.ts'
import * as members from '../../staff/staff-member.ts'
import { removeMail } from '../../mail/outbox.ts'
import { type DeskAnswer, type DeskContext, type Html, redirectSaying, type SignedIn } from '../page.ts'
import { AUDIT_PATH } from './audit-page.ts'
import * as memberPages from './member-page.ts'
import { passkeysSection } from './passkeys.ts'
import { buttonForm, deskForm, deskTable, disclosure, finalForm, hiddenWords, timeElement } from '../ui.ts'
import words from '../words.json' with { type: 'json' }

export async function staffOverview(context: DeskContext, rejected?: RejectedForm): Promise<DeskAnswer> {
  const { service, member: viewer } = context
  const all = await members.listMembers(service)
  const current = all.filter(({ revokedAt }) => revokedAt === undefined)
  const [open, passkeys] = await Promise.all([
    listSessions(service, new Set(current.map(({ id }) => id))),
    passkeysSection(context, current),
  ])
  const sessions = viewer.owner ? open : open.filter(({ member }) => member === viewer.id)
  const names = new Map(current.map(({ id, name }) => [id, name]))
  const record = current.find(({ id }) => id === viewer.id)
  const own = html`${record ? await memberPages.ownPart(context, record) : ''}${passkeys}`
  const table = sessionsTable(sessions, names, context)
  if (!viewer.owner) return { title: 'You', content: html`${own}${table}` }
  return {
    title: 'Staff',
    content: html`${own}
      <h2>The office</h2>
      ${membersTable(all, viewer)}
      ${addForm(createMemberId(), viewer, rejected)}
      ${table}
      <p class="on-screen"><a href="${AUDIT_PATH}">Audit trail</a></p>`,
    status: rejected ? 422 : 200,
  }
}

export async function addByForm(context: DeskContext): Promise<DeskAnswer> {
  const { service, form, audit } = context
  const [id, name] = [form.get('id') ?? '', form.get('name') ?? '']
  const roles = memberPages.rolesOf(form.getAll('role'))
  if (!isMemberId(id))
    throw new Problem('invalid-request', { detail: 'Open the page again and send the form from there.' })
  const checked = members.StaffName.safeParse(name)
  if (!checked.success)
    return staffOverview(context, { text: name, roles, error: `The name ${checked.error.issues[0]?.message}.` })
  const sentTwice = { text: '', roles: memberPages.rolesOf([]), error: words.staff.sentTwice }
  if (await members.readMember(service, id)) return staffOverview(context, sentTwice)
  await audit('staff.added', id)
  const added = await members.addMember(service, { id, name: checked.data, ...roles })
  if (!added) return staffOverview(context, sentTwice)
  // No other page ever shows a key.
  return {
    title: `The key of ${checked.data}`,
    content: html`<p>This key is shown only once. Hand it over in person, or copy it into a password manager now.</p>
      <p class="key"><code>${added.key}</code></p>
      <p>It opens ${service.base}${PATHS.desk}, and nothing else. Anyone who has it can sign in as that person.</p>
      <p><a href="${memberPages.STAFF_PATH}">Back to the staff</a></p>`,
  }
}

export async function revokeByForm({ service, member, params, audit }: DeskContext): Promise<DeskAnswer> {
  const { member: id = '' } = params
  const found = await members.readMember(service, id)
  if (!found) throw memberPages.noSuchMember()
  // Owners cannot revoke themselves, so a slip cannot leave the firm without an owner.
  const detail = 'You cannot revoke yourself. Ask another owner, or use `npm run staff`.'
  if (id === member.id) throw new Problem('invalid-request', { detail })
  if (found.revokedAt === undefined) await audit('staff.revoked', id)
  await members.revokeMember(service, id)
  // Queued mails to the member name references of inquiries, so the mails are removed.
  await removeMail(service.store, [id])
  return redirectSaying('revoked', memberPages.STAFF_PATH)
}

export async function endOpenSession({ service, member, params, audit }: DeskContext): Promise<DeskAnswer> {
  const session = await readOpenSession(service, params.session ?? '')
  // The response is the same for another member's session and for an unknown session.
  if (!session || !(member.owner || session.member === member.id))
    return redirectSaying('none-ended', memberPages.STAFF_PATH)
  await audit('session.ended', session.id)
  await endSession(service, session.id)
  return redirectSaying('ended', memberPages.STAFF_PATH)
}

interface RejectedForm {
  text: string
  roles: members.Roles
  error: string
}

function membersTable(all: readonly members.StaffMember[], member: SignedIn) {
  const state = ({ id, name, revokedAt }: members.StaffMember) => {
    if (revokedAt !== undefined) return html`Revoked ${timeElement(revokedAt)}`
    if (id === member.id) return html`You`
    return finalForm(member, `${memberPages.STAFF_PATH}/${id}/revoke`, {
      summary: html`Revoke${hiddenWords(` ${name}`)}`,
      effect: `The key, the passkeys and all sessions of ${name} end at once.`,
      button: 'Revoke for good',
    })
  }
  const rows = all.map((member) => [
    html`<a href="${memberPages.memberPath(member.id)}">${member.name}</a>`,
    members.rolesInWords(member),
    timeElement(member.at),
    html`<code>${member.id}</code>`,
    state(member),
  ])
  return deskTable('Members of staff', { Name: 'long', Role: 'line', Since: 'line', Id: 'line', Access: '' }, rows)
}

/** @param id the id of the new member. The form sends the id, so that a form that is sent twice adds one member */
function addForm(id: string, member: SignedIn, rejected?: RejectedForm): Html {
  const content = html`${memberPages.nameField('name', rejected?.text ?? '', rejected?.error)}
    ${memberPages.roleTicks(rejected?.roles)}
    <button type="submit">Add, and show the key</button>`
  const form = deskForm(member, { action: `${memberPages.STAFF_PATH}/add`, className: 'form', fields: { id } }, content)
  return disclosure('Add a member', form, rejected !== undefined)
}

function sessionsTable(sessions: readonly SessionView[], names: members.StaffNames, context: DeskContext) {
  const columns = { Who: 'long', 'Signed in': 'line', 'Last used (nearest 5 min)': 'line', End: 'line' }
  const rows = sessions.map(({ id, member, at, usedAt }) => {
    const name = members.nameOf(member, names)
    const who = `${name}${id === context.session ? ' (this one)' : ''}`
    const label = html`End${hiddenWords(` the session of ${name}`)}`
    const form = { action: `${memberPages.STAFF_PATH}/sessions/${id}/end` }
    return [who, timeElement(at), timeElement(usedAt), buttonForm(context.member, form, label, 'link')]
  })
  return deskTable('Open sessions', columns, rows)
}

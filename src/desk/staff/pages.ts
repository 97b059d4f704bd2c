/**
 * Staff and sessions at the desk. Owners add and revoke members, and see all sessions; others see and end their own.
 */
import { isMonth, monthInWords, monthOf } from '../../dates.ts'
import { Problem } from '../../problem.ts'
import { PATHS } from '../../site.ts'
import { endSession, listSessions, readOpenSession } from '../../staff/session.ts'
import { createMemberId, isMemberId } from '../../staff/staff-key.ts'
import { addMember, listMembers, readMember, revokeMember, StaffName } from '../../staff/staff-member.ts'
import { removeMessages } from '../../mail/outbox.ts'
import { staffNames } from '../../staff/staff-names.ts'
import { readAudit, recordAudit } from '../../staff/audit.ts'
import type { DeskAnswer, DeskContext, DeskRow } from '../page.ts'
import { subjectsInWords } from './audit-subject.ts'
import { MEMBER_PAGES, ownPart } from './member-page.ts'
import { passkeysSection } from './passkeys.ts'
import {
  addForm,
  auditTable,
  AUDIT_ROUTE,
  newKey,
  noSuchMember,
  ownersTable,
  sessionsTable,
  STAFF_ROUTE,
  type RejectedForm,
} from './views.ts'
import { html } from 'hono/html'

export const STAFF_PAGES: readonly DeskRow[] = [
  { path: STAFF_ROUTE, GET: (context) => staffOverview(context) },
  { path: `${STAFF_ROUTE}/add`, POST: addByForm, ownersOnly: true },
  ...MEMBER_PAGES,
  { path: `${STAFF_ROUTE}/:member/revoke`, POST: revokeByForm, ownersOnly: true },
  { path: `${STAFF_ROUTE}/sessions/:session/end`, POST: endByForm },
  { path: AUDIT_ROUTE, GET: showAudit, ownersOnly: true },
]

async function staffOverview(context: DeskContext, rejected?: RejectedForm): Promise<DeskAnswer> {
  const { service, member: viewer, session } = context
  const members = await listMembers(service)
  const current = members.filter(({ revokedAt }) => revokedAt === undefined)
  const [open, passkeys] = await Promise.all([
    listSessions(service, new Set(current.map(({ id }) => id))),
    passkeysSection(context, current),
  ])
  const sessions = viewer.owner ? open : open.filter(({ member }) => member === viewer.id)
  const nameOf = (id: string) => current.find((member) => member.id === id)?.name ?? id
  const table = html`${sessionsTable(sessions, viewer, nameOf, session)}${passkeys}`
  const own = await ownPart({ service, member: viewer })
  if (!viewer.owner) return { title: 'Your sessions', content: html`${table}${own}` }
  return {
    title: 'Staff',
    content: html`${ownersTable(members, viewer)}${addForm(createMemberId(), viewer, rejected)}${table}${own}`,
    status: rejected ? 422 : 200,
  }
}

async function addByForm(context: DeskContext): Promise<DeskAnswer> {
  const { service, member, form } = context
  const [id, name] = [form.get('id') ?? '', form.get('name') ?? '']
  const owner = form.get('owner') === 'yes'
  if (!isMemberId(id))
    throw new Problem('invalid-request', { detail: 'Open the page again and send the form from there.' })
  const checked = StaffName.safeParse(name)
  if (!checked.success)
    return staffOverview(context, { name, owner, error: `The name ${checked.error.issues[0]?.message}.` })
  const sentTwice = {
    name: '',
    owner: false,
    error:
      'This form was sent twice. The key was shown the first time; if it is lost, revoke the member and add them again.',
  }
  if (await readMember(service, id)) return staffOverview(context, sentTwice)
  await recordAudit(service, member.id, 'staff.added', id)
  const added = await addMember(service, { id, name: checked.data, owner })
  if (!added) return staffOverview(context, sentTwice)
  return { title: `The key of ${checked.data}`, content: newKey(added.key, service.base) }
}

async function revokeByForm({ service, member, params }: DeskContext): Promise<DeskAnswer> {
  const { member: id = '' } = params
  if (!(await readMember(service, id))) throw noSuchMember()
  // So that at least one owner remains.
  if (id === member.id)
    throw new Problem('invalid-request', {
      detail: 'You cannot revoke yourself. Ask another owner, or use `npm run staff`.',
    })
  await recordAudit(service, member.id, 'staff.revoked', id)
  await revokeMember(service, id)
  // What waits for them in the outbox names inquiries.
  await removeMessages(service.store, [], [id])
  return { redirect: PATHS.desk + STAFF_ROUTE }
}

async function endByForm({ service, member, params }: DeskContext): Promise<DeskAnswer> {
  const session = await readOpenSession(service, params.session ?? '')
  // The response is the same for another member's session as for one that does not exist.
  if (session && (member.owner || session.member === member.id)) {
    await recordAudit(service, member.id, 'session.ended', session.id)
    await endSession(service, session.id)
  }
  return { redirect: PATHS.desk + STAFF_ROUTE }
}

async function showAudit({ service, url: { searchParams } }: DeskContext): Promise<DeskAnswer> {
  const now = monthOf(service.clock.now().toISOString())
  const requested = searchParams.get('month') ?? now
  const month = isMonth(requested) ? requested : now
  const [page, names] = await Promise.all([
    readAudit(service, month, searchParams.get('before') ?? undefined),
    staffNames(service),
  ])
  return {
    title: `What was done in ${monthInWords(month)}`,
    content: auditTable(page, month, names, await subjectsInWords(service, page.entries, names)),
  }
}

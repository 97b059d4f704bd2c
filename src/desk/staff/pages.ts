/**
 * Staff and sessions at the desk. Owners add and revoke, and see every session; everybody sees and ends their own.
 */
import { monthInWords } from '../../dates.ts'
import { Problem } from '../../problem.ts'
import { PATHS } from '../../site.ts'
import { endSession, listSessions, viewSession } from '../../staff/session.ts'
import { createMemberId, isMemberId } from '../../staff/staff-key.ts'
import { addMember, listMembers, readMember, revokeMember, StaffName } from '../../staff/staff-member.ts'
import { readAudit, recordAudit } from '../../staff/audit.ts'
import type { DeskAnswer, DeskContext, DeskRow } from '../page.ts'
import { NOT_DONE_YET } from '../unsent-form.ts'
import { addForm, auditTable, AUDIT, newKey, ownersTable, sessionsTable, STAFF, type Tried } from './views.ts'
import { html } from 'hono/html'

/** A month, like 2026-11. */
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

export const STAFF_PAGES: readonly DeskRow[] = [
  { path: STAFF, GET: (context) => overview(context) },
  { path: `${STAFF}/add`, POST: add, restore: restoreAdd, ownersOnly: true },
  { path: `${STAFF}/:member/revoke`, POST: revoke, ownersOnly: true },
  { path: `${STAFF}/sessions/:session/end`, POST: end },
  { path: AUDIT, GET: trail, ownersOnly: true },
]

async function overview({ service, member: viewer, session }: DeskContext, tried?: Tried): Promise<DeskAnswer> {
  const members = await listMembers(service)
  const present = members.filter(({ revokedAt }) => revokedAt === undefined)
  const open = await listSessions(service, new Set(present.map(({ id }) => id)))
  const sessions = viewer.owner ? open : open.filter(({ member }) => member === viewer.id)
  const nameOf = (id: string) => present.find((member) => member.id === id)?.name ?? id
  const table = sessionsTable(sessions, viewer, nameOf, session)
  if (!viewer.owner) return { title: 'Your sessions', content: table }
  return {
    title: 'Staff',
    content: html`${ownersTable(members, viewer)}${addForm(createMemberId(), viewer, tried)}${table}`,
    status: tried ? 422 : 200,
  }
}

async function add(context: DeskContext): Promise<DeskAnswer> {
  const { service, member, form } = context
  const [id, name] = [form.get('id') ?? '', form.get('name') ?? '']
  const owner = form.get('owner') === 'yes'
  if (!isMemberId(id))
    throw new Problem('invalid-request', { detail: 'Open the page again and send the form from there.' })
  const checked = StaffName.safeParse(name)
  if (!checked.success)
    return overview(context, { name, owner, error: `The name ${checked.error.issues[0]?.message}.` })
  await recordAudit(service, member.id, 'staff.added', id)
  const added = await addMember(service, { id, name: checked.data, owner })
  if (!added)
    return overview(context, {
      name: '',
      owner: false,
      error:
        'This form was sent twice. The key was shown the first time; if it is lost, revoke the member and add them anew.',
    })
  return { title: `The key of ${checked.data}`, content: newKey(added.key, service.base) }
}

async function restoreAdd(context: DeskContext): Promise<DeskAnswer> {
  const { form } = context
  return overview(context, {
    name: form.get('name') ?? '',
    owner: form.get('owner') === 'yes',
    error: NOT_DONE_YET,
  })
}

async function revoke({ service, member, params }: DeskContext): Promise<DeskAnswer> {
  const { member: id = '' } = params
  if (!(await readMember(service, id))) throw new Problem('not-found', { detail: 'Nobody with this id works here.' })
  // So that somebody is left who can add staff.
  if (id === member.id)
    throw new Problem('invalid-request', {
      detail: 'Nobody can revoke themselves. Let another owner do it, or `npm run staff`.',
    })
  await recordAudit(service, member.id, 'staff.revoked', id)
  await revokeMember(service, id)
  return { redirect: PATHS.desk + STAFF }
}

async function end({ service, member, params }: DeskContext): Promise<DeskAnswer> {
  const session = await viewSession(service, params.session ?? '')
  // Somebody else's session is answered like none.
  if (session && (member.owner || session.member === member.id)) {
    await recordAudit(service, member.id, 'session.ended', session.id)
    await endSession(service, session.id)
  }
  return { redirect: PATHS.desk + STAFF }
}

async function trail({ service, url: { searchParams } }: DeskContext): Promise<DeskAnswer> {
  const now = service.clock.now().toISOString().slice(0, 'YYYY-MM'.length)
  const asked = searchParams.get('month') ?? now
  const month = MONTH.test(asked) ? asked : now
  const [page, members] = await Promise.all([
    readAudit(service, month, searchParams.get('before') ?? undefined),
    listMembers(service),
  ])
  return {
    title: `What was done in ${monthInWords(month)}`,
    content: auditTable(page, month, new Map(members.map(({ id, name }) => [id, name]))),
  }
}

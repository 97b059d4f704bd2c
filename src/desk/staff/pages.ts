/**
 * Staff and sessions at the desk. Owners add and revoke, and see every session; everybody sees and ends their own.
 */
import { monthInWords } from '../../dates.ts'
import { Problem } from '../../problem.ts'
import type { Service } from '../../service/service.ts'
import { PATHS } from '../../site.ts'
import { endSession, listSessions, sessionIdOf, viewSession } from '../../staff/session.ts'
import { createMemberId, isMemberId } from '../../staff/staff-key.ts'
import { addMember, listMembers, readMember, revokeMember, StaffName } from '../../staff/staff-member.ts'
import { readAudit, recordAudit } from '../../staff/audit.ts'
import type { DeskAnswer, DeskPage, DeskRow, SignedIn } from '../page.ts'
import { NOT_DONE_YET } from '../unsent-form.ts'
import { secretOf } from '../session-cookie.ts'
import { addForm, auditTable, AUDIT, newKey, ownersTable, sessionsTable, STAFF, type Tried } from './views.ts'
import { html } from 'hono/html'

/** A month, like 2026-11. */
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

export const STAFF_PAGES: readonly DeskRow[] = [
  { path: STAFF, GET: (request, who, service) => overview(request, who, service) },
  { path: `${STAFF}/add`, POST: add, restore: restoreAdd, ownersOnly: true },
  { path: `${STAFF}/:member/revoke`, POST: revoke, ownersOnly: true },
  { path: `${STAFF}/sessions/:session/end`, POST: end },
  { path: AUDIT, GET: trail, ownersOnly: true },
]

async function overview(request: Request, who: SignedIn, service: Service, tried?: Tried): Promise<DeskAnswer> {
  const members = await listMembers(service)
  const present = members.filter(({ revokedAt }) => revokedAt === undefined)
  const open = await listSessions(service, new Set(present.map(({ id }) => id)))
  const sessions = who.owner ? open : open.filter(({ member }) => member === who.id)
  const nameOf = (id: string) => present.find((member) => member.id === id)?.name ?? id
  const table = sessionsTable(sessions, who, nameOf, sessionIdOf(secretOf(request) ?? ''))
  if (!who.owner) return { title: 'Your sessions', content: table }
  return {
    title: 'Staff',
    content: html`${ownersTable(members, who)}${addForm(createMemberId(), who, tried)}${table}`,
    status: tried ? 422 : 200,
  }
}

async function add(...[request, who, service, , form]: Parameters<DeskPage>): Promise<DeskAnswer> {
  const [id, name] = [form.get('id') ?? '', form.get('name') ?? '']
  const owner = form.get('owner') === 'yes'
  if (!isMemberId(id))
    throw new Problem('invalid-request', { detail: 'Open the page again and send the form from there.' })
  const checked = StaffName.safeParse(name)
  if (!checked.success)
    return overview(request, who, service, { name, owner, error: `The name ${checked.error.issues[0]?.message}.` })
  await recordAudit(service, who.id, 'staff.added', id)
  const added = await addMember(service, { id, name: checked.data, owner })
  if (!added)
    return overview(request, who, service, {
      name: '',
      owner: false,
      error:
        'This form was sent twice. The key was shown the first time; if it is lost, revoke the member and add them anew.',
    })
  return { title: `The key of ${checked.data}`, content: newKey(added.key, service.base) }
}

async function restoreAdd(...[request, who, service, , form]: Parameters<DeskPage>): Promise<DeskAnswer> {
  return overview(request, who, service, {
    name: form.get('name') ?? '',
    owner: form.get('owner') === 'yes',
    error: NOT_DONE_YET,
  })
}

async function revoke(...[, who, service, { member = '' }]: Parameters<DeskPage>): Promise<DeskAnswer> {
  if (!(await readMember(service, member)))
    throw new Problem('not-found', { detail: 'Nobody with this id works here.' })
  // So that somebody is left who can add staff.
  if (member === who.id)
    throw new Problem('invalid-request', {
      detail: 'Nobody can revoke themselves. Let another owner do it, or `npm run staff`.',
    })
  await recordAudit(service, who.id, 'staff.revoked', member)
  await revokeMember(service, member)
  return { redirect: PATHS.desk + STAFF }
}

async function end(...[, who, service, params]: Parameters<DeskPage>): Promise<DeskAnswer> {
  const session = await viewSession(service, params.session ?? '')
  // Somebody else's session is answered like none.
  if (session && (who.owner || session.member === who.id)) {
    await recordAudit(service, who.id, 'session.ended', session.id)
    await endSession(service, session.id)
  }
  return { redirect: PATHS.desk + STAFF }
}

async function trail(...[request, , service]: Parameters<DeskPage>): Promise<DeskAnswer> {
  const now = service.clock.now().toISOString().slice(0, 'YYYY-MM'.length)
  const { searchParams } = new URL(request.url)
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

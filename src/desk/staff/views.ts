/**
 * Staff, sessions and the audit trail as HTML.
 */
import { html } from 'hono/html'
import { Problem } from '../../problem.ts'
import { PATHS } from '../../site.ts'
import type { SessionView } from '../../staff/session.ts'
import { MAX_NAME_LENGTH, type StaffView } from '../../staff/staff-member.ts'
import { actionInWords, type AuditPage, type AuditRecord } from '../../staff/audit.ts'
import type { StaffNames } from '../../staff/staff-names.ts'
import type { Html, SignedIn } from '../page.ts'
import { hiddenFields } from '../ui/form-fields.ts'
import { disclosure, timeElement } from '../ui/format.ts'
import { deskTable } from '../ui/table.ts'

/** Paths of staff and the audit trail, below `/desk`. */
export const STAFF_ROUTE = '/staff'
export const AUDIT_ROUTE = '/audit'
export const MEMBER_ROUTE = `${STAFF_ROUTE}/members/:member`
/** Path of the page. */
export const STAFF_PATH = PATHS.desk + STAFF_ROUTE
/** Path of the page of a member. */
export const memberPath = (id: string) => PATHS.desk + MEMBER_ROUTE.replace(':member', id)

export const noSuchMember = () => new Problem('not-found', { detail: 'There is no member of staff with this id.' })

/** A rejected form for a new member, and why. */
export interface RejectedForm {
  name: string
  owner: boolean
  error: string
}

/** All members, for owners. */
export function ownersTable(members: readonly StaffView[], member: SignedIn): Html {
  const state = ({ id, name, revokedAt }: StaffView) => {
    if (revokedAt !== undefined) return html`Revoked on ${timeElement(revokedAt)}`
    if (id === member.id) return html`You`
    const form = html`<form method="post" action="${STAFF_PATH}/${id}/revoke">
      ${hiddenFields(member)}
      <p>The key, the passkeys and all sessions of ${name} end at once.</p>
      <button type="submit" class="danger">Revoke for good</button>
    </form>`
    return disclosure(html`Revoke<span class="visually-hidden"> ${name}</span>`, form)
  }
  return html`${deskTable(
    'Members of staff',
    [
      { name: 'Name', kind: 'long' },
      { name: 'Role', kind: 'line' },
      { name: 'Since', kind: 'line' },
      { name: 'Id', kind: 'line' },
      { name: 'Access' },
    ],
    members.map((member) => [
      html`<a href="${memberPath(member.id)}">${member.name}</a>`,
      member.owner ? 'Owner' : 'Staff',
      timeElement(member.at),
      html`<code>${member.id}</code>`,
      state(member),
    ]),
  )}
    <p class="on-screen"><a href="${PATHS.desk}${AUDIT_ROUTE}">Audit trail</a></p>`
}

/** @param id generated for the new member, so that the form sent twice adds one */
export function addForm(id: string, member: SignedIn, rejected?: RejectedForm): Html {
  return html`<h2>Add a member</h2>
    <form method="post" action="${STAFF_PATH}/add" class="form">
      ${hiddenFields(member)}
      <input type="hidden" name="id" value="${id}">
      <div class="field">
        <label for="name">Name</label>
        ${rejected ? html`<p class="error" id="name-error" role="alert">${rejected.error}</p>` : ''}
        <input id="name" name="name" type="text" required maxlength="${MAX_NAME_LENGTH}" autocomplete="off" value="${rejected?.name ?? ''}"${rejected ? html` aria-invalid="true" aria-describedby="name-error" autofocus` : ''}>
      </div>
      <p class="tick"><label><input type="checkbox" name="owner" value="yes"${rejected?.owner ? html` checked` : ''}> Owner: may add and revoke staff, and erase</label></p>
      <button type="submit">Add, and show the key</button>
    </form>`
}

/** The only page that ever shows a key. */
export function newKey(key: string, base: string): Html {
  return html`<p>This key is shown only once. Hand it over in person, or copy it into a password manager now.</p>
    <p class="key"><code>${key}</code></p>
    <p>It opens ${base}${PATHS.desk}, and nothing else. Anyone who has it can sign in as that person.</p>
    <p><a href="${STAFF_PATH}">Back to the staff</a></p>`
}

/**
 * Open sessions.
 * @param nameOf name of a member by id
 * @param ownSession id of the viewer's session
 */
export function sessionsTable(
  sessions: readonly SessionView[],
  user: SignedIn,
  nameOf: (id: string) => string,
  ownSession: string,
): Html {
  const endForm = ({ id, member }: SessionView) => html`<form method="post" action="${STAFF_PATH}/sessions/${id}/end">
      ${hiddenFields(user)}
      <button type="submit" class="quiet">End<span class="visually-hidden"> the session of ${nameOf(member)}</span></button>
    </form>`
  return deskTable(
    'Open sessions',
    [
      { name: 'Who', kind: 'long' },
      { name: 'Signed in', kind: 'line' },
      { name: 'Last used, to five minutes', kind: 'line' },
      { name: 'End', kind: 'line' },
    ],
    sessions.map((session) => [
      `${nameOf(session.member)}${session.id === ownSession ? ' (this one)' : ''}`,
      timeElement(session.at),
      timeElement(session.usedAt),
      endForm(session),
    ]),
  )
}

/**
 * @param names by id of the member
 * @param subjectOf the words for the subject of an entry
 */
export function auditTable(
  { entries, next }: AuditPage,
  month: string,
  names: StaffNames,
  subjectOf: (entry: AuditRecord) => Html | string,
): Html {
  return html`<form method="get" action="${PATHS.desk}${AUDIT_ROUTE}" class="form">
      <div class="field">
        <label for="month">Month</label>
        <input id="month" name="month" type="month" value="${month}" required>
      </div>
      <button type="submit">Show</button>
    </form>
    ${
      entries.length === 0
        ? html`<p>Nothing was done.</p>`
        : deskTable(
            'Latest first. Each entry was recorded before its action.',
            [{ name: 'When', kind: 'line' }, { name: 'Who' }, { name: 'Action' }, { name: 'Subject', kind: 'long' }],
            entries.map((entry) => [
              timeElement(entry.at),
              names.get(entry.by) ?? entry.by,
              actionInWords(entry.action),
              subjectOf(entry),
            ]),
          )
    }
    ${next ? html`<nav class="actions" aria-label="Pages"><a class="button" rel="next" href="${PATHS.desk}${AUDIT_ROUTE}?${new URLSearchParams({ month, before: next })}">Earlier</a></nav>` : ''}`
}

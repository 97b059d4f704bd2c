/**
 * Staff, sessions and the audit trail as HTML.
 */
import { html } from 'hono/html'
import { parseReference } from '../practice/reference.ts'
import { PATHS } from '../site.ts'
import type { SessionView } from '../staff/session.ts'
import { LONGEST_NAME, type StaffView } from '../staff/staff-member.ts'
import { ACTIONS, type TracePage } from './audit.ts'
import { claimPath } from './claim-views.ts'
import type { Html, SignedIn } from './desk-page.ts'
import { hiddenFields } from './desk-form.ts'
import { inquiryPath } from './inquiry-table.ts'
import { guarded, shownTime } from './shown.ts'

/** Where staff and the audit trail are, below `/desk`. */
export const STAFF = '/staff'
export const AUDIT = '/audit'
const PATH = PATHS.desk + STAFF

/** What was wrong with a form for a new member. */
export interface Tried {
  name: string
  owner: boolean
  error: string
}

/** Everybody, for owners. */
export function ownersTable(members: readonly StaffView[], who: SignedIn): Html {
  const state = ({ id, name, revokedAt }: StaffView) => {
    if (revokedAt !== undefined) return html`Revoked on ${shownTime(revokedAt)}`
    if (id === who.id) return html`You`
    const form = html`<form method="post" action="${PATH}/${id}/revoke">
      ${hiddenFields(who)}
      <p>The key and all sessions of ${name} end at once.</p>
      <button type="submit">Revoke for good</button>
    </form>`
    return guarded(`Revoke ${name}`, form)
  }
  return html`<table>
      <caption>Who works at the desk</caption>
      <thead><tr><th scope="col">Name</th><th scope="col">Role</th><th scope="col">Since</th><th scope="col">Id</th><th scope="col">Access</th></tr></thead>
      <tbody>${members.map((member) => html`<tr><td>${member.name}</td><td>${member.owner ? 'Owner' : 'Staff'}</td><td>${shownTime(member.at)}</td><td><code>${member.id}</code></td><td>${state(member)}</td></tr>`)}</tbody>
    </table>
    <p><a href="${PATHS.desk}${AUDIT}">What was done, and by whom</a></p>`
}

/** @param id drawn for the new member, so that the form sent twice adds one */
export function addForm(id: string, who: SignedIn, tried?: Tried): Html {
  return html`<h2>Add somebody</h2>
    <form method="post" action="${PATH}/add" class="form">
      ${hiddenFields(who)}
      <input type="hidden" name="id" value="${id}">
      <div class="field">
        <label for="name">Name</label>
        ${tried ? html`<p class="error" id="name-error" role="alert">${tried.error}</p>` : ''}
        <input id="name" name="name" type="text" required maxlength="${LONGEST_NAME}" autocomplete="off" value="${tried?.name ?? ''}"${tried ? html` aria-invalid="true" aria-describedby="name-error" autofocus` : ''}>
      </div>
      <p class="tick"><label><input type="checkbox" name="owner" value="yes"${tried?.owner ? html` checked` : ''}> Owner: may add and revoke staff, and erase</label></p>
      <button type="submit">Add, and show the key</button>
    </form>`
}

/** The only page that ever shows a key. */
export function newKey(key: string, base: string): Html {
  return html`<p>It is shown this once. Hand it over in person, or let it be copied into a password manager now.</p>
    <p class="key"><code>${key}</code></p>
    <p>It opens ${base}${PATHS.desk}, and nothing else. Whoever has it is taken for that person.</p>
    <p><a href="${PATH}">Back to the staff</a></p>`
}

/**
 * Open sessions.
 * @param nameOf name of a member by id
 * @param own id of the session in which the page is looked at
 */
export function sessionsTable(sessions: readonly SessionView[], who: SignedIn, nameOf: (id: string) => string, own: string): Html {
  const row = ({ id, member, at, usedAt }: SessionView) => html`<tr><td>${nameOf(member)}${id === own ? ' (this one)' : ''}</td><td>${shownTime(at)}</td><td>${shownTime(usedAt)}</td><td><form method="post" action="${PATH}/sessions/${id}/end">
      ${hiddenFields(who)}
      <button type="submit" class="quiet">End<span class="visually-hidden"> the session of ${nameOf(member)}</span></button>
    </form></td></tr>`
  return html`<table>
      <caption>Open sessions</caption>
      <thead><tr><th scope="col">Who</th><th scope="col">Signed in</th><th scope="col">Last used, to five minutes</th><th scope="col">To end it</th></tr></thead>
      <tbody>${sessions.map(row)}</tbody>
    </table>`
}

/** @param names by id of the member */
export function auditTable({ traces, next }: TracePage, month: string, names: ReadonlyMap<string, string>): Html {
  return html`<form method="get" action="${PATHS.desk}${AUDIT}" class="form">
      <div class="field">
        <label for="month">Month</label>
        <input id="month" name="month" type="month" value="${month}" required>
      </div>
      <button type="submit">Show</button>
    </form>
    ${
      traces.length === 0
        ? html`<p>Nothing was done.</p>`
        : html`<table>
            <caption>Latest first. Each was written down before it was done.</caption>
            <thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">What</th><th scope="col">To what</th></tr></thead>
            <tbody>${traces.map(({ at, by, action, subject }) => html`<tr><td>${shownTime(at)}</td><td>${names.get(by) ?? by}</td><td>${ACTIONS[action] ?? action}</td><td>${subjectOf(subject, names)}</td></tr>`)}</tbody>
          </table>`
    }
    ${next ? html`<nav class="actions" aria-label="Pages"><a class="button" rel="next" href="${PATHS.desk}${AUDIT}?${new URLSearchParams({ month, before: next })}">Earlier</a></nav>` : ''}`
}

/** What something was done to: by its name, by the page that shows it, or as the id that it is. */
function subjectOf(subject: string, names: ReadonlyMap<string, string>): Html {
  const name = names.get(subject)
  if (name !== undefined) return html`${name}`
  const page = subject.startsWith('reg_') ? claimPath(subject) : parseReference(subject) === subject ? inquiryPath(subject) : undefined
  return page ? html`<a href="${page}">${subject}</a>` : html`<code>${subject}</code>`
}

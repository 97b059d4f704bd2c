/**
 * Links an audit entry or a message to its subject: an inquiry by its reference, a claim by its registration. Members are named.
 */
import { html } from 'hono/html'
import { parseReference } from '../inquiries/reference.ts'
import type { StaffNames } from '../staff/staff-names.ts'
import { claimPath } from './claims/views.ts'
import type { Html } from './page.ts'
import { inquiryPath } from './inquiries/inquiry-table.ts'

/** @returns the subject's id, as a link if it has a page; of a member the name */
export function subjectLink(subject: string, names?: StaffNames): Html {
  const name = names?.get(subject)
  if (name !== undefined) return html`${name}`
  const page = subject.startsWith('reg_')
    ? claimPath(subject)
    : parseReference(subject) === subject
      ? inquiryPath(subject)
      : undefined
  return page ? html`<a href="${page}">${subject}</a>` : html`<code>${subject}</code>`
}

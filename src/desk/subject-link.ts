/**
 * Links an audit entry or a message to its subject: an inquiry by its reference, a claim by its registration.
 */
import { html } from 'hono/html'
import { parseReference } from '../inquiries/reference.ts'
import { claimPath } from './claims/views.ts'
import type { Html } from './page.ts'
import { inquiryPath } from './inquiries/inquiry-table.ts'

/** @returns the subject's id, as a link if it has a page */
export function subjectLink(subject: string): Html {
  const page = subject.startsWith('reg_')
    ? claimPath(subject)
    : parseReference(subject) === subject
      ? inquiryPath(subject)
      : undefined
  return page ? html`<a href="${page}">${subject}</a>` : html`<code>${subject}</code>`
}

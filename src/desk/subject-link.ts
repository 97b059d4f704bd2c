/**
 * What a trace or a message is about: an inquiry by its reference, a claim by its registration, or something without a page.
 */
import { html } from 'hono/html'
import { parseReference } from '../inquiries/reference.ts'
import { claimPath } from './claims/views.ts'
import type { Html } from './page.ts'
import { inquiryPath } from './inquiries/inquiry-table.ts'

/** @returns its id, with a link to its page where it has one */
export function subjectLink(subject: string): Html {
  const page = subject.startsWith('reg_')
    ? claimPath(subject)
    : parseReference(subject) === subject
      ? inquiryPath(subject)
      : undefined
  return page ? html`<a href="${page}">${subject}</a>` : html`<code>${subject}</code>`
}

/**
 * `/desk/mail`: messages that are not through yet, why, and a button to have one tried again at once.
 */
import { html } from 'hono/html'
import type { OpenMessage } from '../mail/outbox.ts'
import { outboxStatus, retryNow } from '../mail/status.ts'
import { Problem } from '../problem.ts'
import { PATHS } from '../site.ts'
import { recordAudit } from './audit.ts'
import { hiddenFields } from './desk-form.ts'
import type { DeskPage, DeskRow, SignedIn } from './desk-page.ts'
import { shownTime } from './shown.ts'

const MAIL = '/mail'
/** Address of the page. */
export const MAIL_PATH = PATHS.desk + MAIL

/** What the kinds of messages are called. */
const KIND_NAMES: Record<OpenMessage['kind'], string> = {
  notice: 'Notice to the firm',
  receipt: 'Receipt to a person',
  link: 'Confirmation link',
  linked: 'An agent was linked',
  webhook: 'Webhook',
}

const show: DeskPage = async (_request, who, service) => {
  const { waiting, failing, givenUp } = await outboxStatus(service)
  const open = [...givenUp, ...failing]
  return {
    title: 'Mail',
    content: html`<p>${open.length === 0 ? 'Nothing has failed.' : `${open.length} could not be delivered so far.`} ${waiting > 0 ? `${waiting} will be tried for the first time within a few minutes.` : ''}</p>
      ${service.mailer === undefined ? html`<p><strong>No mail is sent: MAIL_URL is not set.</strong></p>` : ''}
      ${open.length > 0 ? html`<table>
        <caption>Failed messages</caption>
        <thead><tr><th scope="col">Message</th><th scope="col">About</th><th scope="col">Tries</th><th scope="col">Why</th><th scope="col">Next</th><th scope="col"><span class="visually-hidden">Action</span></th></tr></thead>
        <tbody>${open.map((message) => row(message, who))}</tbody>
      </table>` : ''}`,
  }
}

function row({ id, kind, subject, tries, state, dueAt, reason }: OpenMessage, who: SignedIn) {
  return html`<tr>
    <td>${KIND_NAMES[kind]}</td><td>${subject}</td><td>${tries}</td><td>${reason ?? ''}</td>
    <td>${state === 'given up' ? html`<strong class="badge late">given up</strong>` : dueAt === undefined ? '' : shownTime(new Date(dueAt).toISOString())}</td>
    <td><form method="post" action="${MAIL_PATH}">${hiddenFields(who, { id })}<button type="submit" class="quiet">Try again now</button></form></td>
  </tr>`
}

const retry: DeskPage = async (_request, who, service, _params, form) => {
  const id = form.get('id') ?? ''
  await recordAudit(service, who.id, 'mail.retried', id)
  if (!(await retryNow(service, id))) throw new Problem('not-found', { detail: 'This message is not open any more: it was sent meanwhile.' })
  return { redirect: MAIL_PATH }
}

export const MAIL_PAGES: readonly DeskRow[] = [{ path: MAIL, GET: show, POST: retry }]

/**
 * `/desk/mail`: messages that are not through yet, why, and a button to have one tried again at once.
 */
import { html } from 'hono/html'
import type { OpenMessage } from '../mail/outbox.ts'
import { isAlarming, outboxStatus, retryNow, wasSent } from '../mail/status.ts'
import { parseReference } from '../practice/reference.ts'
import { Problem } from '../problem.ts'
import type { Service } from '../server/service.ts'
import { PATHS } from '../site.ts'
import { recordAudit } from './audit.ts'
import { hiddenFields } from './desk-form.ts'
import { claimPath } from './claim-views.ts'
import type { DeskPage, DeskRow, Html, SignedIn } from './desk-page.ts'
import { inquiryPath } from './inquiry-table.ts'
import { reasonInWords } from './mail-reason.ts'
import { shownTime } from './shown.ts'

const MAIL = '/mail'
/** Address of the page. */
export const MAIL_PATH = PATHS.desk + MAIL

/** Parameter that names the message that was just to be tried again. */
const AGAIN = 'again'

/** What the kinds of messages are called. */
const KIND_NAMES: Record<OpenMessage['kind'], string> = {
  notice: 'Notice to the firm',
  receipt: 'Receipt to a person',
  link: 'Confirmation link',
  linked: 'An agent was linked',
  webhook: 'Webhook',
}

const show: DeskPage = async (request, who, service) => {
  const { waiting, failing, givenUp } = await outboxStatus(service)
  const open = [...givenUp, ...failing]
  const again = new URL(request.url).searchParams.get(AGAIN)
  return {
    title: 'Mail',
    content: html`${again === null ? '' : await retried(again, open, service)}
      <p>${open.length === 0 ? 'Nothing has failed.' : `${open.length} could not be delivered so far.`} ${waiting > 0 ? `${waiting} will be tried for the first time within a few minutes.` : ''}</p>
      ${service.mailer === undefined ? html`<p><strong>No mail is sent: MAIL_URL is not set.</strong></p>` : ''}
      ${open.length > 0 ? html`<table>
        <caption>Failed messages</caption>
        <thead><tr><th scope="col">Message</th><th scope="col">About</th><th scope="col">Tries</th><th scope="col">Why</th><th scope="col">Next</th><th scope="col"><span class="visually-hidden">Action</span></th></tr></thead>
        <tbody>${open.map((message) => row(message, who))}</tbody>
      </table>` : ''}`,
  }
}

function row(message: OpenMessage, who: SignedIn) {
  const { id, kind, subject, tries, state, dueAt } = message
  return html`<tr>
    <td>${KIND_NAMES[kind]}</td><td>${aboutOf(subject)}</td><td>${isAlarming(message) ? html`<strong class="badge late">${tries} failed</strong>` : tries}</td><td>${reasonInWords(message)}</td>
    <td>${state === 'given up' ? html`<strong class="badge late">given up</strong>` : dueAt === undefined ? '' : shownTime(new Date(dueAt).toISOString())}</td>
    <td><form method="post" action="${MAIL_PATH}">${hiddenFields(who, { id })}<button type="submit" class="quiet">Try again now</button></form></td>
  </tr>`
}

/** What it tells of, by the page that shows it. Other messages belong to nothing that has a page. */
function aboutOf(subject: string): Html | string {
  const page = parseReference(subject) === subject ? inquiryPath(subject) : subject.startsWith('reg_') ? claimPath(subject) : undefined
  return page ? html`<a href="${page}">${subject}</a>` : subject
}

/** What became of a message that was to be tried again. */
async function retried(id: string, open: readonly OpenMessage[], service: Service): Promise<Html> {
  const message = open.find((one) => one.id === id)
  if (message) return html`<p role="status"><strong>It is being tried again: ${KIND_NAMES[message.kind]}, ${message.subject}.</strong> <a href="${MAIL_PATH}">Show the list anew</a> in a minute: if it is still there, it has failed again, and the list says why.</p>`
  return (await wasSent(service, id)) ? html`<p role="status"><strong>It was tried again, and it was sent.</strong></p>` : html``
}

const retry: DeskPage = async (_request, who, service, _params, form) => {
  const id = form.get('id') ?? ''
  await recordAudit(service, who.id, 'mail.retried', id)
  if (!(await retryNow(service, id))) throw new Problem('not-found', { detail: 'This message is not open any more: it was sent meanwhile.' })
  return { redirect: `${MAIL_PATH}?${new URLSearchParams({ [AGAIN]: id })}` }
}

export const MAIL_PAGES: readonly DeskRow[] = [{ path: MAIL, GET: show, POST: retry }]

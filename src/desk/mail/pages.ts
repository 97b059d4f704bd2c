/**
 * `/desk/mail`: messages that were not delivered, the reason, and a button to retry one at once.
 */
import { html } from 'hono/html'
import { labelOf } from '../../mail/message.ts'
import { type OpenMessage, readOpen } from '../../mail/outbox.ts'
import { isAlarming, outboxStatus, retryNow, wasSent } from '../../mail/outbox-status.ts'
import { Problem } from '../../problem.ts'
import type { Service } from '../../service/service.ts'
import { PATHS } from '../../site.ts'
import { recordAudit } from '../../staff/audit.ts'
import { hiddenFields } from '../ui/form-fields.ts'
import type { DeskPage, DeskRow, Html, SignedIn } from '../page.ts'
import { reasonInWords } from './reason.ts'
import { timeElement } from '../ui/format.ts'
import { subjectLink } from '../subject-link.ts'
import { type Cell, type Column, deskTable } from '../ui/table.ts'

const MAIL_ROUTE = '/mail'
/** Path of the page. */
export const MAIL_PATH = PATHS.desk + MAIL_ROUTE

/** Parameter with the message before which an older page begins. */
const BEFORE_PARAMETER = 'before'
/** Parameter with the id of the message that was just retried. */
const RETRIED_PARAMETER = 'again'

const COLUMNS: readonly Column[] = [
  { name: 'Message' },
  { name: 'About' },
  { name: 'Tries', kind: 'line' },
  { name: 'Why', kind: 'long' },
  { name: 'Next', kind: 'line' },
  { name: 'Retry', kind: 'line' },
]

const showMail: DeskPage = async ({ service, member, url }) => {
  const before = url.searchParams.get(BEFORE_PARAMETER) ?? undefined
  const { waiting, failing, givenUp, next } = await outboxStatus(service, before)
  const isWhole = before === undefined && next === undefined
  const open = [...givenUp, ...failing]
  const retriedId = url.searchParams.get(RETRIED_PARAMETER)
  return {
    title: 'Mail',
    content: html`${retriedId === null ? '' : await retryStatus(retriedId, open, service)}
      <p>${open.length === 0 ? (isWhole ? 'Nothing has failed.' : 'Nothing on this page has failed.') : `${open.length} ${isWhole ? '' : 'of this page '}could not be delivered so far.`} ${waiting > 0 ? `${waiting} will be tried for the first time within a few minutes.` : ''}</p>
      ${service.mailer === undefined ? html`<p><strong>No mail is sent: MAIL_URL is not set.</strong></p>` : ''}
      ${
        open.length > 0
          ? deskTable(
              'Failed messages',
              COLUMNS,
              open.map((message) => cellsOf(message, member)),
            )
          : ''
      }
      ${isWhole ? '' : pager(before, next)}`,
  }
}

function pager(before: string | undefined, next: string | undefined): Html {
  return html`<nav class="actions" aria-label="Pages">
    ${before === undefined ? '' : html`<a class="button quiet" href="${MAIL_PATH}">Newest</a>`}
    ${next === undefined ? '' : html`<a class="button" rel="next" href="${MAIL_PATH}?${new URLSearchParams({ [BEFORE_PARAMETER]: next })}">Older</a>`}
  </nav>`
}

function cellsOf(message: OpenMessage, member: SignedIn): Cell[] {
  const { id, kind, subject, tries, state, dueAt } = message
  return [
    labelOf(kind),
    subjectLink(subject),
    isAlarming(message) ? html`<strong class="badge late">${tries} failed</strong>` : String(tries),
    reasonInWords(message),
    state === 'given up'
      ? html`<strong class="badge late">given up</strong>`
      : dueAt === undefined
        ? ''
        : timeElement(new Date(dueAt).toISOString()),
    html`<form method="post" action="${MAIL_PATH}">${hiddenFields(member, { id })}<button type="submit" class="quiet">Try again now</button></form>`,
  ]
}

/** The result of a retry. */
async function retryStatus(id: string, open: readonly OpenMessage[], service: Service): Promise<Html> {
  const message = open.find((one) => one.id === id) ?? (await readOpen(service, id))
  if (message)
    return html`<p role="status"><strong>It is being tried again: ${labelOf(message.kind)}, ${message.subject}.</strong> <a href="${MAIL_PATH}">Reload the list</a> in a minute: if the message is still there, it has failed again, and the list says why.</p>`
  return (await wasSent(service, id))
    ? html`<p role="status"><strong>It was tried again, and it was sent.</strong></p>`
    : html``
}

const retry: DeskPage = async ({ service, member, form }) => {
  const message = await readOpen(service, form.get('id') ?? '')
  if (!message) throw new Problem('not-found', { detail: 'This message has been sent in the meantime.' })
  await recordAudit(service, member.id, 'mail.retried', message.id)
  await retryNow(service, message)
  return { redirect: `${MAIL_PATH}?${new URLSearchParams({ [RETRIED_PARAMETER]: message.id })}` }
}

export const MAIL_PAGES: readonly DeskRow[] = [{ path: MAIL_ROUTE, GET: showMail, POST: retry }]

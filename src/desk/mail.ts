/** `/desk/mail`: messages that were not delivered, with the reason and a button to retry. */
import { html } from 'hono/html'
import { canSend, labelOf } from '../mail/message.ts'
import { NO_INQUIRY } from '../mail/staff-letters.ts'
import { countPosts, hasMail, isUnderWay, asUnsent, outboxStatus, readMail, type UnsentMail } from '../mail/outbox.ts'
import { retryNow } from '../mail/tries.ts'
import { Problem } from '../problem.ts'
import { PATHS } from '../site.ts'
import { type StaffNames, staffNames } from '../staff/staff-member.ts'
import { buttonForm, timeElement, type Cell, deskTable } from './ui.ts'
import { type DeskContext, type DeskPage, type Html, redirectSaying } from './page.ts'
import { subjectLink } from './staff/audit-page.ts'
import { wordFor } from '../words.ts'
import words from './words.json' with { type: 'json' }

export const MAIL_PATH = `${PATHS.desk}/mail`

/** The form field with the number of tries of the message when the page was drawn. */
const SEEN_FIELD = 'tries'

export const showMail: DeskPage = async (context) => {
  const { service } = context
  const [{ waiting, failing, givenUp, hasMore }, names, withoutInquiry] = await Promise.all([
    outboxStatus(service),
    staffNames(service),
    service.inboundMail === undefined ? 0 : countPosts(service.store, `inbound-${NO_INQUIRY}.`),
  ])
  const open = [...givenUp, ...failing]
  const rows = open.map((message) => cellsOf(message, context, names))
  const columns = { Message: '', About: '', Tries: 'line', Why: 'long', Next: 'line', Retry: 'line' }
  const failed =
    open.length === 0
      ? 'Nothing has failed.'
      : `${open.length} could not be delivered so far${hasMore ? ', and older ones that are not shown' : ''}.`
  const later = waiting > 0 ? `${waiting} will be tried for the first time within a few minutes.` : ''
  return {
    title: 'Mail',
    content: html`<p>${failed} ${later}</p>
      ${withoutInquiry > 0 ? html`<p>Without an inquiry, and in the firm’s mailbox: ${withoutInquiry} e-mails of the last 30 days.</p>` : ''}
      ${service.mailer === undefined ? html`<p><strong>No mail is sent: MAIL_URL is not set.</strong></p>` : ''}
      ${deskTable('Failed messages', columns, rows)}`,
  }
}

function cellsOf(message: UnsentMail, { service, member }: DeskContext, names: StaffNames): Cell[] {
  const { key, id, kind, subject, tries, isAlarming, dueAt } = message
  const cells = [
    labelOf(kind),
    subjectLink(subject, { firm: service.firm, names }),
    isAlarming ? html`<strong class="badge late">${tries} failed</strong>` : String(tries),
  ]
  if (isUnderWay(message, service.clock.now())) return [...cells, 'It is being tried.', 'now', 'under way']
  return [
    ...cells,
    reasonInWords(message),
    dueAt === undefined ? html`<strong class="badge late">given up</strong>` : timeElement(dueAt),
    buttonForm(member, { action: MAIL_PATH, fields: { record: key, id, [SEEN_FIELD]: tries } }, 'Try again now'),
  ]
}

/** The same form sent twice, or by two members, makes one try. A message that was delivered meanwhile is not sent again. */
export const retryMail: DeskPage = async ({ service, form, audit }) => {
  const id = form.get('id') ?? ''
  const key = form.get('record') ?? ''
  const stored = hasMail(key) ? (await readMail(service.store, key))?.find((one) => one.id === id) : undefined
  if (!stored)
    throw new Problem('not-found', { detail: 'There is no such message. Perhaps it was sent some days ago.' })
  const message = asUnsent(key, stored)
  const seen = Number(form.get(SEEN_FIELD))
  if (message?.tries === seen && !isUnderWay(message, service.clock.now()) && canSend(service, message.kind)) {
    await audit('mail.retried', id)
    await retryNow(service, message)
  }
  return redirectSaying('retried', MAIL_PATH)
}

export function reasonInWords({ reason }: Pick<UnsentMail, 'reason'>): Html | string {
  if (reason === undefined) return ''
  const known = wordFor(words.mail.byReason, reason)
  if (known !== undefined) return known
  const [code = ''] = reason.split(' ')
  const found = Object.entries(words.mail.byCode).find(([, codes]) => codes.split(' ').includes(code))
  return html`${found?.[0] ?? 'It could not be sent.'} <small>(${reason})</small>`
}

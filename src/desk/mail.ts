/**
 * `/desk/mail`: messages that were not delivered, the reason, and a button to retry one at once.
 */
import { html } from 'hono/html'
import { canSend, labelOf } from '../mail/message.ts'
import { isUnderWay, type OpenMessage, parseMessageId, readOpen } from '../mail/outbox.ts'
import { isAlarming, outboxStatus, wasSent } from '../mail/outbox-status.ts'
import { retryNow } from '../mail/tries.ts'
import { Problem } from '../problem.ts'
import { PATHS } from '../site.ts'
import { recordAudit } from '../staff/audit.ts'
import { type StaffNames, staffNames } from '../staff/staff-member.ts'
import { hiddenFields, timeElement, type Cell, type Column, deskTable } from './ui.ts'
import type { DeskContext, DeskPage, DeskRow, Html } from './page.ts'
import { subjectLink } from './staff/audit-page.ts'

const MAIL_ROUTE = '/mail'
/** Path of the page. */
export const MAIL_PATH = PATHS.desk + MAIL_ROUTE

/** Parameter with the message before which an older page begins. */
const BEFORE_PARAMETER = 'before'
/** Parameter with the id of the message that was just retried. */
const RETRIED_PARAMETER = 'again'
/** Parameter with the number of its tries that the form showed. */
const SEEN_PARAMETER = 'tries'

/** The message whose retry was asked for. */
interface Retried {
  id: string
  /** Its tries until then. */
  seen: number
}

const COLUMNS: readonly Column[] = [
  { name: 'Message' },
  { name: 'About' },
  { name: 'Tries', kind: 'line' },
  { name: 'Why', kind: 'long' },
  { name: 'Next', kind: 'line' },
  { name: 'Retry', kind: 'line' },
]

const showMail: DeskPage = async (context) => {
  const { service, url } = context
  const before = url.searchParams.get(BEFORE_PARAMETER) ?? undefined
  const [{ waiting, failing, givenUp, next }, names] = await Promise.all([
    outboxStatus(service, before),
    staffNames(service),
  ])
  const isWhole = before === undefined && next === undefined
  const open = [...givenUp, ...failing]
  const id = url.searchParams.get(RETRIED_PARAMETER)
  const seen = Number(url.searchParams.get(SEEN_PARAMETER))
  return {
    title: 'Mail',
    content: html`${id === null ? '' : await retryStatus({ id, seen }, open, context)}
      <p>${open.length === 0 ? (isWhole ? 'Nothing has failed.' : 'Nothing on this page has failed.') : `${open.length} ${isWhole ? '' : 'of this page '}could not be delivered so far.`} ${waiting > 0 ? `${waiting} will be tried for the first time within a few minutes.` : ''}</p>
      ${service.mailer === undefined ? html`<p><strong>No mail is sent: MAIL_URL is not set.</strong></p>` : ''}
      ${
        open.length > 0
          ? deskTable(
              'Failed messages',
              COLUMNS,
              open.map((message) => cellsOf(message, context, names)),
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

function cellsOf(message: OpenMessage, { service, member }: DeskContext, names: StaffNames): Cell[] {
  const { id, kind, subject, tries, state, dueAt } = message
  const cells = [
    labelOf(kind),
    subjectLink(subject, names),
    isAlarming(message) ? html`<strong class="badge late">${tries} failed</strong>` : String(tries),
  ]
  if (isUnderWay(message, service.clock.now())) return [...cells, 'It is being tried.', 'now', 'under way']
  return [
    ...cells,
    reasonInWords(message),
    state === 'given up'
      ? html`<strong class="badge late">given up</strong>`
      : dueAt === undefined
        ? ''
        : timeElement(new Date(dueAt).toISOString()),
    html`<form method="post" action="${MAIL_PATH}">${hiddenFields(member, { id, [SEEN_PARAMETER]: tries })}<button type="submit" class="quiet">Try again now</button></form>`,
  ]
}

/** What became of a retry, said once: the row says why it failed, and when the next try is. */
async function retryStatus(
  { id, seen }: Retried,
  open: readonly OpenMessage[],
  { service, url }: Pick<DeskContext, 'service' | 'url'>,
): Promise<Html> {
  const message = open.find((one) => one.id === id) ?? (await readOpen(service, id))
  const say = (words: string, more: Html = html``) =>
    html`<p role="status"><strong>${words}: ${nameOf(id)}.</strong> ${more}</p>`
  if (message && isUnderWay(message, service.clock.now()))
    return say(
      'It is being tried now',
      html`<a href="${url.pathname}${url.search}">Open this page again</a> in a minute: it says what came of it.`,
    )
  if (message && message.tries > seen)
    return say('It was tried again, and it failed', open.includes(message) ? html`` : html`${reasonInWords(message)}`)
  if (message) return html``
  return (await wasSent(service, id)) ? say('It was tried again, and it was sent') : html``
}

/** A message in words, without personal data. */
function nameOf(id: string): string {
  const { kind, subject } = parseMessageId(id)
  return `${labelOf(kind)}, ${subject}`
}

/** A form that is sent twice, or after somebody else's, asks for no more than one try. */
const retry: DeskPage = async ({ service, member, form }) => {
  const id = form.get('id') ?? ''
  const message = await readOpen(service, id)
  if (!message && !(await wasSent(service, id)))
    throw new Problem('not-found', { detail: 'There is no such message. Perhaps it was sent some days ago.' })
  const seen = Number(form.get(SEEN_PARAMETER) ?? message?.tries)
  if (message?.tries === seen && !isUnderWay(message, service.clock.now()) && canSend(service, message.kind)) {
    await recordAudit(service, member.id, 'mail.retried', id)
    await retryNow(service, message)
  }
  return {
    redirect: `${MAIL_PATH}?${new URLSearchParams({ [RETRIED_PARAMETER]: id, [SEEN_PARAMETER]: String(seen) })}`,
  }
}

export const MAIL_PAGES: readonly DeskRow[] = [{ path: MAIL_ROUTE, GET: showMail, POST: retry }]

const UNREACHED = 'The mail server could not be reached.'
const REFUSED = 'The mail server refused the message, perhaps because the address does not exist.'
const UNSAFE = 'The mail server could not be reached safely: it has no encryption, or no valid certificate.'
const WRONG_PASSWORD = 'The mail server refused our password.'

/** By the first word of the code. */
const BY_CODE = new Map(
  Object.entries({
    ECONNECTION: UNREACHED,
    ECONNREFUSED: UNREACHED,
    ECONNRESET: UNREACHED,
    EDNS: UNREACHED,
    ESOCKET: UNREACHED,
    ETIMEDOUT: UNREACHED,
    ETLS: UNSAFE,
    EREQUIRETLS: UNSAFE,
    EAUTH: WRONG_PASSWORD,
    ENOAUTH: WRONG_PASSWORD,
    EOAUTH2: WRONG_PASSWORD,
    EENVELOPE: REFUSED,
    EMESSAGE: REFUSED,
    HTTP: 'The webhook was reached, but responded with an error.',
  }),
)

/** Reasons without a code, by their stored text. */
const BY_SENTENCE = new Map(
  Object.entries({
    'no answer': 'Sending began, but no result was recorded: perhaps the service was stopped meanwhile.',
    'no answer in time': 'There was no response in time.',
    'no connection': 'The webhook could not be reached.',
    'no e-mail address': 'The recipient is not a valid e-mail address.',
    'too many at once': 'Too many messages were being sent at once.',
    'what it tells of is not stored yet': 'The inquiry or event that it announces was not stored yet.',
    'its key was dropped': 'It was encrypted with a key that was removed, so it can never be sent.',
  }),
)

/** @param reason the stored reason of the last try */
export function reasonInWords({ reason }: Pick<OpenMessage, 'reason'>): Html | string {
  if (reason === undefined) return ''
  const words = BY_SENTENCE.get(reason)
  if (words !== undefined) return words
  return html`${BY_CODE.get(reason.split(' ', 1)[0] ?? '') ?? 'It could not be sent.'} <small>(${reason})</small>`
}

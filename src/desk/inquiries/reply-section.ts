/** The reply on the page of an inquiry: the form, the letters to begin with, and what became of those that were sent. */
import { html } from 'hono/html'
import { fillInText } from '../../firm/placeholders.ts'
import { linksBooking, readReplyTemplates, type ReplyTemplate, type ReplyWord } from '../../firm/reply-template.ts'
import { lastMark } from '../../inquiries/change.ts'
import type { FullInquiry } from '../../inquiries/record.ts'
import {
  ANSWERED_STATUS,
  awaitsAnswer,
  CLIENT_STATUS,
  isMaybeSpam,
  mayBook,
  nextStatuses,
} from '../../inquiries/status.ts'
import { printable } from '../../letters.ts'
import { isSafe } from '../../inquiries/safe-contact.ts'
import { languageInWords } from '../../language.ts'
import { canSend } from '../../mail/message.ts'
import { replyStatus, type ReplyStatus } from '../../mail/outbox-status.ts'
import { letterLanguage } from '../../mail/person-letters.ts'
import { isOffered } from '../../offers.ts'
import type { Service } from '../../service/service.ts'
import { MAIL_PATH, reasonInWords } from '../mail.ts'
import type { DeskContext, Html } from '../page.ts'
import { disclosure, textField, timeElement, tickField } from '../ui.ts'
import type { FieldErrors } from './change-forms.ts'
import { changeForm, exactPath } from './inquiry-table.ts'

export interface ReplyState {
  /** In the thread. */
  words: Html | string
  /** As a sentence, when it was just sent. */
  done: string
}

/** What became of each reply, by the number of its change. */
export type ReplyStates = ReadonlyMap<number, ReplyState>

/** Reason of a message whose first try has not ended. */
const NO_ANSWER = 'no answer'

export async function replyStates(service: Pick<Service, 'store' | 'clock'>, { id, history }: FullInquiry) {
  const replies = history.filter(({ changed }) => changed.includes('reply'))
  const states = replies.map(async ({ seq, at }) => [seq, stateInWords(await replyStatus(service, id, at))] as const)
  return new Map(await Promise.all(states))
}

function stateInWords(status: ReplyStatus): ReplyState {
  if (status === 'sent') return { words: 'sent', done: 'Reply sent.' }
  if (status === 'unknown') return { words: '', done: 'Reply stored.' }
  const done = 'Reply stored, but not delivered: see it below.'
  if (status === 'lost') return { words: late('not sent: it was lost. Send it again.'), done }
  if (status.state === 'waiting' || status.reason === NO_ANSWER)
    return { words: 'on its way', done: 'Reply stored; it is on its way.' }
  const next =
    status.state === 'failing' && status.dueAt !== undefined
      ? html`Next try: ${timeElement(new Date(status.dueAt).toISOString())}`
      : 'It will not be retried.'
  return {
    words: html`${late('not delivered')} ${reasonInWords(status)} ${next} <a href="${MAIL_PATH}">Mail</a>`,
    done,
  }
}

const late = (text: string) => html`<strong class="badge late">${text}</strong>`

const TEMPLATE_PARAMETER = 'letter'

/** @param typed if the form was refused; and what is wrong with the text */
export async function replySection(
  { service, member, url }: Pick<DeskContext, 'service' | 'member' | 'url'>,
  inquiry: FullInquiry,
  typed?: { note: string; status?: string | undefined; asks?: boolean } & FieldErrors,
): Promise<Html> {
  const { id, state, record } = inquiry
  // A client is written to from the firm's own mail: the notices at the foot of a reply are for those who are not clients.
  if (!record || (state.status === CLIENT_STATUS && !typed)) return html``
  if (!canSend(service, 'reply'))
    return section(html`<p>No mail server is set, so nothing can be sent from here: write to the address above.</p>`)
  const { email } = record.request
  if (email === undefined)
    return section(html`<p>The person gave no e-mail address, so nothing can be sent: call them.</p>`)
  if (!isSafe(record.request, 'email'))
    return section(html`<p>The person says that e-mail is not safe for them, so nothing can be sent from here.</p>`)
  const language = letterLanguage(record.request.language, service.languages)
  const finding = lastMark(inquiry.history)?.finding
  const mayAsk = finding === 'none' && isOffered(service.firm, 'statusPage')
  const booking = mayBook(state) ? service.firm.bookingUrl : undefined
  const letters = ((await readReplyTemplates(service.published))[language] ?? [])
    .filter((letter) => booking !== undefined || !linksBooking(letter))
    .filter(({ status, afterMark, asks }) =>
      finding === 'conflict' ? status === 'declined' : asks ? mayAsk : !afterMark || finding === 'none',
    )
  const chosen = letters.find((letter) => letter.id === url.searchParams.get(TEMPLATE_PARAMETER))
  const usual = awaitsAnswer(state) && finding !== 'conflict' ? ANSWERED_STATUS : undefined
  const proposed = typed ? typed.status : chosen ? chosen.status : usual
  const status = nextStatuses(state.status, finding).find((next) => next === proposed)
  const after = html`<input type="hidden" name="status" value="${status}"><span id="reply-status">Then: ${status}</span>`
  const text = typed?.note ?? (chosen ? letterFor(chosen, { member, record, booking }) : '')
  const linkTo = (letter: ReplyTemplate) => {
    const current = letter === chosen ? html` aria-current="true"` : ''
    return html`<li><a href="${letterPath(id, letter)}"${current}>${letter.title}</a></li>`
  }
  const form = html`<nav class="letters" aria-label="Letters">
      <p>Begin with:</p>
      <ul>
        ${letters.map(linkTo)}
      </ul>
    </nav>
    ${changeForm(
      inquiry,
      member,
      'reply',
      html`${textField({
        id: 'reply-note',
        name: 'note',
        label: `Reply to ${printable(email)}, in ${languageInWords(language)}`,
        value: text,
        rows: 12,
        error: typed?.errors?.note,
        select: typed?.open,
      })}
        <p class="hint">The notices and the firm’s signature are added for you. It is kept here, encrypted.</p>
        ${mayAsk ? askField((typed ?? chosen)?.asks) : ''}
        <div class="send">
          ${status ? after : ''}
          <button type="submit">Send the reply</button>
        </div>`,
    )}`
  return section(isMaybeSpam(inquiry) && !typed && !chosen ? disclosure('Reply all the same', form) : form)
}

const askField = (isAsked = false) =>
  tickField({ name: 'asks', isTicked: isAsked }, 'It asks something: the person may answer on their private page')

const section = (content: Html) => html`<section class="reply" aria-labelledby="reply">
  <h2 id="reply">Reply</h2>
  ${content}
</section>`

const letterPath = (inquiry: FullInquiry['id'], { id }: ReplyTemplate) =>
  `${exactPath(inquiry, '', { [TEMPLATE_PARAMETER]: id })}#reply`

/** The letter with what the desk knows; the build has filled in the facts of the firm. */
function letterFor(
  { text }: ReplyTemplate,
  {
    member,
    record,
    booking = '',
  }: Pick<DeskContext, 'member'> & Required<Pick<FullInquiry, 'record'>> & { booking: string | undefined },
) {
  const words: Record<ReplyWord, string> = {
    name: printable(record.request.name),
    reference: record.reference,
    member: member.name,
    booking,
  }
  return fillInText(text, words)
}

/** Where an inquiry stands, as HTML for the person who sent it. */
import { html } from 'hono/html'
import { dayInWords, officeDay } from '../dates.ts'
import type { Firm } from '../firm/firm.ts'
import { nationalTelephone } from '../telephone.ts'
import { noticesOf } from '../firm/notices.ts'
import { replyBy } from '../inquiries/overdue.ts'
import type { ShownStatus } from '../inquiries/public-status.ts'
import type { Language } from '../language.ts'
import type { Html } from './html.ts'
import { openText } from './open-line.ts'
import { STATUS_WORDS } from './status-words.ts'
import { WORDS } from './words.ts'

/** The region of the built page that the function fills. */
export const STATUS_REGION = 'status'

/** Whether the person still waits for the answer that the site promised. */
const isWaiting = ({ status, call }: ShownStatus) => !call && (status === 'received' || status === 'in_review')

/** @param found undefined when no inquiry has the address */
export function statusBox(
  language: Language,
  firm: Firm,
  { now, found }: { now: Date; found?: ShownStatus | undefined },
): Html {
  const { telephone, notices } = firm
  const words = STATUS_WORDS[language]
  const notice = words.notice(html`<a href="tel:${telephone}">${nationalTelephone(telephone)}</a>`)
  const calling = html`<p>${notice} ${openText(language, firm, now)}</p>`
  if (!found) return html`<p>${words.gone}</p>${calling}`
  const { call } = found
  const inWords = (day: string) => dayInWords(day, WORDS[language].locale)
  const days = words.days(inWords(officeDay(new Date(found.receivedAt))), inWords(found.updatedOn))
  const { word, means } = call
    ? { word: words.call, means: call.callBack ? words.callBack(inWords(call.callBack)) : '' }
    : words.states[found.status]
  const answerBy = isWaiting(found) ? replyBy(found.receivedAt, firm) : ''
  const promise = answerBy >= officeDay(now) ? html`<p>${WORDS[language].answerBy(inWords(answerBy))}</p>` : ''
  return html`<div class="receipt"><p class="reference-label">${words.message(found.reference)}</p><h2>${word}</h2>${means ? html`<p>${means}</p>` : ''}${promise}<p class="small">${days}</p></div>${calling}<p>${words.keep}</p>${noticesOf('status', notices).map((text) => html`<p class="small">${text}</p>`)}`
}

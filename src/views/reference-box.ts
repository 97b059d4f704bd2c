import { html } from 'hono/html'
import { weekdayInWords } from '../dates.ts'
import { unbrokenTelephone } from '../telephone.ts'
import { meantEmail } from '../inquiries/typing-slip.ts'
import { type Language, pathIn } from '../language.ts'
import { PATHS } from '../site.ts'
import { formScript, type Html } from './html.ts'
import { fill, WORDS } from '../words.ts'

/** Shown only to the person who sent the inquiry. */
interface SentInquiry {
  /** Undefined if the firm offers no status page. */
  statusAddress: string | undefined
  /** The firm promised to answer by this day, like 2026-11-24. */
  answerBy: string | undefined
  email: string | undefined
  /** The person gave no e-mail address that is safe to use. Known for ten minutes after sending, from a cookie. */
  getsNoMail: boolean
  /** Number of the firm, in international form. */
  telephone: string
}

/** The built page has no reference; a function adds it. @param sent undefined for a visitor who has only the reference */
export function referenceBox(language: Language, reference?: string, sent?: SentInquiry): Html {
  const words = WORDS[language]
  if (!reference) return html`<p>${words.noReference}</p>`
  const answer =
    sent?.answerBy && html`<p>${fill(words.answerBy, { day: weekdayInWords(sent.answerBy, words.locale) })}</p>`
  const link =
    sent?.statusAddress &&
    html`<p>${sent.getsNoMail ? `${words.noMail} ` : ''}<a href="${sent.statusAddress}">${WORDS[language].status.link}</a></p>`
  return html`<div class="receipt"><p class="reference-label">${words.reference}</p><p class="reference"><strong>${reference}</strong></p><p class="small">${words.print}</p>${answer}${sent?.email && answerTo(language, sent.email, sent.telephone)}${link}</div>${formScript()}`
}

function answerTo(language: Language, email: string, telephone: string): Html {
  const { answerTo: words, wrongAddress, form } = WORDS[language]
  const meant = meantEmail(email)
  const contact = html`<a href="${pathIn(language, PATHS.contact)}">${wrongAddress.link}</a>`
  return html`<p>${words} <strong class="address">${email}</strong>.</p>${meant && html`<p role="note"><strong>${fill(form.meant, { address: meant })}</strong> ${wrongAddress.before} ${contact} ${wrongAddress.orCall} <a href="tel:${telephone}">${unbrokenTelephone(telephone)}</a>.</p>`}`
}

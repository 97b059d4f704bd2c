/**
 * The reference of an inquiry, in large letters.
 */
import { html } from 'hono/html'
import { weekdayInWords } from '../dates.ts'
import type { Language } from '../language.ts'
import { formScript } from './form-script.ts'
import { STATUS_WORDS } from './status-words.ts'
import { WORDS } from './words.ts'

/**
 * @param reference as displayed; undefined at build time
 * @param statusAddress path of the private page of the inquiry; undefined for a person who has only the reference
 * @param answerBy day on which the promised time ends, like 2026-11-24; undefined for the same
 */
export function referenceBox(language: Language, reference?: string, statusAddress?: string, answerBy?: string) {
  const words = WORDS[language]
  if (!reference) return html`<p>${words.noReference}</p>`
  const link = statusAddress && html`<p><a href="${statusAddress}">${STATUS_WORDS[language].link}</a></p>`
  const answer = answerBy && html`<p>${words.answerBy(weekdayInWords(answerBy, words.locale, true))}</p>`
  return html`<div class="receipt"><p class="reference-label">${words.reference}</p><p class="reference"><strong>${reference}</strong></p><p class="small">${words.print}</p>${answer}${link}</div>${formScript()}`
}

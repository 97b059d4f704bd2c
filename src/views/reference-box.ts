/**
 * The reference of an inquiry, large enough to be copied onto paper.
 */
import { html } from 'hono/html'
import type { Language } from '../language.ts'
import { formScript } from './form-script.ts'
import { WORDS } from './words.ts'

/** @param reference as it is shown, or undefined in the page that the build writes */
export function referenceBox(language: Language, reference?: string) {
  const words = WORDS[language]
  if (!reference) return html`<p>${words.noReference}</p>`
  return html`<div class="receipt"><p class="reference-label">${words.reference}</p><p class="reference"><strong>${reference}</strong></p><p class="small">${words.print}</p></div>${formScript()}`
}

/**
 * The reference of an inquiry, in large letters.
 */
import { html } from 'hono/html'
import type { Language } from '../language.ts'
import { formScript } from './form-script.ts'
import { WORDS } from './words.ts'

/** @param reference as displayed; undefined at build time */
export function referenceBox(language: Language, reference?: string) {
  const words = WORDS[language]
  if (!reference) return html`<p>${words.noReference}</p>`
  return html`<div class="receipt"><p class="reference-label">${words.reference}</p><p class="reference"><strong>${reference}</strong></p><p class="small">${words.print}</p></div>${formScript()}`
}

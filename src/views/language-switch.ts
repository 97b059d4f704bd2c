/**
 * The links to the same page in the other languages, in the header. Functions fill the region anew where an address
 * holds more than the build knows.
 */
import { html } from 'hono/html'
import { type Language, LANGUAGES } from '../language.ts'
import { WORDS } from './words.ts'

export const LANGUAGE_REGION = 'language'

/**
 * @param language of the page
 * @param pathTo the address of the page in a language
 */
export function languageSwitch(language: Language, pathTo: (language: Language) => string) {
  const others = LANGUAGES.filter((tag) => tag !== language)
  return html`${others.map((tag) => html`<a class="language" href="${pathTo(tag)}" hreflang="${tag}" lang="${tag}" rel="alternate">${WORDS[tag].ownName}</a>`)}`
}

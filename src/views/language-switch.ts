/** Links to the same page in the other languages. Functions draw them again at addresses that the build does not know. */
import { html } from 'hono/html'
import type { Language } from '../language.ts'
import type { Html } from './html.ts'
import { WORDS } from '../words.ts'

export const LANGUAGE_REGION = 'language'

/** @param languages of the site. If there is only one, there are no links */
export function languageSwitch(
  language: Language,
  languages: readonly Language[],
  pathTo: (language: Language) => string,
): Html {
  const others = languages.filter((tag) => tag !== language)
  return html`${others.map((tag) => html`<a class="language" href="${pathTo(tag)}" hreflang="${tag}" lang="${tag}" rel="alternate">${thisSite(tag)}</a>`)}`
}

/** A phone shows only the last words. */
function thisSite(language: Language): Html {
  const { site, inLanguage } = WORDS[language].thisSite
  return html`<span class="more">${site} </span><span>${inLanguage}</span>`
}

import { html } from 'hono/html'
import type { Language } from '../language.ts'
import type { Html } from './html.ts'
import { WORDS } from '../words.ts'

export const fieldError = (name: string, language: Language, errors: Readonly<Record<string, string>>) =>
  errors[name]
    ? html`<p class="error" id="${name}-error"><span class="visually-hidden">${WORDS[language].error}: </span>${errors[name]}</p>`
    : ''

/**
 * Runs `form-script.js`, which counts characters, keeps a draft in this tab and asks about likely mistakes. Pages work without it. For
 * responses of functions only: visitors never see the built form, which has no token.
 */
export const formScript = () => html`<script src="/form.js" defer></script>`

/**
 * Has the focus when the page opens.
 * @param errors sentences, by field; the empty name is for the whole form
 */
export function errorSummary(language: Language, errors: Readonly<Record<string, string>>): Html {
  return html`<div class="summary" role="alert" tabindex="-1" id="errors" autofocus>
    <h2>${WORDS[language].form.notSent}</h2>
    <ul class="plain">${Object.entries(errors).map(([name, text]) => html`<li>${name ? html`<a href="#${name}">${text}</a>` : text}</li>`)}</ul>
  </div>`
}

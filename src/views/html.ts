/** Small parts of pages and forms, and the sentences for problems. Hono's `html` escapes values. */
import { html } from 'hono/html'
import { nationalTelephone } from '../telephone.ts'
import { fill, PLACEHOLDER, WORDS } from '../words.ts'
import type { Language } from '../language.ts'
import type { Firm } from '../firm/firm.ts'
import type { Problem, ProblemCode } from '../problem.ts'

export type Html = ReturnType<typeof html>

/** Like `fill`, but the values are HTML. */
export const fillHtml = (text: string, values: Readonly<Record<string, Html>>): Html =>
  html`${text.split(PLACEHOLDER).map((part, index) => (index % 2 === 0 ? part : values[part]))}`

export const telephoneLink = ({ telephone }: { telephone: string }): Html =>
  html`<a href="tel:${telephone}">${nationalTelephone(telephone)}</a>`

/** @param current counts from 0 */
export const stepList = (names: readonly string[], current: number): Html =>
  html`<ol class="steps">${names.map((name, index) => html`<li${index === current ? html` aria-current="step"` : ''}>${name}</li>`)}</ol>`

export const fieldError = (name: string, language: Language, errors: Readonly<Record<string, string>>) =>
  errors[name]
    ? html`<p class="error" id="${name}-error"><span class="visually-hidden">${WORDS[language].error}: </span>${errors[name]}</p>`
    : ''

/**
 * Runs `form-script.js`: it counts characters, asks about likely mistakes, and keeps a draft in the tab until a page without the form
 * runs it. Only functions add the script, because visitors never see the built form. Pages work without it.
 */
export const formScript = () => html`<script src="/form.js" defer></script>`

/** The list of errors, which has the focus when the page opens. @param errors sentences, by field; the empty name is for the whole form */
export function errorSummary(language: Language, errors: Readonly<Record<string, string>>): Html {
  return html`<div class="summary" role="alert" tabindex="-1" id="errors" autofocus>
    <h2>${WORDS[language].form.notSent}</h2>
    <ul class="plain">${Object.entries(errors).map(([name, text]) => html`<li>${name ? html`<a href="#${name}">${text}</a>` : text}</li>`)}</ul>
  </div>`
}

const SENTENCES: Partial<Record<ProblemCode, 'tooLong' | 'tooMany' | 'foreign' | 'notStored'>> = {
  'content-too-large': 'tooLong',
  'rate-limited': 'tooMany',
  'foreign-page': 'foreign',
  'service-unavailable': 'notStored',
}

/** @returns the sentence for a problem that is not about a field */
export function sentenceOf(problem: Problem, { telephone }: Pick<Firm, 'telephone'>, language: Language): string {
  const name = SENTENCES[problem.code] ?? 'notSure'
  const seconds = problem.headers['Retry-After'] ?? ''
  return fill(WORDS[language].form[name], { number: nationalTelephone(telephone), seconds })
}

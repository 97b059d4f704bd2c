/** Hono's `html` escapes values. */
import { html } from 'hono/html'
import { nationalTelephone } from '../telephone.ts'
import { PLACEHOLDER } from '../words.ts'

export type Html = ReturnType<typeof html>

/** Like `fill`, but the values are HTML. */
export const fillHtml = (text: string, values: Readonly<Record<string, Html>>): Html =>
  html`${text.split(PLACEHOLDER).map((part, index) => (index % 2 === 0 ? part : values[part]))}`

export const telephoneLink = ({ telephone }: { telephone: string }): Html =>
  html`<a href="tel:${telephone}">${nationalTelephone(telephone)}</a>`

/** @param current counts from 0 */
export const stepList = (names: readonly string[], current: number): Html =>
  html`<ol class="steps">${names.map((name, index) => html`<li${index === current ? html` aria-current="step"` : ''}>${name}</li>`)}</ol>`

/** HTML whose values are escaped, as `html` of Hono makes it. */
import { html } from 'hono/html'
import { PLACEHOLDER } from '../words.ts'

export type Html = ReturnType<typeof html>

/** Puts HTML into a text of `content/words/`, as `fill` puts text. */
export const fillHtml = (text: string, values: Readonly<Record<string, Html>>): Html =>
  html`${text.split(PLACEHOLDER).map((part, index) => (index % 2 === 0 ? part : values[part]))}`

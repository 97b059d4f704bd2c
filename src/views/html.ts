/** Hono's `html` escapes values. */
import { html } from 'hono/html'
import { PLACEHOLDER } from '../words.ts'

export type Html = ReturnType<typeof html>

/** Like `fill`, but the values are HTML. */
export const fillHtml = (text: string, values: Readonly<Record<string, Html>>): Html =>
  html`${text.split(PLACEHOLDER).map((part, index) => (index % 2 === 0 ? part : values[part]))}`

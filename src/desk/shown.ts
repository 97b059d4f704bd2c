/**
 * How the desk shows what several of its pages show.
 */
import { html } from 'hono/html'
import { officeTime } from '../practice/office-time.ts'
import type { Html } from './desk-page.ts'

/** A moment as the staff read it: the firm is in Florida, wherever the server is. */
export const shownTime = (iso: string): Html =>
  html`<time datetime="${iso}">${officeTime(iso)}</time>`

/** An action that cannot be undone: it takes a second step to reach its button. */
export const guarded = (summary: string | Html, content: Html): Html => html`<details><summary>${summary}</summary>${content}</details>`

/**
 * How the desk shows what several of its pages show.
 */
import { html } from 'hono/html'
import { officeTime } from '../../dates.ts'
import type { Html } from '../page.ts'

/** Id of the alert of a page. */
const ALERT_ID = 'alert'

/** A moment as the staff read it: the firm is in Florida, wherever the server is. */
export const timeElement = (iso: string): Html => html`<time datetime="${iso}">${officeTime(iso)}</time>`

/** Why something was not done. It has the focus, so that whoever does not see the page hears it first. */
export const alertBox = (text: string): Html =>
  html`<p role="alert" tabindex="-1" id="${ALERT_ID}" class="summary" autofocus><strong>${text}</strong></p>`

/** Attributes of the field that an alert speaks of. */
export const describedByAlert = html` aria-invalid="true" aria-describedby="${ALERT_ID}"`

/** An action that cannot be undone: it takes a second step to reach its button. */
export const disclosure = (summary: string | Html, content: Html): Html =>
  html`<details><summary>${summary}</summary>${content}</details>`

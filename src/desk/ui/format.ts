/**
 * Parts that several pages of the desk share: times, alerts, disclosures.
 */
import { html } from 'hono/html'
import { officeTime } from '../../dates.ts'
import type { Html } from '../page.ts'

/** Id of the alert of a page. */
const ALERT_ID = 'alert'

/** A time in Florida, where the firm is, whatever the time zone of the server. */
export const timeElement = (iso: string): Html => html`<time datetime="${iso}">${officeTime(iso)}</time>`

/** Why something was not done. It has the focus, so that screen readers read it first. */
export const alertBox = (text: string): Html =>
  html`<p role="alert" tabindex="-1" id="${ALERT_ID}" class="summary" autofocus><strong>${text}</strong></p>`

/** Attributes of the field that the alert is about. */
export const describedByAlert = html` aria-invalid="true" aria-describedby="${ALERT_ID}"`

/** Hides the button of an irreversible action until it is opened. */
export const disclosure = (summary: string | Html, content: Html): Html =>
  html`<details><summary>${summary}</summary>${content}</details>`

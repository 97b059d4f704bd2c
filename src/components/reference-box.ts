/**
 * The reference of an inquiry, large enough to be copied onto paper.
 */
import { html } from 'hono/html'

/** @param reference as it is shown, or undefined in the page that the build writes */
export function referenceBox(reference?: string) {
  if (!reference) return html`<p>Once you have sent a message, this page shows its reference.</p>`
  return html`<p class="reference-label">Your reference</p><p class="reference"><strong>${reference}</strong></p>`
}

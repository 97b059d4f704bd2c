/**
 * The one script of the site: on the contact form it counts characters, keeps the draft in this tab, and stops a second click;
 * on the thanks page it forgets the draft. Both pages work without it. Built from `form-script.js` into the published folder.
 */
import { html } from 'hono/html'

export const FORM_SCRIPT = '/form.js'

/** Put in by the functions only: their answers carry the policy that allows it. */
export const formScript = () => html`<script src="${FORM_SCRIPT}" defer></script>`

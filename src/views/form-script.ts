/**
 * The script of the contact form. It counts characters, saves a draft in this tab, asks about likely slips in
 * the e-mail address, and blocks a second submit; on the thanks page it removes the draft (`form-script.js`). Both
 * pages work without it.
 */
import { html } from 'hono/html'

const FORM_SCRIPT = '/form.js'

/** For responses of functions only: the built form has no token, and is never shown. */
export const formScript = () => html`<script src="${FORM_SCRIPT}" defer></script>`

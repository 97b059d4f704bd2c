/**
 * The script of the contact form (`form-script.js`). It counts characters, saves a draft in this tab, asks about likely mistakes in the
 * e-mail address, and blocks a second submit. On the thanks page it removes the draft. Both pages work without it.
 */
import { html } from 'hono/html'

const FORM_SCRIPT = '/form.js'

/** For responses of functions only: visitors never see the built form, which has no token. */
export const formScript = () => html`<script src="${FORM_SCRIPT}" defer></script>`

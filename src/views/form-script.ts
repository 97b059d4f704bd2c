/**
 * The only script of the public pages. On the contact form it counts characters, saves a draft in this tab, and blocks a second submit;
 * on the thanks page it removes the draft (`form-script.js`). To an assistant in the browser it offers a tool that fills in the
 * form and sends nothing (`form-tool.js`). Both pages work without it.
 */
import { html } from 'hono/html'

const FORM_SCRIPT = '/form.js'

/** For responses of functions only: only their Content-Security-Policy allows scripts. */
export const formScript = () => html`<script src="${FORM_SCRIPT}" defer></script>`

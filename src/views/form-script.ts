/** `form-script.js` counts characters, keeps a draft in this tab and asks about likely mistakes. Pages work without it. */
import { html } from 'hono/html'

const FORM_SCRIPT = '/form.js'

/** For responses of functions only: visitors never see the built form, which has no token. */
export const formScript = () => html`<script src="${FORM_SCRIPT}" defer></script>`

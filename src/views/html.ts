/** HTML whose values are escaped, as `html` of Hono makes it. */
import type { html } from 'hono/html'

export type Html = ReturnType<typeof html>

/** While a text of the content folder has a fault, `npm run dev` shows what is wrong instead of its pages. */
import { getRequestListener } from '@hono/node-server'
import { html } from 'hono/html'
import type { Plugin } from 'vite'
import { page } from '../http/respond.ts'

const VITE_PATHS = /^\/(?:@|node_modules\/|src\/|\.astro\/)/
/** The browser reloads the page after this time, without a script. */
const REFRESH_SECONDS = 2

/** @param readFaults reads the texts again, and says for each fault the file, the line and what to write */
export function faultPages(folder: string, readFaults: () => readonly string[]): Plugin {
  let printed = ''
  return {
    name: 'front-desk:dev-faults',
    // Faults must be shown before the service or Astro answers.
    enforce: 'pre',
    configureServer(vite) {
      // Astro does not reload these pages, because it did not make them.
      vite.watcher.on('all', (_event, path) => {
        if (path.startsWith(folder) && readFaults().length > 0) vite.ws.send({ type: 'full-reload' })
      })
      vite.middlewares.use((request, response, next) => {
        const isPage = request.method === 'GET' && !VITE_PATHS.test(request.url ?? '')
        const faults = isPage ? readFaults() : []
        if (faults.length === 0) return next()
        const text = faults.join('\n')
        if (text !== printed) console.error(text)
        printed = text
        void getRequestListener(() => faultPage(faults))(request, response)
      })
    },
  }
}

async function faultPage(faults: readonly string[]): Promise<Response> {
  const title = 'Something in the texts is not right'
  const content = await html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>Correct it and save the file: the page comes back by itself.</p>
<ul>${faults.map((fault) => html`<li>${fault}</li>`)}</ul></main></body></html>`
  return page(500, String(content), { Refresh: String(REFRESH_SECONDS) })
}

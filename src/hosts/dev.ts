/** `npm run dev`: serves functions inside Astro's development server. Vite loads their modules for each request, so edits show at once. */
import { existsSync } from 'node:fs'
import { getRequestListener } from '@hono/node-server'
import { type Plugin, type ViteDevServer, isRunnableDevEnvironment } from 'vite'
import { REWRITES } from '../contract/documents.ts'
import { runHandler } from '../http/endpoint.ts'
import { findLanguages, readContentFolder, readSettings } from '../settings.ts'
import { isOffered } from '../offers.ts'
import { NOT_FOUND_PAGE } from '../site.ts'
import { addFirstOwner } from '../staff/staff-member.ts'
import type { PublishedFiles } from '../ports.ts'
import { DEV_MAIL_PATH, mailboxListener } from './dev-mailbox.ts'
import { openMachine } from './machine.ts'
import { jsonLog } from './log.ts'
import { headerBlocks, headersOf } from './site-rules.ts'
import type { Route } from '../routes.ts'
import { lazyStaffInbox } from '../keys/key-files.ts'

/** Marks requests that this plugin itself sends, to get a page from Astro. */
const INNER_HEADER = 'x-front-desk-inner'
/** The policy would block Vite's scripts and socket. Answers must not be cached, and this machine's address must not require https. */
const NOT_IN_DEVELOPMENT = ['Content-Security-Policy', 'Strict-Transport-Security', 'Cache-Control']

export function devServer(): Plugin {
  return {
    name: 'front-desk:dev',
    apply: 'serve',
    async configureServer(vite) {
      const languages = findLanguages(readContentFolder(process.env, existsSync), existsSync)
      const settings = readSettings(process.env)
      const headersFor = headersOf(headerBlocks(settings.base, new Set()))
      const { keys, store, mailbox, ports } = await openMachine(settings, jsonLog)
      vite.httpServer?.once('close', () => void store.close())
      const firstOwner = await addFirstOwner(ports)
      if (firstOwner) console.log(`The key of the desk's first owner, shown only once: ${firstOwner.key}`)
      const published = renderedByAstro(vite)
      const staffInbox = lazyStaffInbox(process.env, settings.dataDir, keys.inbox)
      if (mailbox) console.log(`Mail is shown at ${settings.base}${mailbox.path}`)
      const showMail = mailboxListener(mailbox, published)
      vite.middlewares.use((request, response, next) => {
        if (request.headers[INNER_HEADER]) return next()
        const { pathname, search } = new URL(request.url ?? '/', 'http://host')
        if (showMail && pathname === DEV_MAIL_PATH) return void showMail(request, response)
        const passToAstro = () => {
          for (const [name, value] of Object.entries(headersFor(pathname))) {
            if (!NOT_IN_DEVELOPMENT.includes(name)) response.setHeader(name, value)
          }
          request.url = (REWRITES.get(pathname) ?? pathname) + search
          next()
        }
        load(vite)
          .then(async ({ matchRewritten, ROUTES, createService, documentAt }) => {
            const isPublished = (path: string) => documentAt(path, languages) !== undefined
            const name = matchRewritten(request.method ?? '', pathname, isPublished)
            if (!name) return passToAstro()
            const route: Route = ROUTES[name]
            // The process keeps running, so nothing needs to wait for work after the response.
            const more = { published, waitUntil: () => undefined, ...(route.opensInquiries && { staffInbox }) }
            const service = await createService({ ...ports, ...more })
            if (!isOffered(service.firm, route.offer)) return passToAstro()
            const caller = { address: request.socket.remoteAddress ?? '' }
            return getRequestListener((webRequest) => runHandler(route.handler, webRequest, caller, service))(
              request,
              response,
            )
          })
          .catch(next)
      })
    },
  }
}

/** Uses the runner that renders pages, because that of `vite.ssrLoadModule` does not get edited code. */
async function load(vite: ViteDevServer) {
  const { ssr } = vite.environments
  if (!isRunnableDevEnvironment(ssr)) throw new Error("Astro's development server cannot run code here")
  const [routes, service, documents] = await Promise.all(
    ['routes', 'service/service', 'contract/documents'].map((name) => ssr.runner.import<object>(`/src/${name}.ts`)),
  )
  return { ...routes, ...service, ...documents } as typeof import('../routes.ts') &
    typeof import('../service/service.ts') &
    typeof import('../contract/documents.ts')
}

function renderedByAstro(vite: ViteDevServer): PublishedFiles {
  return {
    async read(path) {
      const origin = vite.resolvedUrls?.local[0] ?? ''
      const response = await fetch(new URL(path.replace(/index\.html$/, ''), origin), {
        headers: { [INNER_HEADER]: '1' },
      })
      // Astro answers a request for the page 404.html with status 404 too.
      if (!response.ok && path !== NOT_FOUND_PAGE) throw new Error(`Astro answers ${response.status} for ${path}`)
      return response.text()
    },
  }
}

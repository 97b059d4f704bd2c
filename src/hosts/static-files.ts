/** Serves the published folder on one machine, with the headers and rewrites that Netlify has. */
import { readFileSync, statSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { REWRITES } from '../contract/documents.ts'
import { NOT_FOUND_MARKDOWN, markdownPath } from '../contract/documents/markdown-path.ts'
import { prefersMarkdown } from '../http/accept.ts'
import { CORS_HEADERS, demonstrationHeaders, SECURITY_HEADERS } from '../http/respond.ts'
import { NOT_FOUND_PAGE } from '../site.ts'
import { publishedPaths } from './published.ts'

const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'
const OUR_304_HEADERS = Object.keys({
  ...SECURITY_HEADERS,
  ...CORS_HEADERS,
  ...demonstrationHeaders({ demonstration: '' }),
})
const isGetOrHead = (method = '') => method === 'GET' || method === 'HEAD'
/** One range of bytes. Lists and other units are ignored (RFC 9110 section 14.2). */
const RANGE = /^bytes=(\d+-\d*|-\d+)$/

/** `file` is the path of the file to send, in the published folder. */
type Env = { Variables: { file: string } }

/** Lists the files once, at the start. Compressed copies are safe (BREACH), because published files hold no secrets. */
export function staticSite(folder: string, headersFor: (pathname: string) => Record<string, string>) {
  const paths = new Set(publishedPaths(folder))
  const read = (name: string, type: string) => ({
    headers: { ...headersFor(`/${name}`), 'Content-Type': type },
    body: readFileSync(join(folder, name)),
  })
  const missing = {
    page: read(NOT_FOUND_PAGE, 'text/html; charset=utf-8'),
    markdown: read(NOT_FOUND_MARKDOWN, MARKDOWN_TYPE),
  }
  const markdownFileOf = (pathname: string) => {
    const markdownFile = markdownPath(pathname)
    const isThere = markdownFile && paths.has(markdownFile) && paths.has(`${pathname.replace(/\/$/, '')}/index.html`)
    return isThere ? markdownFile : undefined
  }

  const app = new Hono<Env>()
  app.notFound(({ req }) => {
    const { headers, body } = prefersMarkdown(req.header('Accept')) ? missing.markdown : missing.page
    return new Response(body, { status: 404, headers: { ...headers, 'Content-Length': String(body.length) } })
  })
  app.use(etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...OUR_304_HEADERS] }))
  app.use(async (context, next): Promise<Response | undefined> => {
    const { path, method } = context.req
    const markdownFile = prefersMarkdown(context.req.header('Accept')) ? markdownFileOf(path) : undefined
    const address = (isGetOrHead(method) && markdownFile) || path
    const file = REWRITES.get(address) ?? address.replace(/\/$/, '/index.html')
    const isFolder = paths.has(`${file}/index.html`)
    if (!paths.has(file) && !isFolder) return context.notFound()
    if (!isGetOrHead(method))
      return context.text('This address takes GET and HEAD.\n', 405, {
        ...SECURITY_HEADERS,
        Allow: 'GET, HEAD',
        'Content-Type': 'text/plain; charset=utf-8',
      })
    const found = statSync(join(folder, isFolder ? `${file}/index.html` : file), { throwIfNoEntry: false })
    if (!found) return context.notFound()
    if (isFolder) context.res = context.redirect(`${address}/`, 301)
    else {
      context.set('file', file)
      await next()
      if (context.res.status === 404) return undefined
      context.header('Accept-Ranges', 'bytes')
      // Browsers compare the ETag. Like Netlify, this server sends no Last-Modified.
      context.header('Last-Modified', undefined)
      context.header('ETag', `W/"${found.size.toString(16)}-${found.mtimeMs.toString(16)}"`)
    }
    if (file.endsWith('.md')) context.header('Content-Type', MARKDOWN_TYPE)
    for (const [name, value] of Object.entries(headersFor(address))) context.header(name, value)
    context.header('Vary', 'Accept-Encoding', { append: true })
    return undefined
  })
  const options = {
    root: folder,
    rewriteRequestPath: (_path: string, context: Context<Env>) => context.get('file'),
  }
  const [plain, compressed] = [serveStatic(options), serveStatic({ ...options, precompressed: true })]
  app.get('*', (context, next) => {
    // With If-Range the whole file is sent: a weak ETag does not prove that its bytes are the same (RFC 9110 section 13.1.5).
    const { method, raw } = context.req
    const isPart = method === 'GET' && !raw.headers.has('If-Range') && RANGE.test(raw.headers.get('Range') ?? '')
    if (!isPart) raw.headers.delete('Range')
    // A range counts bytes of the uncompressed text.
    return (isPart ? plain : compressed)(context, next)
  })

  return {
    isPublished: (pathname: string) => paths.has(pathname),
    /** A request that prefers Markdown gets the file, even if the page is made by a function. */
    prefersMarkdownFile: ({ method, headers: { accept } }: IncomingMessage, pathname: string) =>
      isGetOrHead(method) && prefersMarkdown(accept) && markdownFileOf(pathname) !== undefined,
    // A request of HTTP/1.0 may have no Host header.
    answer: getRequestListener((request) => app.fetch(request), { hostname: 'localhost' }),
  }
}

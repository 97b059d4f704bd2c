/**
 * The published folder over HTTP on one machine: the same headers and rewrites as on Netlify, ETag, 304, ranges, compression,
 * HEAD and 404.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, sep } from 'node:path'
import compression from 'compression'
import send from 'send'
import { NOT_FOUND_MARKDOWN, markdownPath } from '../contract/documents/markdown-path.ts'
import { NOT_FOUND_PAGE } from '../site.ts'
import { SECURITY_HEADERS } from '../http/respond.ts'
import { prefersMarkdown } from '../http/accept.ts'
import type { SiteRules } from './site-rules.ts'
import { HEADERS_FILE } from './static-headers.ts'

/** Error of the package `send`. */
interface SendError extends Error {
  status: number
  headers?: Record<string, string>
}

/** Statuses about an existing file: a failed condition, a range outside the file, a fault of the disk. */
const FILE_STATUSES = new Set([412, 416, 500])

/**
 * Safe to compress: published files hold no secrets (BREACH). Partial responses are not compressed, because ranges count the
 * bytes of the file.
 */
const compress = compression({
  filter: (request, response) => !response.hasHeader('Content-Range') && compression.filter(request, response),
}) as unknown as (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export interface StaticSite {
  /** Whether a file is published at exactly this address. */
  isPublished(pathname: string): boolean
  /** Whether to answer with the Markdown version of the page at this address. Checked before the functions. */
  prefersMarkdownFile(request: IncomingMessage, pathname: string): boolean
  answer(request: IncomingMessage, response: ServerResponse, pathname: string): void
}

/** Whether it is the address of the file of headers, in any spelling. It lies in the published folder, but is not published. */
function isForHosts(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname).endsWith(`/${HEADERS_FILE}`)
  } catch {
    return false
  }
}

/**
 * Serves a folder as it is now; files written later are not seen.
 * @param folder the published folder
 * @param rules headers and rewrites
 */
export function staticSite(folder: string, rules: SiteRules): StaticSite {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = new Set(
    entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/')),
  )
  const notFoundPages = {
    html: readFileSync(join(folder, NOT_FOUND_PAGE)),
    markdown: readFileSync(join(folder, NOT_FOUND_MARKDOWN)),
  }
  const headersCache = new Map<string, Record<string, string>>()

  function headersFor(pathname: string): Record<string, string> {
    const found = headersCache.get(pathname) ?? rules.headersFor(pathname)
    // Only existing files are cached: invented addresses must not fill the memory.
    if (paths.has(rules.rewrite(pathname))) headersCache.set(pathname, found)
    return found
  }

  function notFound(request: IncomingMessage, response: ServerResponse): void {
    const [file, type, page] = prefersMarkdown(request.headers.accept)
      ? [NOT_FOUND_MARKDOWN, 'text/markdown', notFoundPages.markdown]
      : [NOT_FOUND_PAGE, 'text/html', notFoundPages.html]
    response.writeHead(404, {
      ...rules.headersFor(`/${file}`),
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Length': page.length,
    })
    response.end(request.method === 'HEAD' ? undefined : page)
  }

  const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'
  const markdownFileOf = (pathname: string) => {
    const page = `${pathname.replace(/\/$/, '')}/index.html`
    const markdownFile = paths.has(page) ? markdownPath(pathname) : undefined
    return markdownFile !== undefined && paths.has(markdownFile) ? markdownFile : undefined
  }

  return {
    isPublished: (pathname) => paths.has(pathname),
    prefersMarkdownFile: (request, pathname) =>
      isRead(request) && markdownFileOf(pathname) !== undefined && prefersMarkdown(request.headers.accept),
    answer(request, response, pathname) {
      compress(request, response, () => undefined)
      if (!isRead(request)) {
        response.writeHead(405, {
          ...SECURITY_HEADERS,
          Allow: 'GET, HEAD',
          'Content-Type': 'text/plain; charset=utf-8',
        })
        response.end('This address takes GET and HEAD.\n')
        return
      }
      if (isForHosts(pathname)) return notFound(request, response)
      const markdownFile = prefersMarkdown(request.headers.accept) ? markdownFileOf(pathname) : undefined
      for (const [name, value] of Object.entries(headersFor(markdownFile ?? pathname))) response.setHeader(name, value)
      // fetch() adds no-cache to every conditional request, and `send` then skips the comparison. An origin server must
      // still compare (RFC 9110 section 13.1.2), as Netlify does.
      delete request.headers['cache-control']
      send(request, rules.rewrite(markdownFile ?? pathname), { root: folder, dotfiles: 'allow', cacheControl: false })
        .on('error', ({ status, headers = {} }: SendError) => {
          for (const name of response.getHeaderNames()) response.removeHeader(name)
          if (!FILE_STATUSES.has(status)) return notFound(request, response)
          response.writeHead(status, { ...rules.headersFor(pathname), ...headers }).end()
        })
        .pipe(response)
    },
  }
}

/**
 * The published folder over HTTP on one machine: the same headers and rewrites as on Netlify, ETag, 304, ranges, compression,
 * HEAD and 404.
 */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import send from 'send'
import { NOT_FOUND_MARKDOWN, markdownPath } from '../contract/documents/markdown-path.ts'
import { NOT_FOUND_PAGE } from '../site.ts'
import { SECURITY_HEADERS } from '../http/respond.ts'
import { prefersMarkdown } from '../http/accept.ts'
import { bodyFor, packedTexts } from './packed-texts.ts'
import { publishedPaths } from './published.ts'
import type { SiteRules } from './site-rules.ts'
import { HEADERS_FILE } from './static-headers.ts'
import { type Pack, TEXT_TYPES } from './text-pack.ts'

/** Error of the package `send`. */
interface SendError extends Error {
  status: number
  headers?: Record<string, string>
}

const FOUND = 200
const NOT_FOUND = 404
/** Statuses about an existing file: a failed condition, a range outside the file, a fault of the disk. */
const FILE_STATUSES = new Set([412, 416, 500])

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
 * @param pack its texts, compressed. Safe to send: published files hold no secrets (BREACH)
 */
export function staticSite(folder: string, rules: SiteRules, pack: Pack): StaticSite {
  const paths = new Set(publishedPaths(folder))
  const notFoundPages = {
    html: readFileSync(join(folder, NOT_FOUND_PAGE)),
    markdown: readFileSync(join(folder, NOT_FOUND_MARKDOWN)),
  }
  const findText = packedTexts(folder, pack)
  const headersCache = new Map<string, Record<string, string>>()

  function headersFor(pathname: string): Record<string, string> {
    const found = headersCache.get(pathname) ?? rules.headersFor(pathname)
    // Only existing files are cached: invented addresses must not fill the memory.
    if (paths.has(rules.rewrite(pathname))) headersCache.set(pathname, found)
    return found
  }

  /**
   * Sends a text of the pack, in the way that the client wants.
   * @param ruled headers of the response, whose status is set
   * @returns false when nothing was sent. The headers are set then, for what sends the file.
   */
  async function sendPacked(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    ruled: Readonly<Record<string, string>>,
  ): Promise<boolean> {
    const text = await findText(path)
    const type = ruled['Content-Type'] ?? TEXT_TYPES[extname(path)]
    const headers = {
      ...ruled,
      ...(text && { Vary: ruled.Vary === undefined ? 'Accept-Encoding' : `${ruled.Vary}, Accept-Encoding` }),
      ...(text &&
        response.statusCode === FOUND && { ETag: text.etag, 'Last-Modified': new Date(text.modified).toUTCString() }),
    }
    const body = text && type !== undefined ? bodyFor(request.headers, text) : undefined
    if (!body) {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      return false
    }
    response.writeHead(response.statusCode, {
      ...headers,
      'Content-Type': type,
      ...(body.encoding && { 'Content-Encoding': body.encoding }),
      'Content-Length': body.bytes.length,
      'Accept-Ranges': 'bytes',
    })
    response.end(request.method === 'HEAD' ? undefined : body.bytes)
    return true
  }

  async function notFound(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    response.statusCode = NOT_FOUND
    const [file, page] = prefersMarkdown(request.headers.accept)
      ? [`/${NOT_FOUND_MARKDOWN}`, notFoundPages.markdown]
      : [`/${NOT_FOUND_PAGE}`, notFoundPages.html]
    const type = TEXT_TYPES[extname(file)] ?? ''
    if (await sendPacked(request, response, file, { ...headersFor(file), 'Content-Type': type })) return
    response.setHeader('Content-Length', page.length)
    response.end(request.method === 'HEAD' ? undefined : page)
  }

  async function sendFile(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> {
    const file = rules.rewrite(pathname)
    const path = file.endsWith('/') ? `${file}index.html` : file
    if (await sendPacked(request, response, path, headersFor(pathname))) return
    // fetch() adds no-cache to every conditional request, and `send` then skips the comparison. An origin server must
    // still compare (RFC 9110 section 13.1.2), as Netlify does.
    delete request.headers['cache-control']
    send(request, file, { root: folder, dotfiles: 'allow', cacheControl: false })
      .on('error', ({ status, headers = {} }: SendError) => {
        if (!FILE_STATUSES.has(status)) return void notFound(request, response)
        for (const name of response.getHeaderNames()) response.removeHeader(name)
        response.writeHead(status, { ...headersFor(pathname), ...headers }).end()
      })
      .pipe(response)
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
      if (!isRead(request)) {
        response.writeHead(405, {
          ...SECURITY_HEADERS,
          Allow: 'GET, HEAD',
          'Content-Type': 'text/plain; charset=utf-8',
        })
        response.end('This address takes GET and HEAD.\n')
        return
      }
      if (isForHosts(pathname)) return void notFound(request, response)
      const markdownFile = prefersMarkdown(request.headers.accept) ? markdownFileOf(pathname) : undefined
      void sendFile(request, response, markdownFile ?? pathname)
    },
  }
}

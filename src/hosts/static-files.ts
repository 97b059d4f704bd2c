/** The published folder over HTTP on one machine, with the headers and rewrites of Netlify. */
import { readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import send from 'send'
import { NOT_FOUND_MARKDOWN, markdownPath } from '../contract/documents/markdown-path.ts'
import { remembered } from '../remembered.ts'
import { NOT_FOUND_PAGE } from '../site.ts'
import { SECURITY_HEADERS } from '../http/respond.ts'
import { preferredEncoding, prefersMarkdown } from '../http/accept.ts'
import { HEADERS_FILE, publishedPaths } from './published.ts'
import type { SiteRules } from './site-rules.ts'
import { copyOf, ENCODINGS, isCopyAt, TEXT_TYPES } from './text-copies.ts'

const NOT_FOUND = 404
/** Statuses about an existing file: a failed condition, a range outside the file, a fault of the disk. */
const FILE_STATUSES = new Set([412, 416, 500])
/** Headers of requests that ask for a part of the text itself, or only under a condition about it. */
const ABOUT_THE_TEXT = ['range', 'if-match', 'if-unmodified-since'] as const

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
 * @param copies folder of the texts that the build compressed. Safe to send: published files hold no secrets (BREACH)
 */
export function staticSite(folder: string, rules: SiteRules, copies: string) {
  const paths = new Set(publishedPaths(folder))
  const headersFor = remembered((pathname) => rules.headersFor(pathname))
  const read = (name: string) => ({
    headers: { ...headersFor(`/${name}`), 'Content-Type': TEXT_TYPES[extname(name)] ?? '' },
    body: readFileSync(join(folder, name)),
  })
  const missing = { page: read(NOT_FOUND_PAGE), markdown: read(NOT_FOUND_MARKDOWN) }

  function notFound({ method, headers: { accept } }: IncomingMessage, response: ServerResponse): void {
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    const { headers, body } = prefersMarkdown(accept) ? missing.markdown : missing.page
    response.writeHead(NOT_FOUND, { ...headers, 'Content-Length': body.length })
    response.end(method === 'HEAD' ? undefined : body)
  }

  /** The copy of a text in the way that the client wants; undefined when the text itself is to be sent. */
  function copyFor({ headers }: IncomingMessage, path: string) {
    if (ABOUT_THE_TEXT.some((name) => name in headers)) return undefined
    // A later build may have taken the file away.
    const text = statSync(join(folder, path), { throwIfNoEntry: false })
    if (!text) return undefined
    const available = ENCODINGS.filter((encoding) => isCopyAt(copyOf(copies, path, encoding), text.mtime))
    const encoding = preferredEncoding(headers['accept-encoding']?.toString(), available)
    return encoding && { encoding, file: copyOf('', path, encoding) }
  }

  function sendFile(request: IncomingMessage, response: ServerResponse, pathname: string): void {
    const file = rules.rewrite(pathname)
    const path = file.endsWith('/') ? `${file}index.html` : file
    const headers = headersFor(pathname)
    const type = headers['Content-Type'] ?? TEXT_TYPES[extname(path)]
    const isText = type !== undefined && paths.has(path)
    const copy = isText ? copyFor(request, path) : undefined
    response.setHeaders(new Map(Object.entries(headers)))
    if (isText) {
      response.setHeader('Content-Type', type)
      response.setHeader('Vary', headers.Vary === undefined ? 'Accept-Encoding' : `${headers.Vary}, Accept-Encoding`)
    }
    if (copy) response.setHeader('Content-Encoding', copy.encoding)
    // fetch() adds no-cache to every conditional request, and `send` then skips the comparison. An origin server must
    // still compare (RFC 9110 section 13.1.2), as Netlify does.
    delete request.headers['cache-control']
    send(request, copy?.file ?? file, { root: copy ? copies : folder, dotfiles: 'allow', cacheControl: false })
      .on('error', ({ status, headers: about = {} }: { status: number; headers?: Record<string, string> }) => {
        if (!FILE_STATUSES.has(status)) return notFound(request, response)
        for (const name of response.getHeaderNames()) response.removeHeader(name)
        response.writeHead(status, { ...headers, ...about }).end()
      })
      .pipe(response)
  }

  const isThere = (pathname: string) => {
    const file = rules.rewrite(pathname).replace(/\/$/, '')
    return paths.has(file) || paths.has(`${file}/index.html`)
  }
  const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'
  const markdownFileOf = (pathname: string) => {
    const page = `${pathname.replace(/\/$/, '')}/index.html`
    const markdownFile = paths.has(page) ? markdownPath(pathname) : undefined
    return markdownFile !== undefined && paths.has(markdownFile) ? markdownFile : undefined
  }

  return {
    isPublished: (pathname: string) => paths.has(pathname),
    /** Whether to answer with the Markdown version of the page at this address. Checked before the functions. */
    prefersMarkdownFile: (request: IncomingMessage, pathname: string) =>
      isRead(request) && markdownFileOf(pathname) !== undefined && prefersMarkdown(request.headers.accept),
    answer(request: IncomingMessage, response: ServerResponse, pathname: string) {
      if (isForHosts(pathname)) return notFound(request, response)
      if (!isRead(request)) {
        if (!isThere(pathname)) return notFound(request, response)
        response.writeHead(405, {
          ...SECURITY_HEADERS,
          Allow: 'GET, HEAD',
          'Content-Type': 'text/plain; charset=utf-8',
        })
        response.end('This address takes GET and HEAD.\n')
        return
      }
      const markdownFile = prefersMarkdown(request.headers.accept) ? markdownFileOf(pathname) : undefined
      sendFile(request, response, markdownFile ?? pathname)
    },
  }
}

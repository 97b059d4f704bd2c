/** The published folder over HTTP on one machine, with the headers and rewrites of Netlify. */
import { readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import send from 'send'
import { NOT_FOUND_MARKDOWN, markdownPath } from '../contract/documents/markdown-path.ts'
import { SECOND_MS } from '../duration.ts'
import { NOT_FOUND_PAGE } from '../site.ts'
import { SECURITY_HEADERS } from '../http/respond.ts'
import { preferredEncoding, prefersMarkdown } from '../http/accept.ts'
import { HEADERS_FILE, publishedPaths } from './published.ts'
import type { SiteRules } from './site-rules.ts'
import { copyOf, type Encoding, ENCODINGS, isCopyAt, TEXT_TYPES } from './text-copies.ts'

const FOUND = 200
const NOT_FOUND = 404
/** Statuses about an existing file: a failed condition, a range outside the file, a fault of the disk. */
const FILE_STATUSES = new Set([412, 416, 500])

/** Headers of requests that ask for a part of the text itself, or only under a condition about it. */
const ABOUT_THE_TEXT = ['range', 'if-match', 'if-unmodified-since'] as const

/** A published text as it is kept in memory, until its file is another. */
interface Text {
  /** However it is compressed, and therefore weak (RFC 9110 section 8.8.1). */
  etag: string
  modified: Date
  bodies: Partial<Record<Encoding, Buffer>>
  /** The text itself; undefined when too many others are kept in memory. */
  plain: Buffer | undefined
}

/** How much of the texts themselves is kept in memory, bytes. */
const MAX_KEPT = 32 * 1024 * 1024

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
  const notFoundPages = {
    html: readFileSync(join(folder, NOT_FOUND_PAGE)),
    markdown: readFileSync(join(folder, NOT_FOUND_MARKDOWN)),
  }
  const findText = textReader(folder, copies)
  const headersCache = new Map<string, Record<string, string>>()

  function headersFor(pathname: string): Record<string, string> {
    const found = headersCache.get(pathname) ?? rules.headersFor(pathname)
    // Only existing files are cached: invented addresses must not fill the memory.
    if (paths.has(rules.rewrite(pathname))) headersCache.set(pathname, found)
    return found
  }

  /**
   * Sends a text from memory, in the way that the client wants.
   * @param ruled headers of the response, whose status is set
   * @returns false when nothing was sent. The headers are set then, for what sends the file.
   */
  async function sendText(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    ruled: Readonly<Record<string, string>>,
  ): Promise<boolean> {
    const type = ruled['Content-Type'] ?? TEXT_TYPES[extname(path)]
    const text = type !== undefined && paths.has(path) ? await findText(path) : undefined
    const headers = {
      ...ruled,
      ...(text && { Vary: ruled.Vary === undefined ? 'Accept-Encoding' : `${ruled.Vary}, Accept-Encoding` }),
      ...(text && response.statusCode === FOUND && { ETag: text.etag, 'Last-Modified': text.modified.toUTCString() }),
    }
    const body = text && bodyFor(request.headers, text)
    if (!body || type === undefined) {
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
    if (await sendText(request, response, file, { ...headersFor(file), 'Content-Type': type })) return
    response.setHeader('Content-Length', page.length)
    response.end(request.method === 'HEAD' ? undefined : page)
  }

  async function sendFile(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> {
    const file = rules.rewrite(pathname)
    const path = file.endsWith('/') ? `${file}index.html` : file
    if (await sendText(request, response, path, headersFor(pathname))) return
    // fetch() adds no-cache to every conditional request, and `send` then skips the comparison. An origin server must
    // still compare (RFC 9110 section 13.1.2), as Netlify does.
    delete request.headers['cache-control']
    send(request, file, { root: folder, dotfiles: 'allow', cacheControl: false })
      .on('error', ({ status, headers = {} }: { status: number; headers?: Record<string, string> }) => {
        if (!FILE_STATUSES.has(status)) return void notFound(request, response)
        for (const name of response.getHeaderNames()) response.removeHeader(name)
        response.writeHead(status, { ...headersFor(pathname), ...headers }).end()
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
      if (isForHosts(pathname)) return void notFound(request, response)
      if (!isRead(request)) {
        if (!isThere(pathname)) return void notFound(request, response)
        response.writeHead(405, {
          ...SECURITY_HEADERS,
          Allow: 'GET, HEAD',
          'Content-Type': 'text/plain; charset=utf-8',
        })
        response.end('This address takes GET and HEAD.\n')
        return
      }
      const markdownFile = prefersMarkdown(request.headers.accept) ? markdownFileOf(pathname) : undefined
      void sendFile(request, response, markdownFile ?? pathname)
    },
  }
}

/** @returns finds the text of a path; undefined when it is not there */
function textReader(folder: string, copies: string): (path: string) => Promise<Text | undefined> {
  const texts = new Map<string, Text>()
  let kept = 0

  async function read(path: string, modified: Date, etag: string): Promise<Text> {
    kept -= texts.get(path)?.plain?.length ?? 0
    const text = await readFile(join(folder, path))
    const isKept = kept + text.length <= MAX_KEPT
    if (isKept) kept += text.length
    const bodies: Text['bodies'] = {}
    for (const encoding of ENCODINGS) {
      const file = copyOf(copies, path, encoding)
      if (isCopyAt(file, modified)) bodies[encoding] = await readFile(file)
    }
    return { etag, modified, bodies, plain: isKept ? text : undefined }
  }

  return async (path) => {
    try {
      const { mtime, size } = await stat(join(folder, path))
      const etag = `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`
      const known = texts.get(path)
      if (known?.etag === etag) return known
      const text = await read(path, mtime, etag)
      texts.set(path, text)
      return text
    } catch {
      return undefined
    }
  }
}

/**
 * What to send of a text to who asks.
 * @returns undefined when it is a part of the text, perhaps nothing because the client has it, or not in memory
 */
function bodyFor(headers: IncomingHttpHeaders, text: Text) {
  if (ABOUT_THE_TEXT.some((name) => name in headers) || mayHave(headers, text)) return undefined
  const available = ENCODINGS.filter((encoding) => text.bodies[encoding] !== undefined)
  const encoding = preferredEncoding(headers['accept-encoding']?.toString(), available)
  const bytes = encoding === undefined ? text.plain : text.bodies[encoding]
  return bytes && { encoding, bytes }
}

/** Whether a client may have the text already. That it has is decided by the package `send`. */
function mayHave(headers: IncomingHttpHeaders, { etag, modified }: Text): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags === '*' || tags.includes(etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(modified.getTime() / SECOND_MS) * SECOND_MS <= since
}

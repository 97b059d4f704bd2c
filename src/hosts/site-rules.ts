/**
 * The headers and rewrites of static files. The build writes them into the published folder in Netlify's format, and the one-machine
 * server computes the same.
 */
import { extname } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import {
  API_CATALOG_LINK,
  ARD_LINK,
  type Document,
  documentFile,
  DOCUMENTS,
  publishedDocuments,
  REWRITES,
} from '../contract/documents.ts'
import { markdownPath } from '../contract/documents/markdown-path.ts'
import { link, pageLinks } from '../contract/documents/page-links.ts'
import { CORS_HEADERS, demonstrationHeaders, NEGOTIATED, OWN_SCRIPT, SECURITY_HEADERS } from '../http/respond.ts'
import { remembered } from '../remembered.ts'
import { PATHS, patternOf } from '../site.ts'

/** Headers of the addresses that fit a pattern. Two blocks that fit one address must not name the same header. */
export interface HeaderBlock {
  /** An address in Netlify's syntax: `:name` is one segment, a `*` at the end is the rest. */
  for: string
  values: Record<string, string>
}

/** From the home page a program finds the rest. */
function homeLinks(rows: readonly Document[]): string {
  /** A link to a document, with its media type but not the parameters of that. */
  const documentLink = (path: string, rel: string) =>
    rows.filter((row) => row.path === path).map(({ type }) => link(path, rel, type.replace(/;.*/, '')))
  return [
    API_CATALOG_LINK,
    ARD_LINK,
    ...documentLink(PATHS.openapi, 'service-desc'),
    link(PATHS.agents, 'service-doc', 'text/html'),
    ...documentLink(PATHS.authGuide, 'service-doc'),
    pageLinks('/'),
    ...documentLink(PATHS.aiCatalog, 'ai-catalog'),
    ...documentLink(PATHS.sitemap, 'sitemap'),
  ].join(', ')
}

/** A document's own address, and that of the file to which it is rewritten, unless the pattern of another row fits that one. */
function addressesOf({ path }: Document, rows: readonly Document[]): string[] {
  const file = documentFile(path)
  if (file === path || rows.some((row) => new RegExp(`^${patternOf(row.path)}$`).test(file))) return [path]
  return [path, file]
}

const documentHeaders = ({ type, cache, cors, headers }: Document) => ({
  'Content-Type': type,
  'Cache-Control': `public, max-age=${cache}`,
  ...(cors && CORS_HEADERS),
  ...headers,
})

/** The headers of pages that have a Markdown file, and of these files, which name the address of their page as canonical. */
function pageHeaders(base: string, files: ReadonlySet<string>): HeaderBlock[] {
  return [...files].flatMap((file) => {
    const page = file.replace(/\/index\.html$/, '/')
    const markdownFile = markdownPath(page)
    if (page === file || markdownFile === undefined || !files.has(markdownFile)) return []
    const canonical = { for: markdownFile, values: { ...CORS_HEADERS, Link: `<${base}${page}>; rel="canonical"` } }
    return page === '/' ? [canonical] : [{ for: page, values: { Link: pageLinks(page) } }, canonical]
  })
}

/** Files that prove to others whose site it is have the type of their extension; others are text. */
function verificationHeaders(files: ReadonlySet<string>): HeaderBlock[] {
  const ours = new Set(DOCUMENTS.map(({ path }) => documentFile(path)))
  return [...files]
    .filter(
      (file) => file.startsWith('/.well-known/') && !getMimeType(file) && extname(file) !== '.md' && !ours.has(file),
    )
    .map((file) => ({ for: file, values: { 'Content-Type': 'text/plain; charset=utf-8' } }))
}

/** The names of these files change with their content. */
const BUNDLED = { for: '/_astro/*', values: { 'Cache-Control': 'public, max-age=31536000, immutable' } }

/**
 * The web editor keeps the texts on GitHub and needs a policy of its own, which replaces that of all addresses: this block is the
 * last. Search engines must not list it. A star would fit pages like /administration/ too.
 */
const EDITOR = {
  for: PATHS.editor,
  values: {
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self' blob: data: https://api.github.com; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'X-Robots-Tag': 'noindex, nofollow',
  },
}

/**
 * @param files addresses of what is published; none while the site is not built
 * @param demonstration what the site says of itself if it is a demonstration
 */
export function headerBlocks(base: string, files: ReadonlySet<string>, demonstration?: string): HeaderBlock[] {
  const rows = publishedDocuments(files)
  const general = { ...SECURITY_HEADERS, ...OWN_SCRIPT, ...NEGOTIATED, ...demonstrationHeaders({ demonstration }) }
  return [
    { for: '/*', values: general },
    { for: '/', values: { Link: homeLinks(rows) } },
    ...rows.flatMap((document) =>
      addressesOf(document, rows).map((address) => ({ for: address, values: documentHeaders(document) })),
    ),
    ...verificationHeaders(files),
    ...pageHeaders(base, files),
    BUNDLED,
    EDITOR,
  ]
}

/** The text of Netlify's file `_headers`. */
export const headersFile = (blocks: readonly HeaderBlock[]): string =>
  blocks
    .map(({ for: address, values }) => {
      const headers = Object.entries(values).map(([name, value]) => `  ${name}: ${value}\n`)
      return `${address}\n${headers.join('')}`
    })
    .join('\n')

/** The text of Netlify's file `_redirects`. Netlify answers with the file, and the address stays. */
export const redirectsFile = (): string => [...REWRITES].map(([from, to]) => `${from} ${to} 200\n`).join('')

/** @returns the headers of an address, from all blocks that fit it; of a name that two have, the last */
export function headersOf(blocks: readonly HeaderBlock[]): (pathname: string) => Record<string, string> {
  const patterns = blocks.map((block) => ({ ...block, pattern: new RegExp(`^${patternOf(block.for)}$`) }))
  return remembered((pathname) =>
    Object.fromEntries(
      patterns.filter(({ pattern }) => pattern.test(pathname)).flatMap(({ values }) => Object.entries(values)),
    ),
  )
}

/** The headers and rewrites of static files, for Netlify's files and for the one-machine server. */
import { extname } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import * as documents from '../contract/documents.ts'
import { markdownPath } from '../contract/documents/markdown-path.ts'
import { link, pageLinks } from '../contract/documents/markdown-page.ts'
import {
  CORS_HEADERS,
  demonstrationHeaders,
  documentHeaders,
  NEGOTIATED,
  OWN_SCRIPT,
  SECURITY_HEADERS,
} from '../http/respond.ts'
import { memoize } from '../memoize.ts'
import { PATHS, patternOf } from '../site.ts'

/** If two blocks match an address and have the same header, the header of the later block counts. */
interface HeaderBlock {
  /** Netlify's syntax: `:name` is one segment, a `*` at the end is the rest. */
  for: string
  values: Record<string, string>
}

function homeLinks(rows: readonly documents.Document[]): string {
  /** Leaves out the parameters of the media type. */
  const documentLink = (path: string, rel: string) =>
    rows.filter((row) => row.path === path).map(({ type }) => link(path, rel, type.replace(/;.*/, '')))
  return [
    documents.API_CATALOG_LINK,
    documents.ARD_LINK,
    ...documentLink(PATHS.openapi, 'service-desc'),
    link(PATHS.agents, 'service-doc', 'text/html'),
    ...documentLink(PATHS.authGuide, 'service-doc'),
    pageLinks('/'),
    ...documentLink(PATHS.aiCatalog, 'ai-catalog'),
    ...documentLink(PATHS.sitemap, 'sitemap'),
  ].join(', ')
}

/** @returns the address, and also the file to which the address is rewritten, if no path of a row matches that file */
function addressesOf({ path }: documents.Document, rows: readonly documents.Document[]): string[] {
  const file = documents.documentFile(path)
  if (file === path || rows.some((row) => new RegExp(`^${patternOf(row.path)}$`).test(file))) return [path]
  return [path, file]
}

/** A page links to its Markdown file, and the file names the page as canonical. */
const pageHeaders = (base: string, files: ReadonlySet<string>): HeaderBlock[] =>
  [...files].flatMap((file) => {
    const page = file.replace(/\/index\.html$/, '/')
    const markdownFile = markdownPath(page)
    if (page === file || markdownFile === undefined || !files.has(markdownFile)) return []
    const canonical = { for: markdownFile, values: { ...CORS_HEADERS, Link: `<${base}${page}>; rel="canonical"` } }
    return page === '/' ? [canonical] : [{ for: page, values: { Link: pageLinks(page) } }, canonical]
  })

/** Verification files without a known extension are text. */
function verificationHeaders(files: ReadonlySet<string>): HeaderBlock[] {
  const ours = new Set(documents.DOCUMENTS.map(({ path }) => documents.documentFile(path)))
  return [...files]
    .filter(
      (file) => file.startsWith('/.well-known/') && !getMimeType(file) && extname(file) !== '.md' && !ours.has(file),
    )
    .map((file) => ({ for: file, values: { 'Content-Type': 'text/plain; charset=utf-8' } }))
}

/** The names of these files change with their content. */
const BUNDLED = { for: '/_astro/*', values: { 'Cache-Control': 'public, max-age=31536000, immutable' } }

/** The page of the editor uses GitHub, so it needs a policy of its own. This block must be the last, to replace the general policy. */
const EDITOR = {
  for: PATHS.editor,
  values: {
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self' blob: data: https://api.github.com; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'X-Robots-Tag': 'noindex, nofollow',
  },
}

/** @param files published addresses; empty while the site is not built */
export function headerBlocks(base: string, files: ReadonlySet<string>, demonstration?: string): HeaderBlock[] {
  const rows = documents.publishedDocuments(files)
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

export const headersFile = (blocks: readonly HeaderBlock[]): string =>
  blocks
    .map(({ for: address, values }) => {
      const headers = Object.entries(values).map(([name, value]) => `  ${name}: ${value}\n`)
      return `${address}\n${headers.join('')}`
    })
    .join('\n')

/** Netlify answers with the file, and the address stays. */
export const redirectsFile = (): string => [...documents.REWRITES].map(([from, to]) => `${from} ${to} 200\n`).join('')

/** @returns a function that gives the headers of a path, for the one-machine and the development server */
export function headersOf(blocks: readonly HeaderBlock[]): (pathname: string) => Record<string, string> {
  const patterns = blocks.map((block) => ({ ...block, pattern: new RegExp(`^${patternOf(block.for)}$`) }))
  return memoize((pathname) =>
    Object.fromEntries(
      patterns.filter(({ pattern }) => pattern.test(pathname)).flatMap(({ values }) => Object.entries(values)),
    ),
  )
}

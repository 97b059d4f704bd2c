/**
 * The headers of static files, as far as they are computed: those of every response, of the table of documents, and of pages. The
 * build writes them into the published folder as the file `_headers`, which Netlify reads, and the one-machine server too.
 * What is not computed stands in `netlify.toml`.
 */
import { posix } from 'node:path'
import {
  API_CATALOG_LINK,
  ARD_LINK,
  type Document,
  documentFile,
  DOCUMENTS,
  publishedDocuments,
} from '../contract/documents.ts'
import { markdownPath } from '../contract/documents/markdown-path.ts'
import { link, pageLinks } from '../contract/documents/page-links.ts'
import { CORS_HEADERS, demonstrationHeaders, NEGOTIATED, OWN_SCRIPT, SECURITY_HEADERS } from '../http/respond.ts'
import { PATHS, patternOf } from '../site.ts'
import { TEXT_TYPES } from './text-copies.ts'

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

/** The headers of everything, and of documents. */
export function staticHeaders(files: ReadonlySet<string>, demonstration?: string): HeaderBlock[] {
  const rows = publishedDocuments(files)
  return [
    {
      for: '/*',
      values: { ...SECURITY_HEADERS, ...OWN_SCRIPT, ...NEGOTIATED, ...demonstrationHeaders({ demonstration }) },
    },
    { for: '/', values: { Link: homeLinks(rows) } },
    ...rows.flatMap((document) =>
      addressesOf(document, rows).map((address) => ({ for: address, values: documentHeaders(document) })),
    ),
  ]
}

/** The headers of pages that have a Markdown file, and of these files, which name the address of their page as canonical. */
function pageHeaders(base: string, files: ReadonlySet<string>): HeaderBlock[] {
  const pages = [...files]
    .filter((file) => file.endsWith('/index.html'))
    .map((file) => file.slice(0, -'index.html'.length))
  return pages.flatMap((page) => {
    const markdownFile = markdownPath(page)
    if (markdownFile === undefined || !files.has(markdownFile)) return []
    const canonical = { for: markdownFile, values: { ...CORS_HEADERS, Link: `<${base}${page}>; rel="canonical"` } }
    return page === '/' ? [canonical] : [{ for: page, values: { Link: pageLinks(page) } }, canonical]
  })
}

/** Of files that prove to others whose site it is: without a known extension they are text. */
function verificationHeaders(files: ReadonlySet<string>): HeaderBlock[] {
  const ours = new Set(DOCUMENTS.map(({ path }) => documentFile(path)))
  return [...files]
    .filter(
      (file) => file.startsWith('/.well-known/') && TEXT_TYPES[posix.extname(file)] === undefined && !ours.has(file),
    )
    .map((file) => ({ for: file, values: { 'Content-Type': 'text/plain; charset=utf-8' } }))
}

/** @param demonstration what the site says of itself if it is one */
export const headersFile = (base: string, files: ReadonlySet<string>, demonstration?: string) =>
  [...staticHeaders(files, demonstration), ...verificationHeaders(files), ...pageHeaders(base, files)]
    .map(
      ({ for: address, values }) =>
        `${address}\n${Object.entries(values)
          .map(([name, value]) => `  ${name}: ${value}\n`)
          .join('')}`,
    )
    .join('\n')

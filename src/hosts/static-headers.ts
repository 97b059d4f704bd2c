/**
 * The headers of static files, as far as they are computed: those of every response, and those of the table of documents. The
 * build writes them into the published folder as the file `_headers`, which Netlify reads, and the one-machine server too.
 * What is not computed stands in `netlify.toml`.
 */
import { API_CATALOG_LINK, type Document, documentFile, DOCUMENTS, publishedDocuments } from '../contract/documents.ts'
import { markdownPath } from '../contract/documents/markdown-path.ts'
import { CORS_HEADERS, SECURITY_HEADERS } from '../http/respond.ts'
import { PATHS, patternOf } from '../site.ts'

/** Name of the file in the published folder. */
export const HEADERS_FILE = '_headers'

/** Headers of the addresses that fit a pattern. Two blocks that fit one address must not name the same header. */
export interface HeaderBlock {
  /** An address in Netlify's syntax: `:name` is one segment, a `*` at the end is the rest. */
  for: string
  values: Record<string, string>
}

/** A link in the header of the home page (RFC 8288). */
const link = (path: string, rel: string, type: string) => `<${path}>; rel="${rel}"; type="${type}"`

/** A link to a document, with its media type but not the parameters of that. */
const documentLink = (path: string, rel: string) =>
  link(path, rel, DOCUMENTS.find((document) => document.path === path)?.type.replace(/;.*/, '') ?? '')

/** From the home page a program finds the rest. */
const HOME_LINKS = [
  API_CATALOG_LINK,
  documentLink(PATHS.openapi, 'service-desc'),
  link(PATHS.agents, 'service-doc', 'text/html'),
  documentLink(PATHS.authGuide, 'service-doc'),
  documentLink(PATHS.llms, 'describedby'),
  documentLink(PATHS.aiCatalog, 'ai-catalog'),
  link(markdownPath('/') ?? '', 'alternate', 'text/markdown'),
  documentLink(PATHS.sitemap, 'sitemap'),
].join(', ')

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

/**
 * The blocks of headers.
 * @param published addresses of the published files; none while the site is not built
 */
export function staticHeaders(published: ReadonlySet<string>): HeaderBlock[] {
  const rows = publishedDocuments(published)
  return [
    // Pages are answered in Markdown where that is preferred.
    { for: '/*', values: { ...SECURITY_HEADERS, Vary: 'Accept' } },
    { for: '/', values: { Link: HOME_LINKS } },
    ...rows.flatMap((document) =>
      addressesOf(document, rows).map((address) => ({ for: address, values: documentHeaders(document) })),
    ),
  ]
}

/** Those of a site that is not built. */
export const STATIC_HEADERS = staticHeaders(new Set())

/**
 * @param published addresses of the published files
 * @returns the text of the file `_headers`
 */
export const headersFile = (published: ReadonlySet<string>) =>
  staticHeaders(published)
    .map(
      ({ for: address, values }) =>
        `${address}\n${Object.entries(values)
          .map(([name, value]) => `  ${name}: ${value}\n`)
          .join('')}`,
    )
    .join('\n')

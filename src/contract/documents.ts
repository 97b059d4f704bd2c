/** The table of documents for programs, without the Markdown copies of pages. `src/build/document.ts` writes the documents. */
import { HOUR_SECONDS, MINUTE_SECONDS } from '../duration.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES } from '../language.ts'
import { isOffered, type Offer, type Offering } from '../offers.ts'
import { API_ROOT, factPath, PATHS, patternOf } from '../site.ts'
import { SKILLS, skillPath } from './documents/skills.ts'
import { LISTED_OPERATIONS, type ListedOperation, type SiteOperationId } from './operations.ts'

interface Translation {
  language: Language
  path: string
}

export interface Document {
  /** `:id` stands for the id of each practice area. */
  path: string
  type: string
  /** Seconds for which a program may keep the document without asking again. */
  cache: number
  cors: boolean
  headers?: Readonly<Record<string, string>>
  language?: Language
  translations?: readonly Translation[]
  /** The document exists only while the firm offers this. */
  offer: Offer
  /** The member of `RENDERS` in `src/build/document.ts` that writes the document. */
  render: string
}

const JSON_TYPE = 'application/json'
const AI_CATALOG = 'application/ai-catalog+json'
const MARKDOWN = 'text/markdown; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'

/** The home page links to the catalog, and the catalog to itself (RFC 9727 section 3). */
export const API_CATALOG_LINK = `<${PATHS.apiCatalog}>; rel="api-catalog"`

/** Agentic Resource Discovery (ARD) v0.91 section 5.1. robots.txt does not name the catalog, because Lighthouse reports `Agentmap` as an error. */
export const ARD_LINK = `<${PATHS.ardCatalog}>; rel="ard"`

const OPEN = { cache: 5 * MINUTE_SECONDS, cors: true, offer: 'always' } as const
const AGENTS = { ...OPEN, offer: 'agents' } as const
const SKILL = { ...OPEN, type: MARKDOWN, render: 'skill' } as const
const MCP_TOKENS = { ...OPEN, offer: 'mcpTokens' } as const
/** SEP-2127: the response with a server card must also have the CORS headers that answer a preflight. */
const CARD_CORS = {
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, Accept',
} as const
/** The cards change rarely: they hold the name and office of the firm, and versions. */
const CARD = { cache: HOUR_SECONDS, cors: true, headers: CARD_CORS, offer: 'mcp' } as const
const OLDER_CARD = { ...CARD, cache: OPEN.cache } as const

/** Every response to a site operation links to the description of the API (RFC 8631). */
const SERVICE_DESC_LINK = `<${PATHS.openapi}>; rel="service-desc"`

const SITE_OPERATIONS = LISTED_OPERATIONS.filter(({ operation }) => operation.servedBy === 'site')

const asPattern = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

function operationRow({ id, language, path, operation: { offer } }: ListedOperation) {
  const others = SITE_OPERATIONS.filter((other) => other.id === id && other.language !== language)
  const translations = others.map((other) => ({ language: other.language, path: asPattern(other.path) }))
  return {
    ...OPEN,
    path: asPattern(path),
    offer,
    type: JSON_TYPE,
    language,
    translations,
    headers: {
      // Which practice areas have a translation depends on the content: `publishedDocuments` adds those links.
      Link: linksOf(path.includes('{') ? [] : translations),
      ...(translations.length > 0 && { 'Content-Language': language }),
    },
    render: id as SiteOperationId,
  }
}

/** @returns the header Link (RFC 8288): to the description of the API, and to the same document in other languages */
const linksOf = (translations: readonly Translation[]) =>
  [
    SERVICE_DESC_LINK,
    ...translations.map(({ language, path }) => `<${path}>; rel="alternate"; hreflang="${language}"`),
  ].join(', ')

const ROWS = [
  ...SITE_OPERATIONS.map(operationRow),
  { ...OPEN, path: PATHS.openapi, type: JSON_TYPE, render: 'openapi' },
  { ...AGENTS, path: PATHS.authGuide, type: MARKDOWN, render: 'authGuide' },
  { ...AGENTS, path: PATHS.protectedResource, type: JSON_TYPE, render: 'protectedResource' },
  { ...AGENTS, path: `${PATHS.protectedResource}${API_ROOT}`, type: JSON_TYPE, render: 'protectedResource' },
  { ...MCP_TOKENS, path: `${PATHS.protectedResource}${PATHS.mcp}`, type: JSON_TYPE, render: 'protectedResource' },
  { ...AGENTS, path: PATHS.authorizationServer, type: JSON_TYPE, render: 'authorizationServer' },
  { ...AGENTS, path: PATHS.openidConfiguration, type: JSON_TYPE, render: 'openidConfiguration' },
  {
    ...OPEN,
    path: PATHS.apiCatalog,
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    headers: { Link: API_CATALOG_LINK },
    render: 'apiCatalog',
  },
  { ...OPEN, path: PATHS.aiCatalog, type: AI_CATALOG, render: 'aiCatalog' },
  // ARD specifies this address.
  { ...OPEN, path: PATHS.ardCatalog, type: AI_CATALOG, render: 'aiCatalog' },
  { ...CARD, path: PATHS.serverCard, type: 'application/mcp-server-card+json', render: 'serverCard' },
  { ...OLDER_CARD, path: '/.well-known/mcp/server-card.json', type: JSON_TYPE, render: 'olderServerCard' },
  // Some clients try this address.
  { ...OLDER_CARD, path: '/.well-known/mcp.json', type: JSON_TYPE, render: 'olderServerCard' },
  { ...CARD, path: PATHS.registryEntry, type: JSON_TYPE, render: 'registryEntry' },
  { ...OPEN, path: PATHS.skills, type: JSON_TYPE, render: 'skills' },
  ...SKILLS.map(({ name, offer }) => ({ ...SKILL, offer, path: skillPath(name) })),
  { ...OPEN, path: PATHS.llms, type: TEXT, render: 'llms' },
  { ...OPEN, path: PATHS.llmsFull, type: TEXT, render: 'llmsFull' },
  { ...OPEN, path: '/robots.txt', type: TEXT, render: 'robots' },
  { ...OPEN, path: PATHS.sitemap, type: 'application/xml', render: 'sitemap' },
  { ...OPEN, path: '/.well-known/security.txt', type: TEXT, render: 'security' },
] as const satisfies readonly Document[]

export type DocumentName = (typeof ROWS)[number]['render']

export const DOCUMENTS: readonly (Document & { render: DocumentName })[] = ROWS

/**
 * Lists published documents. A row with `:id` becomes one row for each of its files, or stays as it is if it has none.
 * @param published addresses of files; empty while the site is not built, and then all rows are returned unchanged
 */
export function publishedDocuments(published: ReadonlySet<string>): readonly Document[] {
  if (published.size === 0) return DOCUMENTS
  const languages = LANGUAGES.filter((tag) => tag === FIRST_LANGUAGE || published.has(factPath(tag, '/firm')))
  const isThere = ({ path }: Document) => path.includes(':') || published.has(documentFile(path))
  const rows = DOCUMENTS.filter(existsIn(languages, {})).filter(isThere)
  return rows.flatMap((row): Document[] => {
    const { path, translations, headers } = row
    const at = (id: string): Document => {
      const others = translations?.map((other) => ({ ...other, path: other.path.replace(':id', id) }))
      const there = others?.filter((other) => published.has(documentFile(other.path)))
      return { ...row, path: path.replace(':id', id), ...(there && { headers: { ...headers, Link: linksOf(there) } }) }
    }
    if (!path.includes(':')) return [at('')]
    // The id of a practice area has no full stop, unlike `index.json`.
    const pattern = new RegExp(`^${path.replace(':id', '([^/.]+)')}$`)
    const ids = [...published].flatMap((address) => pattern.exec(address)?.[1] ?? [])
    return ids.length > 0 ? ids.map(at) : [row]
  })
}

/** @returns a predicate: whether a site in these languages has the document, and the firm offers what the document is for */
export const existsIn =
  (languages: readonly Language[], firm: Offering) =>
  ({ language, offer }: Pick<Document, 'language' | 'offer'>): boolean =>
    (language === undefined || languages.includes(language)) && isOffered(firm, offer)

const PATTERNS = DOCUMENTS.map(({ path, ...row }) => ({ ...row, pattern: new RegExp(`^${patternOf(path)}$`) }))

export const documentAt = (pathname: string, languages: readonly Language[], firm: Offering = {}) =>
  PATTERNS.find(({ pattern, ...row }) => pattern.test(pathname) && existsIn(languages, firm)(row))

/** A path cannot be a file and a folder at once: a path with other documents below it has its file in the folder. */
export const documentFile = (path: string) =>
  DOCUMENTS.some((other) => other.path.startsWith(`${path}/`)) ? `${path}/index.json` : path

export const REWRITES: ReadonlyMap<string, string> = new Map(
  DOCUMENTS.map(({ path }) => [path, documentFile(path)] as const).filter(([path, file]) => path !== file),
)

/**
 * Every document that the build writes for programs: path and media type. The router, the headers and the tests are computed
 * from this table.
 */
import { API_ROOT, PATHS } from '../site.ts'
import { SKILLS, skillPath } from './documents/skills.ts'

interface Document {
  path: string
  /** Media type. */
  type: string
}

const JSON_TYPE = 'application/json'
const MARKDOWN = 'text/markdown; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'

export const DOCUMENTS: readonly Document[] = [
  { path: PATHS.openapi, type: JSON_TYPE },
  { path: PATHS.authGuide, type: MARKDOWN },
  { path: PATHS.protectedResource, type: JSON_TYPE },
  { path: `${PATHS.protectedResource}${API_ROOT}`, type: JSON_TYPE },
  { path: `${PATHS.protectedResource}${PATHS.mcp}`, type: JSON_TYPE },
  { path: PATHS.authorizationServer, type: JSON_TYPE },
  { path: PATHS.openidConfiguration, type: JSON_TYPE },
  { path: PATHS.apiCatalog, type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"' },
  { path: PATHS.aiCatalog, type: 'application/ai-catalog+json' },
  { path: PATHS.ardCatalog, type: 'application/ai-catalog+json' },
  { path: PATHS.serverCard, type: 'application/mcp-server-card+json' },
  { path: '/.well-known/mcp/server-card.json', type: JSON_TYPE },
  { path: '/.well-known/mcp.json', type: JSON_TYPE },
  { path: PATHS.registryEntry, type: JSON_TYPE },
  { path: PATHS.skills, type: JSON_TYPE },
  ...SKILLS.map(({ name }) => ({ path: skillPath(name), type: MARKDOWN })),
  { path: PATHS.llms, type: TEXT },
  { path: PATHS.llmsFull, type: TEXT },
  { path: '/robots.txt', type: TEXT },
  { path: PATHS.sitemap, type: 'application/xml' },
  { path: '/.well-known/security.txt', type: TEXT },
]

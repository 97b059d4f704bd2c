/** Catalogs and cards, by which agents discover the services of a domain. */
import type { Firm } from '../../firm/firm.ts'
import { officeOf } from '../../firm/notices.ts'
import { isOffered, type Offering, whenOffered } from '../../offers.ts'
import { API_ROOT, API_VERSION, MCP_VERSIONS, PATHS } from '../../site.ts'
import { fillData } from '../../words.ts'
import catalogs from './catalogs.json' with { type: 'json' }
import { skillPath, skillsOf } from './skills.ts'

const JSON_TYPE = 'application/json'
const HTML = 'text/html'

/** RFC 9727: lists each API with its description, documentation, metadata and health check. */
export function apiCatalog(base: string, firm: Offering) {
  const link = (path: string, type: string) => [{ href: base + path, type }]
  const about = { 'terms-of-service': link(PATHS.disclaimer, HTML), 'privacy-policy': link(PATHS.privacy, HTML) }
  const meta = (path: string) =>
    isOffered(firm, 'agents') && { 'service-meta': link(PATHS.protectedResource + path, JSON_TYPE) }
  const apis = {
    [API_ROOT]: {
      'service-desc': link(PATHS.openapi, JSON_TYPE),
      'service-doc': [
        ...link(PATHS.agents, HTML),
        ...whenOffered(firm, 'agents', ...link(PATHS.authGuide, 'text/markdown')),
      ],
      ...meta(API_ROOT),
      status: link(`${API_ROOT}/health`, JSON_TYPE),
    },
    ...(isOffered(firm, 'mcp') && {
      [PATHS.mcp]: {
        'service-desc': link(PATHS.serverCard, 'application/mcp-server-card+json'),
        'service-doc': link(PATHS.agents, HTML),
        ...meta(PATHS.mcp),
        status: link(`${API_ROOT}/health`, JSON_TYPE),
      },
    }),
  }
  const items = Object.keys(apis).map((path) => ({ href: base + path }))
  return {
    linkset: [
      { anchor: base + PATHS.apiCatalog, item: items },
      ...Object.entries(apis).map(([path, links]) => ({ anchor: base + path, ...links, ...about })),
    ],
  }
}

/** These are in the older server card, and in the response of the MCP server when a client connects. */
export const MCP_CAPABILITIES = {
  tools: { listChanged: false },
  resources: { listChanged: false },
  extensions: { 'io.modelcontextprotocol/ui': {} },
}

/** A short form of the notice `automated`, for texts of at most 100 characters. */
const AUTOMATED = 'Automated, not a lawyer.'

/** The card has what a client needs to connect. The tools are listed over MCP only. */
export const serverCard = (base: string, firm: Firm) => fillData(catalogs.serverCard, valuesOf(base, firm))

function valuesOf(base: string, firm: Firm) {
  const domain = new URL(base).hostname
  const office = officeOf(firm)
  // The MCP Registry allows 100 characters: the first text that fits is used. If none fits, the first one is cut off.
  const texts = [`${office}. Facts and consultation requests. ${AUTOMATED}`, `${office}. ${AUTOMATED}`, office]
  return {
    ...PATHS,
    ...{ base, domain, office, firm: firm.name, automated: AUTOMATED, version: API_VERSION, versions: MCP_VERSIONS },
    // `www.example.com` becomes `com.example.www`.
    reversed: domain.split('.').reverse().join('.'),
    description: texts.find((text) => text.length <= 100) ?? `${texts[0]?.slice(0, 97)}…`,
  }
}

/** `server.json` for the MCP Registry, which rejects some members of the card. */
export function registryEntry(base: string, firm: Firm) {
  const { remotes, ...card } = serverCard(base, firm)
  return {
    ...card,
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    remotes: remotes.map(({ type, url }) => ({ type, url })),
  }
}

/** Adds members that older clients read. They fetch this card at older addresses. */
export function olderServerCard(base: string, firm: Firm) {
  const card = serverCard(base, firm)
  const { name, title, version } = card
  return {
    ...card,
    serverInfo: { name, title, version },
    protocolVersion: MCP_VERSIONS[0],
    endpoint: base + PATHS.mcp,
    transport: { type: 'streamable-http', url: base + PATHS.mcp },
    capabilities: MCP_CAPABILITIES,
  }
}

/** AI Catalog 1.0, restricted to the profile of Agentic Resource Discovery (ARD). */
export function aiCatalog(base: string, firm: Firm) {
  const values = valuesOf(base, firm)
  const { host, mcp, api } = fillData(catalogs, values)
  return {
    specVersion: '1.0',
    host,
    entries: [
      ...whenOffered(firm, 'mcp', mcp),
      api,
      ...skillsOf(firm).map(({ name, description, tags, queries }) => ({
        identifier: `urn:air:${values.domain}:skill:${name}`,
        version: API_VERSION,
        displayName: name.replaceAll('-', ' '),
        type: 'text/markdown; profile="urn:air:agent-skills"',
        url: base + skillPath(name),
        description,
        tags: ['skill', ...tags],
        representativeQueries: queries,
      })),
    ],
  }
}

/** The table of public operations. A function that answers one imports only its rows, not this file, so that it starts without the rest. */
import * as z from 'zod'
import { described } from '../described.ts'
import words from '../../content/words/operations.json' with { type: 'json' }
import { FIRST_LANGUAGE, type Language, languageInWords, TRANSLATIONS } from '../language.ts'
import { isOffered, type Offering } from '../offers.ts'
import { API_ROOT, API_VERSION, factPath, PATHS } from '../site.ts'
import { RECEIPT_PROVES } from '../inquiries/inquiry.ts'
import { NORMALIZATION } from '../inquiries/inquiry-request.ts'
import { AGENT_WORDS, fill } from '../words.ts'
import { Faq } from '../firm/faq.ts'
import { Firm } from '../firm/firm.ts'
import { Lawyers } from '../firm/lawyer.ts'
import { PracticeArea, PracticeAreas } from '../firm/practice-area.ts'
import { AGENT_OPERATIONS } from './agent-operations.ts'
import { INQUIRY_OPERATIONS } from './inquiry-operations.ts'
import { getReady, Health } from './service-operations.ts'
import type { Operation } from './operation.ts'

const Link = described('A link.', {
  rel: z.string().describe('Kind of link: an operationId, or a relation type (RFC 8288).'),
  method: z.string().describe('Method of the request.'),
  href: z.string().describe('Address.'),
  title: z.string().describe('What is there.'),
})
const ApiIndex = described('An index of the API.', {
  name: z.string().describe("The firm's name."),
  version: z.literal(API_VERSION).describe('Version of the API.'),
  links: z.array(Link).describe('The operations and documents of the API.'),
})
type ApiIndex = z.infer<typeof ApiIndex>

const site = { method: 'GET', servedBy: 'site', status: 200, offer: 'always', problems: [] } as const
const service = { ...site, tag: 'Service' } as const
const fact = { ...site, tag: 'Firm', translated: true } as const

export const OPERATIONS = {
  getIndex: { ...service, path: API_ROOT, output: ApiIndex },
  getHealth: { ...service, path: `${API_ROOT}/health`, output: Health },
  getReady,
  getFirm: { ...fact, path: `${API_ROOT}/firm`, output: Firm },
  listPracticeAreas: { ...fact, path: `${API_ROOT}/practice-areas`, output: PracticeAreas },
  getPracticeArea: { ...fact, path: `${API_ROOT}/practice-areas/{id}`, output: PracticeArea, problems: ['not-found'] },
  listLawyers: { ...fact, path: `${API_ROOT}/lawyers`, output: Lawyers },
  listFaq: { ...fact, path: `${API_ROOT}/faq`, output: Faq },
  ...INQUIRY_OPERATIONS,
  ...AGENT_OPERATIONS,
} as const satisfies Record<string, Operation>

type Operations = typeof OPERATIONS
export type OperationId = keyof Operations
/** The operations that need a handler. */
export type FunctionOperationId = {
  [Id in OperationId]: Operations[Id]['servedBy'] extends 'function' ? Id : never
}[OperationId]

export type SiteOperationId = Exclude<OperationId, FunctionOperationId>

/** A translation of an operation has a row of its own. */
export interface ListedOperation extends OperationWords {
  operationId: string
  id: OperationId
  operation: Operation
  language: Language
  path: string
}

interface OperationWords {
  summary: string
  description: string
  /** Describes the variable in the path. */
  variable?: string
}

const PLACEHOLDERS = { namesFirst: AGENT_WORDS.namesFirst, normalization: NORMALIZATION, receiptProves: RECEIPT_PROVES }

/** The compiler checks that each operation has its words. */
export function listedRow<Id extends keyof typeof words>(id: Id, operation: Operation) {
  const { description, ...more }: OperationWords = words[id]
  const row = { id, operation, language: FIRST_LANGUAGE, path: operation.path }
  return { ...row, operationId: id as string, ...more, description: fill(description, PLACEHOLDERS) }
}

export const LISTED_OPERATIONS: readonly ListedOperation[] = (
  Object.entries(OPERATIONS) as [OperationId, Operation][]
).flatMap(([id, operation]) => {
  const row = listedRow(id, operation)
  const translations = operation.servedBy === 'site' && operation.translated ? TRANSLATIONS : []
  return [
    row,
    ...translations.map((language) => ({
      ...row,
      operationId: `${id}In${languageInWords(language).replaceAll(' ', '')}`,
      language,
      path: factPath(language, row.path.slice(API_ROOT.length)),
      summary: `${row.summary}, in ${languageInWords(language)}`,
    })),
  ]
})

export const operationsOf = (firm: Offering): ListedOperation[] =>
  LISTED_OPERATIONS.filter(({ operation }) => isOffered(firm, operation.offer))

type AreaIds = ReadonlyMap<Language, readonly string[]>

/** Lists a path with `{id}` once for each practice area. Leaves out languages without `areas`, and paths with a variable that is secret. */
export function apiIndex(firm: Pick<Firm, 'name'> & Offering, base: string, areas: AreaIds): ApiIndex {
  const listed = operationsOf(firm).filter(({ path }) => !path.replace('{id}', '').includes('{'))
  const links = listed.flatMap(({ operationId, operation, language, path, summary }) => {
    const areaIds = areas.get(language)
    const ids = areaIds && !path.includes('{id}') ? [''] : (areaIds ?? [])
    const { method } = operation
    return ids.map((id) => ({ rel: operationId, method, href: base + path.replace('{id}', id), title: summary }))
  })
  const documents = [
    { rel: 'service-desc', href: base + PATHS.openapi, title: 'OpenAPI description' },
    { rel: 'service-doc', href: base + PATHS.agents, title: 'How to use this API' },
    { rel: 'terms-of-service', href: base + PATHS.disclaimer, title: 'Disclaimer' },
    { rel: 'privacy-policy', href: base + PATHS.privacy, title: 'Privacy' },
  ].map((link) => ({ ...link, method: 'GET' }))
  return { name: firm.name, version: API_VERSION, links: [...links, ...documents] }
}

/** The table of public operations. A function imports its own rows only, so that it starts without the schemas of all others. */
import * as z from 'zod'
import { FIRST_LANGUAGE, type Language, languageInWords, TRANSLATIONS } from '../language.ts'
import { isOffered, type Offering } from '../offers.ts'
import { API_ROOT, API_VERSION, factPath, PATHS } from '../site.ts'
import { Faq } from '../firm/faq.ts'
import { Firm } from '../firm/firm.ts'
import { Lawyers } from '../firm/lawyer.ts'
import { PracticeArea, PracticeAreas } from '../firm/practice-area.ts'
import { AGENT_OPERATIONS } from './agent-operations.ts'
import { INQUIRY_OPERATIONS } from './inquiry-operations.ts'
import { getReady, Health } from './service-operations.ts'
import type { Operation } from './operation.ts'

const ApiIndex = z
  .object({
    name: z.string().describe("The firm's name."),
    version: z.literal(API_VERSION).describe('Version of the API.'),
    links: z
      .array(
        z
          .object({
            rel: z.string().describe('Kind of link: an operationId, or a relation type (RFC 8288).'),
            method: z.string().describe('Method of the request.'),
            href: z.string().describe('Address.'),
            title: z.string().describe('What is there.'),
          })
          .describe('A link.'),
      )
      .describe('The operations and documents of the API.'),
  })
  .describe('An index of the API.')
type ApiIndex = z.infer<typeof ApiIndex>

const GENERAL = 'General information, not legal advice.'
const site = { method: 'GET', servedBy: 'site', status: 200, offer: 'always', problems: [] } as const

export const OPERATIONS = {
  getIndex: {
    ...site,
    path: API_ROOT,
    tag: 'Service',
    summary: 'Index of the API',
    description: 'Links to every operation, to the description of the API and to the notices.',
    output: ApiIndex,
  },
  getHealth: {
    ...site,
    path: `${API_ROOT}/health`,
    tag: 'Service',
    summary: 'State of the service',
    description: 'Returns "ok" when the service is reachable.',
    output: Health,
  },
  getReady,
  getFirm: {
    ...site,
    translated: true,
    path: `${API_ROOT}/firm`,
    tag: 'Firm',
    summary: 'The firm',
    description: `Name, address, telephone, hours and notices of the firm. ${GENERAL}`,
    output: Firm,
  },
  listPracticeAreas: {
    ...site,
    translated: true,
    path: `${API_ROOT}/practice-areas`,
    tag: 'Firm',
    summary: 'The practice areas',
    description: 'The areas of law the firm works in. Their ids are the topics of an inquiry.',
    output: PracticeAreas,
  },
  getPracticeArea: {
    ...site,
    translated: true,
    path: `${API_ROOT}/practice-areas/{id}`,
    tag: 'Firm',
    summary: 'One practice area',
    description: `One practice area with its full text as Markdown. ${GENERAL}`,
    variable: 'Id of the practice area, from the list of practice areas.',
    output: PracticeArea,
    problems: ['not-found'],
  },
  listLawyers: {
    ...site,
    translated: true,
    path: `${API_ROOT}/lawyers`,
    tag: 'Firm',
    summary: 'The lawyers',
    description: `The lawyers of the firm: name, bar number, admissions, languages and practice areas. ${GENERAL}`,
    output: Lawyers,
  },
  listFaq: {
    ...site,
    translated: true,
    path: `${API_ROOT}/faq`,
    tag: 'Firm',
    summary: 'Questions and answers',
    description: `Questions people ask the firm, with answers. ${GENERAL}`,
    output: Faq,
  },
  ...INQUIRY_OPERATIONS,
  ...AGENT_OPERATIONS,
} as const satisfies Record<string, Operation>

type Operations = typeof OPERATIONS
export type OperationId = keyof Operations
/** Each of these operations must have a handler. */
export type FunctionOperationId = {
  [Id in OperationId]: Operations[Id]['servedBy'] extends 'function' ? Id : never
}[OperationId]

export type SiteOperationId = Exclude<OperationId, FunctionOperationId>

/** Translations have ids and addresses of their own. */
export interface ListedOperation {
  operationId: string
  id: OperationId
  operation: Operation
  language: Language
  path: string
  summary: string
}

export const listedRow = <Id extends string>(id: Id, operation: Operation) => ({
  operationId: id as string,
  id,
  operation,
  language: FIRST_LANGUAGE,
  path: operation.path,
  summary: operation.summary,
})

export const LISTED_OPERATIONS: readonly ListedOperation[] = (
  Object.entries(OPERATIONS) as [OperationId, Operation][]
).flatMap(([id, operation]) => {
  const { path, summary } = operation
  const translations = operation.servedBy === 'site' && operation.translated ? TRANSLATIONS : []
  return [
    listedRow(id, operation),
    ...translations.map((language) => ({
      operationId: `${id}In${languageInWords(language).replaceAll(' ', '')}`,
      id,
      operation,
      language,
      path: factPath(language, path.slice(API_ROOT.length)),
      summary: `${summary}, in ${languageInWords(language)}`,
    })),
  ]
})

export const operationsOf = (firm: Offering): ListedOperation[] =>
  LISTED_OPERATIONS.filter(({ operation }) => isOffered(firm, operation.offer))

type AreaIds = ReadonlyMap<Language, readonly string[]>

/** Lists a path with `{id}` once for each area, and no path with a secret. */
export function apiIndex(firm: Pick<Firm, 'name'> & Offering, base: string, areas: AreaIds): ApiIndex {
  const listed = operationsOf(firm).filter(({ path }) => !path.replace('{id}', '').includes('{'))
  const links = listed.flatMap(({ operationId, operation, language, path, summary }) => {
    const inLanguage = areas.get(language)
    const ids = inLanguage && !path.includes('{id}') ? [''] : (inLanguage ?? [])
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

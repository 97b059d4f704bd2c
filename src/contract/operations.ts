/**
 * The table of public operations. Validation, the OpenAPI description, the index of the API, the one-machine server
 * and the tests are computed from it.
 */
import * as z from 'zod'
import { API_ROOT, API_VERSION, PATHS } from '../site.ts'
import { Faq } from '../firm/faq.ts'
import { Firm } from '../firm/firm.ts'
import { InquiryReceipt } from '../inquiries/inquiry.ts'
import { PracticeArea, PracticeAreas } from '../firm/practice-area.ts'
import { AGENT_OPERATIONS } from './agent-operations.ts'
import type { ContentSchemas, Operation } from './operation.ts'

/** Response of `GET /api/v1/health`. */
export const Health = z
  .object({ status: z.literal('ok').describe('The text "ok" when the service is reachable.') })
  .describe('The state of the service.')

/** Response of `GET /api/v1/ready`. */
const Ready = z
  .object({ status: z.literal('ready').describe('The text "ready" when the service can store what it is sent.') })
  .describe('Whether the service can store.')

/** Response of `GET /api/v1`. */
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
const site = { method: 'GET', servedBy: 'site', status: 200, problems: [] } as const

/** The table of operations. */
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
  getReady: {
    method: 'GET',
    servedBy: 'function',
    path: PATHS.ready,
    tag: 'Service',
    summary: 'Whether the service can store',
    description:
      'For monitoring. Returns "ready" after something was written to the storage, read and removed again. If that fails, ' +
      'the problem says in `failed` which of the three it was. The storage is checked once in five seconds at most; ' +
      'in between, the last result is returned.',
    limit: 'ready',
    token: 'ignored',
    output: Ready,
    status: 200,
    idempotent: false,
    errorFormat: 'problem',
    problems: [],
    errors: [],
  },
  getFirm: {
    ...site,
    path: `${API_ROOT}/firm`,
    tag: 'Firm',
    summary: 'The firm',
    description: `Name, address, telephone, hours and notices of the firm. ${GENERAL}`,
    output: Firm,
  },
  listPracticeAreas: {
    ...site,
    path: `${API_ROOT}/practice-areas`,
    tag: 'Firm',
    summary: 'The practice areas',
    description: 'The areas of law the firm works in. Their ids are the topics of an inquiry.',
    output: PracticeAreas,
  },
  getPracticeArea: {
    ...site,
    path: `${API_ROOT}/practice-areas/{id}`,
    tag: 'Firm',
    summary: 'One practice area',
    description: `One practice area with its full text as Markdown. ${GENERAL}`,
    output: PracticeArea,
    problems: ['not-found'],
  },
  listFaq: {
    ...site,
    path: `${API_ROOT}/faq`,
    tag: 'Firm',
    summary: 'Questions and answers',
    description: `Questions people ask the firm, with answers. ${GENERAL}`,
    output: Faq,
  },
  createInquiry: {
    method: 'POST',
    servedBy: 'function',
    path: `${API_ROOT}/inquiries`,
    tag: 'Inquiries',
    summary: 'Send a consultation request',
    description:
      'Sends a request for a consultation to the firm; the same as the contact form of the site. ' +
      'It creates no attorney-client relationship and gives no legal advice. Show the person the exact text and the ' +
      'notices of the firm, and get an explicit yes, before sending. No token is needed; a bearer token that is sent must be ' +
      'valid and have the scope `inquiries.write`, or the request is rejected. ' +
      'The inquiry is stored, encrypted, before the response is sent. No operation returns a stored inquiry.',
    consumes: 'application/json',
    limit: 'inquiries',
    countsValidOnly: true,
    token: 'optional',
    scope: 'inquiries.write',
    input: ({ inquiryRequest }: ContentSchemas) => inquiryRequest,
    output: InquiryReceipt,
    status: 202,
    idempotent: true,
    errorFormat: 'problem',
    problems: [],
    errors: [],
  },
  ...AGENT_OPERATIONS,
} as const satisfies Record<string, Operation>

export type Operations = typeof OPERATIONS
export type OperationId = keyof Operations
/** Ids of the operations that a function performs: each must have a handler. */
export type FunctionOperationId = {
  [Id in OperationId]: Operations[Id]['servedBy'] extends 'function' ? Id : never
}[OperationId]

/** Ids of the operations served from a file of the build. */
export type SiteOperationId = Exclude<OperationId, FunctionOperationId>

/**
 * The index of the API, computed from the table.
 * @param firmName name of the firm
 * @param base base address
 * @param areas ids of the practice areas: a path with a variable is listed once for each
 */
export function apiIndex(firmName: string, base: string, areas: readonly string[]): ApiIndex {
  const links = Object.entries(OPERATIONS).flatMap(([rel, operation]) => {
    const paths = operation.path.includes('{id}')
      ? areas.map((id) => operation.path.replace('{id}', id))
      : [operation.path]
    return paths.map((path) => ({ rel, method: operation.method, href: base + path, title: operation.summary }))
  })
  const documents = [
    { rel: 'service-desc', href: base + PATHS.openapi, title: 'OpenAPI description' },
    { rel: 'service-doc', href: base + PATHS.agents, title: 'How to use this API' },
    { rel: 'terms-of-service', href: base + PATHS.disclaimer, title: 'Disclaimer' },
    { rel: 'privacy-policy', href: base + PATHS.privacy, title: 'Privacy' },
  ].map((link) => ({ ...link, method: 'GET' }))
  return { name: firmName, version: API_VERSION, links: [...links, ...documents] }
}

/**
 * The OpenAPI 3.1.0 description, computed from the table of operations.
 */
import * as z from 'zod'
import { API_VERSION, PATHS, problemPath } from '../site.ts'
import { PROBLEMS, type ProblemCode } from '../problem.ts'
import type { Firm } from '../practice/firm.ts'
import { type PracticeArea, topicsOf } from '../practice/practice-area.ts'
import { examplesFor } from './examples.ts'
import { type FunctionOperation, type Operation, operationsFor, type Scope } from './operations.ts'

type Json = Record<string, unknown>

/** Name of the schema of a problem in the description. */
const PROBLEM_SCHEMA = 'Problem'
const SCOPES: Record<Scope, string> = {
  'firm.read': 'Read what the firm publishes; needed nowhere, because all of it is public.',
  'inquiries.write': 'Send inquiries.',
}

/** RFC 9457, with the two members of this service. */
const Problem = z
  .object({
    type: z.url().describe('Page that explains the problem.'),
    title: z.string().describe('What is wrong, in a few words; the same for each problem of a type.'),
    status: z.int().describe('Status of the answer.'),
    detail: z.string().describe('How to mend this request.'),
    code: z.string().describe('Name of the problem, the last part of its type.'),
    errors: z
      .array(
        z.object({
          pointer: z.string().describe('Where: a JSON Pointer (RFC 6901) into the body.'),
          detail: z.string().describe('What must be there.'),
        }),
      )
      .optional()
      .describe('Every fault of the body at once. Values are not repeated.'),
  })
  .describe('A problem, RFC 9457.')

/**
 * Builds the description.
 * @param base base address
 * @param firm the firm, for the contact
 * @param areas the practice areas, for topics and examples
 */
export function openapi(base: string, firm: Firm, areas: readonly PracticeArea[]): Json {
  const operations: Record<string, Operation> = operationsFor(topicsOf(areas))
  const examples = examplesFor(base, firm, areas)
  const paths: Record<string, Json> = {}
  const schemas: Json = { [PROBLEM_SCHEMA]: schemaOf(Problem, 'output') }
  for (const [id, operation] of Object.entries(operations)) {
    const name = id.charAt(0).toUpperCase() + id.slice(1)
    schemas[`${name}Response`] = schemaOf(operation.output, 'output')
    if (operation.servedBy === 'function') schemas[`${name}Request`] = schemaOf(operation.input, 'input')
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(id, name, operation, examples[id as keyof typeof examples], base),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${firm.name}: information and consultation requests`,
      version: API_VERSION,
      summary: 'Public facts about a Florida law practice, and a way to ask it for a consultation.',
      description: `${firm.notices.automated}\n\n${firm.notices.inquiry}\n\nNotices: ${base}${PATHS.disclaimer} and ${base}${PATHS.privacy}`,
      termsOfService: base + PATHS.disclaimer,
      contact: { name: firm.name, email: firm.email, url: base + PATHS.contact },
      license: { name: 'Text of the firm, all rights reserved', url: base + PATHS.disclaimer },
    },
    externalDocs: { description: 'How to use this API', url: base + PATHS.agents },
    servers: [{ url: base, description: firm.name }],
    tags: [
      { name: 'Firm', description: 'What the firm publishes.' },
      { name: 'Inquiries', description: 'Requests for a consultation.' },
      { name: 'Service', description: 'The service itself.' },
    ],
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'opaque',
          description: `An access token. Scopes: ${Object.entries(SCOPES).map(([scope, what]) => `\`${scope}\`: ${what}`).join(' ')}`,
        },
      },
    },
  }
}

function describe(id: string, name: string, operation: Operation, example: { request?: unknown; response: unknown }, base: string): Json {
  const isFunction = operation.servedBy === 'function'
  return {
    operationId: id,
    summary: operation.summary,
    description: operation.description,
    tags: [operation.tag],
    security: isFunction ? [...(operation.open ? [{}] : []), { bearer: [] }] : [],
    ...parametersOf(operation, example.response),
    ...(isFunction && {
      requestBody: {
        required: true,
        content: { [operation.consumes]: { schema: ref(`${name}Request`), example: example.request } },
      },
    }),
    responses: {
      [operation.status]: {
        description: operation.status === 202 ? 'Accepted and stored.' : 'Found.',
        headers: isFunction ? BUDGET_HEADERS : CACHE_HEADERS,
        content: { 'application/json': { schema: ref(`${name}Response`), example: example.response } },
      },
      ...(!isFunction && { 304: { description: 'Not changed since the ETag in If-None-Match.' } }),
      ...problemResponses(operation.problems, base),
      // A document is there or it is not: what is left is asking for it in another way.
      ...(!isFunction && { '4XX': problemResponse(['method-not-allowed'], base) }),
    },
  }
}

const header = (description: string, schema: Json) => ({ description, schema })
const BUDGET_HEADERS = {
  RateLimit: header('What is left of the budget: `r` requests, `t` seconds until it is full again.', { type: 'string' }),
  'RateLimit-Policy': header('The budget: `q` requests in `w` seconds.', { type: 'string' }),
}
const CACHE_HEADERS = { ETag: header('Version of the document, for If-None-Match.', { type: 'string' }) }
const PROBLEM_HEADERS: Partial<Record<ProblemCode, Json>> = {
  'method-not-allowed': { Allow: header('The methods that the address takes.', { type: 'string' }) },
  invalid_token: { 'WWW-Authenticate': header('Where to read how to get a token (RFC 9728).', { type: 'string' }) },
  'rate-limited': { 'Retry-After': header('Seconds to wait.', { type: 'integer', minimum: 1 }), ...BUDGET_HEADERS },
  'service-unavailable': { 'Retry-After': header('Seconds to wait.', { type: 'integer', minimum: 1 }) },
}

/** Problems that share a status share an answer; each is an example of it. */
function problemResponses(codes: readonly ProblemCode[], base: string): Json {
  const byStatus = Object.groupBy(codes, (code) => String(PROBLEMS[code].status))
  return Object.fromEntries(Object.entries(byStatus).map(([status, group = []]) => [status, problemResponse(group, base)]))
}

function problemResponse(codes: readonly ProblemCode[], base: string): Json {
  const example = (code: ProblemCode) => ({ summary: PROBLEMS[code].title, value: exampleProblem(code, base) })
  return {
    description: codes.map((code) => PROBLEMS[code].title).join('; or: '),
    headers: Object.assign({}, ...codes.map((code) => PROBLEM_HEADERS[code])),
    content: {
      'application/problem+json': { schema: ref(PROBLEM_SCHEMA), examples: Object.fromEntries(codes.map((code) => [code, example(code)])) },
    },
  }
}

function exampleProblem(code: ProblemCode, base: string): Json {
  const { title, status, mend } = PROBLEMS[code]
  const errors = code === 'invalid-request' ? { errors: [{ pointer: '/email', detail: 'must be one e-mail address, like ana@example.com' }] } : {}
  return { type: base + problemPath(code), title, status, detail: mend, code, ...errors }
}

function parametersOf(operation: Operation, response: unknown): Json {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: 'Id of the practice area, from the list of practice areas.',
    schema: { type: 'string' },
    example: (response as Json)[name],
  }))
  const inHeader = (operation as FunctionOperation).idempotent
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'Makes repeating safe: the same key with the same body is taken once and answered alike for 24 hours. 1 to 255 visible ASCII characters, a UUID for example.',
          schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
          example: '7f0c1c1e-5a0e-4f43-9c57-0d3f0f1c2a9b',
        },
      ]
    : []
  const parameters = [...inPath, ...inHeader]
  return parameters.length > 0 ? { parameters } : {}
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' })
  return rest
}

/** Computes the OpenAPI 3.1.0 description from the tables of operations and of metadata. */
import * as z from 'zod'
import { isOffered } from '../offers.ts'
import { PROBLEMS } from '../problem.ts'
import { API_VERSION, PATHS } from '../site.ts'
import type { Firm } from '../firm/firm.ts'
import { noticesOf, officeOf } from '../firm/notices.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES } from '../language.ts'
import { capitalized } from '../letters.ts'
import type { PracticeArea } from '../firm/practice-area.ts'
import { topicsOf } from '../firm/topics.ts'
import { IDEMPOTENCY_KEY, inquiryRequest } from '../inquiries/inquiry-request.ts'
import { InquiryReceipt, receiptSchema } from '../inquiries/inquiry.ts'
import { InquiryStatus, statusSchema } from '../inquiries/public-status.ts'
import { type Example, examplesFor, type Published } from './examples.ts'
import { type FunctionOperation, inputSchema, type Operation, problemsOf } from './operation.ts'
import { LISTED_METADATA, metadataExamples } from './metadata.ts'
import * as parts from './openapi-parts.ts'
import type { Json } from './openapi-parts.ts'
import { type ListedOperation, operationsOf } from './operations.ts'

export function openapi(base: string, firm: Firm, areas: readonly PracticeArea[], published: Published = {}): Json {
  const contentSchemas = { inquiryRequest: inquiryRequest(topicsOf(areas)) }
  const examples: Record<string, Example> = {
    ...examplesFor(base, firm, areas, published),
    ...metadataExamples(base, firm.name),
  }
  const hasTokens = isOffered(firm, 'agents')
  const paths: Record<string, Json> = {}
  const { Problem, McpMessage, McpResult, McpEvents, McpRefusal } = parts.SCHEMAS
  const schemas: Json = {
    Problem,
    ...(hasTokens && { OAuthError: schemaOf(parts.OAuthError, 'output') }),
    ...(isOffered(firm, 'mcp') && { McpMessage, McpResult, McpEvents, McpRefusal }),
  }
  const { languages = LANGUAGES } = published
  const listed = [...operationsOf(firm), ...LISTED_METADATA.filter(({ operation }) => isOffered(firm, operation.offer))]
    .filter(({ language }) => languages.includes(language))
    .map((row) => ({ ...row, operation: asOffered(row.operation, firm) }))
  for (const row of listed) {
    const { id, operation, path } = row
    const name = capitalized(id)
    if (operation.output) schemas[`${name}Response`] = schemaOf(operation.output, 'output')
    const input = operation.servedBy === 'function' && inputSchema(operation, contentSchemas)
    if (input) schemas[`${name}Request`] = schemaOf(input, 'input')
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: describe({ ...row, name, base, example: examples[id] ?? {} }),
    }
  }
  if (isOffered(firm, 'mcp')) paths[PATHS.mcp] = { post: parts.mcpOperation(hasTokens ? bearer() : undefined) }
  return {
    openapi: '3.1.0',
    info: {
      title: `${firm.name}: information and consultation requests`,
      version: API_VERSION,
      summary: `Public facts about a Florida law practice${isOffered(firm, 'programInquiries') ? ', and a way to ask it for a consultation' : ''}.`,
      description: `${officeOf(firm)}\n\n${noticesOf('openapi', firm.notices).join('\n\n')}\n\nNotices: ${base}${PATHS.disclaimer} and ${base}${PATHS.privacy}`,
      termsOfService: base + PATHS.disclaimer,
      contact: { name: firm.name, email: firm.email, url: base + PATHS.contact },
      license: { name: 'Text of the firm, all rights reserved', url: base + PATHS.disclaimer },
    },
    externalDocs: { description: 'How to use this API', url: base + PATHS.agents },
    servers: [{ url: base, description: firm.name }],
    tags: parts.TAGS.filter(({ name }) => JSON.stringify(paths).includes(`"tags":["${name}"]`)),
    paths,
    components: { schemas, ...(hasTokens && { securitySchemes: parts.securitySchemes(base) }) },
  }
}

/** Leaves out the tokens, problems and response members of what the firm does not offer. */
function asOffered(operation: Operation, firm: Firm): Operation {
  if (operation.servedBy === 'site') return operation
  const { scope: _scope, ...open } = operation
  const row: FunctionOperation = {
    ...(isOffered(firm, 'agents') ? operation : { ...open, token: 'ignored' }),
    problems: operation.problems.filter((code) => isOffered(firm, PROBLEMS[code].offer ?? 'always')),
  }
  if (row.output === InquiryStatus) return { ...row, output: statusSchema(firm) }
  return row.output === InquiryReceipt ? { ...row, output: receiptSchema(firm) } : row
}

/** One token meets both schemes of the requirement: it is sent as a bearer token, and was issued with the scope. */
const bearer = (scope?: string): Json => ({ bearer: [], ...(scope !== undefined && { oauth: [scope] }) })

/** A request must meet one of these requirements; `{}` stands for a request without a token. */
const securityOf = ({ token, scope }: FunctionOperation): Json[] =>
  token === 'ignored' ? [] : [...(token === 'optional' ? [{}] : []), bearer(scope)]

const tokenNote = ({ token, scope }: FunctionOperation) =>
  token === 'optional'
    ? ` No token is needed; a bearer token that is sent must be valid and have the scope \`${scope}\`, or the request is rejected.`
    : ''

interface Described extends Omit<ListedOperation, 'id'> {
  /** Prefix of the names of the operation's schemas. */
  name: string
  base: string
  example: Example
}

function describe(described: Described): Json {
  const { operationId, operation, summary, description, language, name, base, example } = described
  const isFunction = operation.servedBy === 'function'
  const mediaType = (isFunction ? undefined : operation.mediaType) ?? 'application/json'
  return {
    operationId,
    summary,
    description: description + (isFunction ? tokenNote(operation) : ''),
    tags: [operation.tag],
    security: isFunction ? securityOf(operation) : [],
    ...parametersOf(described),
    ...(isFunction &&
      operation.consumes && {
        requestBody: {
          required: true,
          content: { [operation.consumes]: { schema: ref(`${name}Request`), example: example.request } },
        },
      }),
    responses: {
      [operation.status]: {
        description: operation.status === 202 ? 'Accepted and stored.' : 'Done.',
        headers: isFunction
          ? parts.RATE_LIMIT_HEADERS
          : { ...parts.CACHE_HEADERS, ...(operation.translated && contentLanguage(language)) },
        ...(operation.output && {
          content: {
            [mediaType]: {
              schema: ref(`${name}Response`),
              // The examples are in the first language.
              ...(language === FIRST_LANGUAGE && { example: example.response }),
            },
          },
        }),
      },
      ...(!isFunction && { 304: { description: 'Not changed since the ETag in If-None-Match.' } }),
      ...parts.describeProblems(problemsOf(operation), base),
      ...(isFunction && parts.errorResponses(operation)),
      // Besides these problems, a static file rejects only a wrong method.
      ...(!isFunction && { '4XX': parts.describeProblem(['method-not-allowed'], base) }),
    },
  }
}

function parametersOf({ operation, variable, example }: Described): Json {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: variable,
    schema: { type: 'string' },
    example: example.variable ?? (example.response as Json)[name],
  }))
  const inHeader = parts.idempotencyKey(schemaOf(IDEMPOTENCY_KEY, 'input'))
  const parameters = [...inPath, ...('idempotent' in operation && operation.idempotent ? [inHeader] : [])]
  return parameters.length > 0 ? { parameters } : {}
}

const contentLanguage = (language: Language) => ({
  'Content-Language': { description: 'Language of the texts.', schema: { type: 'string', const: language } },
})

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

function schemaOf(schema: z.ZodType | Json, io: 'input' | 'output'): Json {
  if (!(schema instanceof z.ZodType)) return schema
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' })
  return rest
}

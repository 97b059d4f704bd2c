/** Parts of the OpenAPI description that do not follow from the tables of operations, and the descriptions of errors. */
import { GRANT_TYPES, ID_JAG_TYPE, IdentityResponse } from '../agents/agent-schemas.ts'
import { REGISTRATION_TYPES } from '../agents/registration.ts'
import { ALL_SCOPES } from '../agents/scope.ts'
import { type ProblemCode, PROBLEMS, STORE_STEPS } from '../problem.ts'
import { MCP_VERSIONS, PATHS, problemPath } from '../site.ts'
import { fillData } from '../words.ts'
import parts from './openapi-parts.json' with { type: 'json' }
import * as z from 'zod'
import { described } from '../described.ts'
import { AGENT_ERRORS, type AgentErrorCode } from '../agents/agent-error.ts'
import { EMAIL_RULE } from '../email-address.ts'
import { KEY_RULE } from '../inquiries/inquiry-request.ts'
import { agentErrorsOf, type FunctionOperation } from './operation.ts'

export type Json = Record<string, unknown>

export const TAGS = parts.tags

/** The scheme `oauth` names no flow: OpenAPI has none for this grant, and generators drop a scheme with an unknown flow. */
export const securitySchemes = (base: string): Json => fillData(parts.securitySchemes, { ...PATHS, base })

/** JSON Schemas by name. */
export const SCHEMAS = fillData(parts.schemas, {
  scopes: ALL_SCOPES,
  grantTypes: GRANT_TYPES,
  idJagType: ID_JAG_TYPE,
  registrationTypes: REGISTRATION_TYPES,
  storeSteps: STORE_STEPS,
})
/** This schema has all members of the authorization server's metadata, and more. */
export const OPENID_CONFIGURATION: Json = {
  ...SCHEMAS.AuthorizationServer,
  properties: { ...SCHEMAS.AuthorizationServer.properties, ...SCHEMAS.OpenidConfiguration.properties },
  required: [...SCHEMAS.AuthorizationServer.required, ...SCHEMAS.OpenidConfiguration.required],
  description: SCHEMAS.OpenidConfiguration.description,
}

/**
 * Describes only the envelope of messages to `/mcp`; the protocol and the server describe the rest.
 * @param bearer the security requirement of calls with a token; undefined when the firm offers no tokens
 */
export const mcpOperation = (bearer: Json | undefined): Json =>
  fillData(parts.mcp, {
    mcpVersions: MCP_VERSIONS,
    security: bearer ? [{}, bearer] : [],
    tokenNote: bearer ? parts.mcpTokenNote : '',
  })

/** @returns the description of the header @param schema of the key */
export const idempotencyKey = (schema: Json): Json => fillData(parts.idempotencyKey, { keyRule: KEY_RULE, schema })

/** RFC 6749 section 5.2. The description is in two members, because clients read one or the other. */
export const OAuthError = described('An error of the OAuth and agent endpoints.', {
  error: z.string().describe('Name of the error.'),
  error_description: z.string().describe('How to fix the request.'),
  message: z.string().describe('The same sentence.'),
  ...IdentityResponse.pick({
    registration_id: true,
    claim_url: true,
    claim_token: true,
    claim_token_expires: true,
  }).partial().shape,
  max_age: z.int().optional().describe('With `login_required`: the oldest sign-in that is accepted, seconds.'),
  claim: IdentityResponse.shape.claim.describe(
    'With `interaction_required`, like `registration_id` and the members that begin with `claim`: the claim that the person must confirm.',
  ),
})

const headersNamed = (...names: (keyof typeof parts.headers)[]): Json =>
  Object.fromEntries(names.map((name) => [name, parts.headers[name]]))

export const RATE_LIMIT_HEADERS = headersNamed('RateLimit', 'RateLimit-Policy')
export const CACHE_HEADERS = headersNamed('ETag')
const CHALLENGE = headersNamed('WWW-Authenticate')
const WAIT = headersNamed('Retry-After')
const PROBLEM_HEADERS: Partial<Record<ProblemCode, Json>> = {
  'method-not-allowed': headersNamed('Allow'),
  'missing-token': CHALLENGE,
  insufficient_scope: CHALLENGE,
  invalid_token: CHALLENGE,
  'rate-limited': { ...WAIT, ...RATE_LIMIT_HEADERS },
  'service-unavailable': WAIT,
}

/** Groups errors, because those with the same status are examples of one response. */
function responsesByStatus<T>(errors: readonly T[], statusOf: (error: T) => number, describe: (group: T[]) => Json) {
  const groups = Object.entries(Object.groupBy(errors, (error) => String(statusOf(error))))
  return Object.fromEntries(groups.map(([status, group = []]) => [status, describe(group)]))
}

const statusOf = (code: ProblemCode) => PROBLEMS[code].status

export const describeProblems = (codes: readonly ProblemCode[], base: string): Json =>
  responsesByStatus(codes, statusOf, (group) => describeProblem(group, base))

export function describeProblem(codes: readonly ProblemCode[], base: string): Json {
  const examples = codes.map(
    (code) => [code, { summary: PROBLEMS[code].title, value: exampleProblem(code, base) }] as const,
  )
  return {
    description: codes.map((code) => PROBLEMS[code].title).join('; or: '),
    headers: Object.assign({}, ...codes.map((code) => PROBLEM_HEADERS[code])),
    content: contentOf('application/problem+json', 'Problem', examples),
  }
}

const contentOf = (
  type: string,
  schema: 'Problem' | 'OAuthError',
  examples: (readonly [code: string, example: Json])[],
) => ({ [type]: { schema: { $ref: `#/components/schemas/${schema}` }, examples: Object.fromEntries(examples) } })

function exampleProblem(code: ProblemCode, base: string): Json {
  const { title, status, fix } = PROBLEMS[code]
  const errors = code === 'invalid-request' ? { errors: [{ pointer: '/email', detail: EMAIL_RULE }] } : {}
  return { type: base + problemPath(code), title, status, detail: fix, code, ...errors }
}

/** The error responses of an OAuth endpoint; empty for other operations. */
export function errorResponses(operation: FunctionOperation): Json {
  const rows = [
    ...agentErrorsOf(operation).map((code) => ({ code, ...AGENT_ERRORS[code] })),
    ...problemsWithOwnStatus(operation).map((problem) => ({
      code: 'invalid_request' as const,
      status: PROBLEMS[problem].status,
      description: PROBLEMS[problem].fix.replaceAll('`', ''),
    })),
  ]
  return responsesByStatus(rows, ({ status }) => status, errorResponse)
}

/** The problems that an OAuth endpoint reports as `invalid_request`, with a status other than 400. */
function problemsWithOwnStatus({ errorFormat, consumes, output }: FunctionOperation): ProblemCode[] {
  if (errorFormat === 'problem') return []
  return [
    ...(output ? (['not-acceptable'] as const) : []),
    ...(consumes ? (['content-too-large'] as const) : []),
    ...(consumes === 'application/json' ? (['unsupported-media-type'] as const) : []),
  ]
}

function errorResponse(rows: readonly { code: AgentErrorCode; description: string }[]): Json {
  const waits = rows.some(({ code }) => code === 'rate_limited' || code === 'temporarily_unavailable')
  const examples = rows.map(
    ({ code, description: error_description }) =>
      [code, { value: { error: code, error_description, message: error_description } }] as const,
  )
  return {
    description: rows.map(({ description }) => description).join(' Or: '),
    headers: waits ? WAIT : {},
    content: contentOf('application/json', 'OAuthError', examples),
  }
}

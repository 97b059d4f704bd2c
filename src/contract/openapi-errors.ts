import * as z from 'zod'
import { AGENT_ERRORS, type AgentErrorCode } from '../agents/agent-error.ts'
import { IdentityResponse } from '../agents/agent-schemas.ts'
import { EMAIL_RULE } from '../email-address.ts'
import type { Language } from '../language.ts'
import { PROBLEMS, type ProblemCode, STORE_STEPS } from '../problem.ts'
import { problemPath } from '../site.ts'
import { agentErrorsOf, type FunctionOperation } from './operation.ts'

type Json = Record<string, unknown>

/** RFC 9457, with the extension members `code`, `errors` and `failed`. */
const Problem = z
  .object({
    type: z.url().describe('Address of its explanation.'),
    title: z.string().describe('What is wrong, in a few words; the same for each problem of a type.'),
    status: z.int().describe('HTTP status of the response.'),
    detail: z.string().describe('How to fix this request.'),
    code: z.string().describe('Name of the problem, which its type ends with.'),
    errors: z
      .array(
        z.object({
          pointer: z.string().describe('JSON Pointer (RFC 6901) into the body.'),
          detail: z.string().describe('What must be there.'),
        }),
      )
      .optional()
      .describe('Every error in the body at once. The values that were sent are not repeated.'),
    failed: z
      .enum(STORE_STEPS)
      .optional()
      .describe('With `service-unavailable`, where the storage was checked: what it could not do.'),
  })
  .describe('A problem, RFC 9457.')

/** RFC 6749 section 5.2. The description is in two members, because clients read one or the other. */
const OAuthError = z
  .object({
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
  .describe('An error of the OAuth and agent endpoints.')

export const ERROR_SCHEMAS = { Problem, OAuthError }

const header = (description: string, schema: Json) => ({ description, schema })
export const BUDGET_HEADERS = {
  RateLimit: header('The remaining budget: `r` requests, and `t` seconds until it is full again.', { type: 'string' }),
  'RateLimit-Policy': header('The budget: `q` requests in `w` seconds.', { type: 'string' }),
}
export const CACHE_HEADERS = { ETag: header('Version of the document, for If-None-Match.', { type: 'string' }) }
export const contentLanguage = (language: Language) => ({
  'Content-Language': header('Language of the texts.', { type: 'string', const: language }),
})
const CHALLENGE = {
  'WWW-Authenticate': header('Address of the metadata that says how to get a token (RFC 9728).', { type: 'string' }),
}
const PROBLEM_HEADERS: Partial<Record<ProblemCode, Json>> = {
  'method-not-allowed': { Allow: header('The methods that the address accepts.', { type: 'string' }) },
  'missing-token': CHALLENGE,
  insufficient_scope: CHALLENGE,
  invalid_token: CHALLENGE,
  'rate-limited': { 'Retry-After': header('Seconds to wait.', { type: 'integer', minimum: 1 }), ...BUDGET_HEADERS },
  'service-unavailable': { 'Retry-After': header('Seconds to wait.', { type: 'integer', minimum: 1 }) },
}

/** Problems with the same status are examples of one response. */
export function describeProblems(codes: readonly ProblemCode[], base: string): Json {
  const byStatus = Object.groupBy(codes, (code) => String(PROBLEMS[code].status))
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group = []]) => [status, describeProblem(group, base)]),
  )
}

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
  schema: keyof typeof ERROR_SCHEMAS,
  examples: (readonly [code: string, example: Json])[],
) => ({ [type]: { schema: { $ref: `#/components/schemas/${schema}` }, examples: Object.fromEntries(examples) } })

function exampleProblem(code: ProblemCode, base: string): Json {
  const { title, status, fix } = PROBLEMS[code]
  const errors = code === 'invalid-request' ? { errors: [{ pointer: '/email', detail: EMAIL_RULE }] } : {}
  return { type: base + problemPath(code), title, status, detail: fix, code, ...errors }
}

/** Errors with the same status are examples of one response. */
export function errorResponses(operation: FunctionOperation): Json {
  const rows = [
    ...agentErrorsOf(operation).map((code) => ({ code, ...AGENT_ERRORS[code] })),
    ...unreadableRequests(operation).map((problem) => ({
      code: 'invalid_request' as const,
      status: PROBLEMS[problem].status,
      description: PROBLEMS[problem].fix.replaceAll('`', ''),
    })),
  ]
  const byStatus = Object.groupBy(rows, ({ status }) => String(status))
  return Object.fromEntries(Object.entries(byStatus).map(([status, group = []]) => [status, errorResponse(group)]))
}

/** Requests that an OAuth endpoint refuses with another status than 400. */
function unreadableRequests({ errorFormat, consumes, output }: FunctionOperation): ProblemCode[] {
  if (errorFormat === 'problem') return []
  const problems = [
    output && 'not-acceptable',
    consumes && 'content-too-large',
    consumes === 'application/json' && 'unsupported-media-type',
  ] as const
  return problems.filter((problem) => typeof problem === 'string')
}

function errorResponse(rows: readonly { code: AgentErrorCode; description: string }[]): Json {
  const waits = rows.some(({ code }) => code === 'rate_limited' || code === 'temporarily_unavailable')
  const examples = rows.map(
    ({ code, description: error_description }) =>
      [code, { value: { error: code, error_description, message: error_description } }] as const,
  )
  return {
    description: rows.map(({ description }) => description).join(' Or: '),
    headers: waits ? PROBLEM_HEADERS['service-unavailable'] : {},
    content: contentOf('application/json', 'OAuthError', examples),
  }
}

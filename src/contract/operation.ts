import type * as z from 'zod'
import type { AgentErrorCode } from '../agents/agent-error.ts'
import type { Scope } from '../agents/scope.ts'
import type { inquiryRequest } from '../inquiries/inquiry-request.ts'
import type { Offer } from '../offers.ts'
import type { LimitName } from '../rate-limits.ts'
import type { ProblemCode } from '../problem.ts'

interface CommonOperation {
  /** Path with RFC 6570 variables, as in OpenAPI. */
  path: string
  /** The operation exists only while the firm offers this. */
  offer: Offer
  tag: 'Firm' | 'Inquiries' | 'Agents' | 'Service'
  /** Problems beyond those that follow from the other members of the row. */
  problems: readonly ProblemCode[]
}

/** The response is a file that the build wrote. The exception is `getKeys`: a function answers, like a file. */
export interface SiteOperation extends CommonOperation {
  method: 'GET'
  servedBy: 'site'
  status: 200
  /** A JSON Schema if the code does not need its types. */
  output: z.ZodType | Readonly<Record<string, unknown>>
  /** True if the response has texts of the firm, in each language of the site. */
  translated?: boolean
  /** The default is `application/json`. */
  mediaType?: string
}

/** Schemas that depend on the firm's content. */
export interface ContentSchemas {
  inquiryRequest: ReturnType<typeof inquiryRequest>
}

/** The response comes from a function, which `src/api/operation-endpoint.ts` makes from the row. */
export interface FunctionOperation extends CommonOperation {
  method: 'GET' | 'POST'
  servedBy: 'function'
  status: 200 | 202
  limit: LimitName
  /** A further limit, which counts the claims that a caller starts. */
  claimLimit?: LimitName
  /** Requests with an invalid body, token or idempotency key do not count towards the limit. */
  countsValidOnly?: boolean
  /** Unless tokens are ignored, a bearer token that is sent must be valid. */
  token: 'ignored' | 'optional' | 'required'
  scope?: Scope
  /** Media type of the request body; its schema is `input`. */
  consumes?: 'application/json' | 'application/x-www-form-urlencoded'
  input?: z.ZodType | ((schemas: ContentSchemas) => z.ZodType)
  output: z.ZodType | undefined
  /** True if a request with the same Idempotency-Key is accepted once. */
  idempotent: boolean
  /** `problem` is RFC 9457, `oauth` is RFC 6749 section 5.2. */
  errorFormat: 'problem' | 'oauth'
  /** Errors of RFC 6749 and auth.md beyond those that follow from the other members of the row. */
  errors: readonly AgentErrorCode[]
}

/** Defaults for the rows of functions. */
export const FUNCTION = {
  method: 'GET',
  servedBy: 'function',
  status: 200,
  token: 'ignored',
  idempotent: false,
  errorFormat: 'problem',
  problems: [],
  errors: [],
} as const

export type Operation = SiteOperation | FunctionOperation

type InputSchema<Row extends FunctionOperation> = Row['input'] extends (...schemas: never) => infer Schema
  ? Schema
  : Row['input']
export type InputOf<Row extends FunctionOperation> =
  InputSchema<Row> extends z.ZodType ? z.output<InputSchema<Row>> : undefined
export type OutputOf<Row extends FunctionOperation> = Row['output'] extends z.ZodType ? z.input<Row['output']> : void

export const inputSchema = ({ input }: Pick<FunctionOperation, 'input'>, schemas: ContentSchemas) =>
  typeof input === 'function' ? input(schemas) : input

const BODY_PROBLEMS = ['malformed-body', 'content-too-large', 'unsupported-media-type'] as const

/** @returns each problem (RFC 9457) that the operation can answer with; none for the error format `oauth` */
export function problemsOf(operation: Operation): ProblemCode[] {
  if (operation.servedBy === 'site') return [...operation.problems]
  if (operation.errorFormat === 'oauth') return []
  const readsToken = operation.token !== 'ignored'
  const codes: (ProblemCode | false)[] = [
    // Two credentials and a bad idempotency key are invalid requests, too.
    (operation.input !== undefined || readsToken || operation.idempotent) && 'invalid-request',
    operation.output !== undefined && 'not-acceptable',
    ...(operation.consumes ? BODY_PROBLEMS : []),
    operation.token === 'required' && 'missing-token',
    readsToken && 'invalid_token',
    operation.scope !== undefined && 'insufficient_scope',
    operation.idempotent && 'idempotency-key-reused',
    ...operation.problems,
    'rate-limited',
    'internal-error',
    'service-unavailable',
  ]
  return [...new Set(codes.filter((code) => code !== false))]
}

/** @returns each error (RFC 6749 section 5.2) that the operation can answer with; none for the error format `problem` */
export function agentErrorsOf({ errorFormat, errors }: FunctionOperation): AgentErrorCode[] {
  if (errorFormat === 'problem') return []
  const always = ['rate_limited', 'server_error', 'temporarily_unavailable'] as const
  return [...new Set<AgentErrorCode>(['invalid_request', ...errors, ...always])]
}

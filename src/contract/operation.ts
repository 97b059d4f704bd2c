/** A row of the table of operations. */
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
  summary: string
  description: string
  tag: 'Firm' | 'Inquiries' | 'Agents' | 'Service'
  variable?: string
  /** Problems it can return, beyond those that follow from its other columns. */
  problems: readonly ProblemCode[]
}

/** An operation served from a file that the build wrote. */
export interface SiteOperation extends CommonOperation {
  method: 'GET'
  servedBy: 'site'
  status: 200
  output: z.ZodType
  /** Whether it gives the firm's texts, which are there in each language of the site. */
  translated?: boolean
  /** Media type of the response, if it is not plain JSON. */
  mediaType?: string
}

/** Schemas that depend on the firm's content. */
export interface ContentSchemas {
  inquiryRequest: ReturnType<typeof inquiryRequest>
}

/** An operation performed by a function, as `src/api/operation-endpoint.ts` reads it. */
export interface FunctionOperation extends CommonOperation {
  method: 'GET' | 'POST'
  servedBy: 'function'
  status: 200 | 202
  limit: LimitName
  /** A further rate limit of callers, which counts the claims that it starts. */
  claimLimit?: LimitName
  /** Whether requests with an invalid body do not count towards the limit. */
  countsValidOnly?: boolean
  /** Whether it reads a bearer token. One that is sent must be valid. */
  token: 'ignored' | 'optional' | 'required'
  scope?: Scope
  /** Media type of the request body; its schema is `input`. */
  consumes?: 'application/json' | 'application/x-www-form-urlencoded'
  input?: z.ZodType | ((schemas: ContentSchemas) => z.ZodType)
  output: z.ZodType | undefined
  /** Whether it honours Idempotency-Key. */
  idempotent: boolean
  /** Form of its errors: RFC 9457, or RFC 6749 section 5.2. */
  errorFormat: 'problem' | 'oauth'
  /** Errors of RFC 6749 and auth.md that it can return, beyond those that follow from its other columns. */
  errors: readonly AgentErrorCode[]
}

/** What most operations of functions have in common. */
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
/** The body of an operation, once it was checked. */
export type InputOf<Row extends FunctionOperation> =
  InputSchema<Row> extends z.ZodType ? z.output<InputSchema<Row>> : undefined
export type OutputOf<Row extends FunctionOperation> = Row['output'] extends z.ZodType ? z.input<Row['output']> : void

/** The schema of an operation's body, with the firm's topics filled in. */
export const inputSchema = ({ input }: Pick<FunctionOperation, 'input'>, schemas: ContentSchemas) =>
  typeof input === 'function' ? input(schemas) : input

/** The problems (RFC 9457) of an operation, each once. */
export function problemsOf(operation: Operation): ProblemCode[] {
  if (operation.servedBy === 'site') return [...operation.problems]
  if (operation.errorFormat === 'oauth') return []
  const readsToken = operation.token !== 'ignored'
  const codes: (ProblemCode | false)[] = [
    // Two credentials and a bad idempotency key are invalid requests, too.
    (operation.input !== undefined || readsToken || operation.idempotent) && 'invalid-request',
    operation.output !== undefined && 'not-acceptable',
    operation.consumes !== undefined && 'malformed-body',
    operation.consumes !== undefined && 'content-too-large',
    operation.consumes !== undefined && 'unsupported-media-type',
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

/** The errors (RFC 6749 section 5.2) of an operation, each once. */
export function agentErrorsOf({ errorFormat, errors }: FunctionOperation): AgentErrorCode[] {
  if (errorFormat === 'problem') return []
  return [
    ...new Set<AgentErrorCode>([
      'invalid_request',
      ...errors,
      'rate_limited',
      'server_error',
      'temporarily_unavailable',
    ]),
  ]
}

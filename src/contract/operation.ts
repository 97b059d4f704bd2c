/**
 * A row of the table of operations.
 */
import type * as z from 'zod'
import type { AgentErrorCode } from '../agents/agent-error.ts'
import type { Scope } from '../agents/scope.ts'
import type { ProblemCode } from '../problem.ts'

interface CommonOperation {
  /** Path with RFC 6570 variables, as in OpenAPI. */
  path: string
  /** One line. */
  summary: string
  description: string
  tag: 'Firm' | 'Inquiries' | 'Agents' | 'Service'
  output: z.ZodType
  /** Problems it can return, beyond those that any address can. */
  problems: readonly ProblemCode[]
}

/** An operation served from a file that the build wrote. */
export interface SiteOperation extends CommonOperation {
  method: 'GET'
  servedBy: 'site'
  status: 200
}

/** An operation performed by a function. */
export interface FunctionOperation extends Omit<CommonOperation, 'output'> {
  method: 'GET' | 'POST'
  servedBy: 'function'
  status: 200 | 202
  /** Undefined if the response has no body. */
  output: z.ZodType | undefined
  /** Media type of the request body; its schema is `input`. */
  consumes?: 'application/json' | 'application/x-www-form-urlencoded'
  input?: z.ZodType
  /** Scope that a bearer token must have, if one is sent. */
  scope?: Scope
  /** Whether it works without a token. */
  open: boolean
  /** Whether it honours Idempotency-Key. */
  idempotent: boolean
  /** Errors that it returns in the form of RFC 6749 section 5.2. */
  errors: readonly AgentErrorCode[]
}

export type Operation = SiteOperation | FunctionOperation

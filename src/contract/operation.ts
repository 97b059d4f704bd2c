/**
 * What a row of the table of operations says.
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
  /** Problems it can answer with, beyond those of any address. */
  problems: readonly ProblemCode[]
}

/** An operation answered by a file that the build wrote. */
export interface SiteOperation extends CommonOperation {
  method: 'GET'
  servedBy: 'site'
  status: 200
}

/** An operation answered by a function. */
export interface FunctionOperation extends Omit<CommonOperation, 'output'> {
  method: 'GET' | 'POST'
  servedBy: 'function'
  status: 200 | 202
  /** Left out where the answer has no body. */
  output: z.ZodType | undefined
  /** Media type of the body, and its schema. */
  consumes?: 'application/json' | 'application/x-www-form-urlencoded'
  input?: z.ZodType
  /** Scope a bearer token must have, where one is sent. */
  scope?: Scope
  /** True when no token is needed. */
  open: boolean
  /** True when it honours Idempotency-Key. */
  idempotent: boolean
  /** Errors in the form that OAuth has for them. */
  errors: readonly AgentErrorCode[]
}

export type Operation = SiteOperation | FunctionOperation

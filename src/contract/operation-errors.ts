/**
 * The errors that an operation can return: those of its row, and those that follow from its other columns.
 */
import type { AgentErrorCode } from '../agents/agent-error.ts'
import type { ProblemCode } from '../problem.ts'
import type { FunctionOperation, Operation } from './operation.ts'

/** The problems (RFC 9457) of an operation, each once. */
export function problemsOf(operation: Operation): ProblemCode[] {
  if (operation.servedBy === 'site') return [...operation.problems]
  if (operation.errorFormat === 'oauth') return []
  const readsToken = operation.token !== 'ignored'
  const codes: (ProblemCode | false)[] = [
    // Also two credentials, and a key that is not valid.
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

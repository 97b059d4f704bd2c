/**
 * Sources of the error codes: RFC 6749 sections 4.1.2.1 and 5.2, RFC 8628 section 3.5, RFC 8707 section 2, and auth.md for the rest.
 * RFC 6749 section 5.2 forbids quotation marks and backslashes in `error_description`.
 */
import errors from './agent-errors.json' with { type: 'json' }

export const AGENT_ERRORS: Readonly<Record<keyof typeof errors, { status: number; description: string }>> = errors
export type AgentErrorCode = keyof typeof AGENT_ERRORS

/** `description` and `members` are sent to the caller; `reason` goes to the log only. */
export class AgentError extends Error {
  override name = 'AgentError'
  readonly code: AgentErrorCode
  readonly description: string
  readonly reason: string | undefined
  readonly members: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    code: AgentErrorCode,
    more: Partial<Pick<AgentError, 'description' | 'reason' | 'members' | 'headers'>> & ErrorOptions = {},
  ) {
    super(code, { cause: more.cause })
    this.code = code
    this.description = more.description ?? AGENT_ERRORS[code].description
    this.reason = more.reason
    this.members = more.members ?? {}
    this.headers = more.headers ?? {}
  }

  get status(): number {
    return AGENT_ERRORS[this.code].status
  }
}

/**
 * Sources: RFC 6749 section 5.2, RFC 6750 section 3.1, RFC 8628 section 3.5, RFC 8707 section 2, and auth.md for the rest.
 * RFC 6749 section 5.2 forbids quotation marks and backslashes in `error_description`.
 */

export const AGENT_ERRORS = {
  invalid_request: { status: 400, description: 'A parameter of the request is missing, repeated or invalid.' },
  invalid_client: { status: 401, description: 'This service has no registered clients. Send no client credentials.' },
  invalid_grant: { status: 400, description: 'The assertion or claim token is invalid.' },
  invalid_scope: { status: 400, description: 'The scope is unknown, malformed, or more than was granted.' },
  invalid_target: { status: 400, description: 'The resource does not belong to this service.' },
  unsupported_grant_type: { status: 400, description: 'The grant type is not supported.' },
  unsupported_response_type: { status: 400, description: 'No one signs in here.' },
  authorization_pending: {
    status: 400,
    description: 'The person has not confirmed yet. Poll again after the interval.',
  },
  slow_down: { status: 400, description: 'Polled too soon. Wait five seconds longer between requests from now on.' },
  access_denied: { status: 400, description: 'The person denied the request, or the registration was revoked.' },
  expired_token: {
    status: 400,
    description: 'The time to confirm has expired, or a wrong code was entered too often.',
  },
  invalid_login_hint: {
    status: 400,
    description: 'The e-mail address is invalid, or is not the one of this registration.',
  },
  invalid_claim_token: { status: 401, description: 'The claim token is unknown.' },
  claim_expired: { status: 410, description: 'The time to claim this registration has expired. Register again.' },
  claim_denied: { status: 403, description: 'The person denied the claim.' },
  claimed_or_in_flight: { status: 409, description: 'The registration is already claimed by another person.' },
  invalid_claim: { status: 400, description: 'No claim was started for this registration.' },
  claim_not_confirmed: { status: 409, description: 'The person has not confirmed the claim yet.' },
  invalid_user_code: { status: 401, description: 'This is not the code that the person was shown after confirming.' },
  user_code_expired: { status: 410, description: 'The code has expired or was already used.' },
  too_many_attempts: { status: 429, description: 'Too many wrong codes.' },
  issuer_not_enabled: { status: 400, description: 'Assertions of this issuer are not accepted here.' },
  invalid_signature: { status: 400, description: 'The signature of the assertion is not valid.' },
  expired: { status: 400, description: 'The assertion has expired, is not valid yet, or is valid for too long.' },
  replay_detected: { status: 400, description: 'The assertion was used before.' },
  invalid_audience: { status: 400, description: 'The assertion is meant for another audience.' },
  missing_verified_email: { status: 400, description: 'The assertion contains no verified e-mail address.' },
  login_required: { status: 401, description: 'The person must sign in with the provider again.' },
  interaction_required: { status: 401, description: 'The person must confirm that this provider speaks for them.' },
  rate_limited: { status: 429, description: 'Too many requests. Wait for the number of seconds in Retry-After.' },
  server_error: { status: 500, description: 'Something went wrong here.' },
  temporarily_unavailable: {
    status: 503,
    description: 'The service cannot process this just now. Wait for the number of seconds in Retry-After.',
  },
} as const satisfies Record<string, { status: number; description: string }>

export type AgentErrorCode = keyof typeof AGENT_ERRORS

/** `description` and `members` are sent to the caller; `reason` goes to the log only. */
export class AgentError extends Error {
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
    this.name = 'AgentError'
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

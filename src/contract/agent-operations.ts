/**
 * The operations by which agents introduce themselves, are claimed, get tokens and give them back: rows of the table of
 * operations.
 */
import type { AgentErrorCode } from '../agents/agent-error.ts'
import { API_ROOT, PATHS } from '../site.ts'
import {
  AgentResponse,
  ClaimRequest,
  ClaimResponse,
  CompleteRequest,
  CompleteResponse,
  IdentityRequest,
  IdentityResponse,
  RevokeRequest,
  TokenRequest,
  TokenResponse,
} from './agent-schemas.ts'
import type { FunctionOperation } from './operation.ts'

const COMMON_ERRORS = [
  'invalid_request',
  'rate_limited',
  'server_error',
  'temporarily_unavailable',
] as const satisfies AgentErrorCode[]
const agent = {
  method: 'POST',
  servedBy: 'function',
  status: 200,
  tag: 'Agents',
  open: true,
  problems: [],
  idempotent: false,
} as const
const jsonBody = { consumes: 'application/json' } as const
const formBody = { consumes: 'application/x-www-form-urlencoded' } as const

export const AGENT_OPERATIONS = {
  registerAgent: {
    ...agent,
    ...jsonBody,
    path: PATHS.identity,
    summary: 'Register an agent',
    description:
      'Introduces an agent: by nothing, or by the e-mail address of the person it acts for. Nothing is stored before a person is involved.',
    input: IdentityRequest,
    output: IdentityResponse,
    errors: ['invalid_login_hint', 'issuer_not_enabled', ...COMMON_ERRORS],
  },
  startClaim: {
    ...agent,
    ...jsonBody,
    path: PATHS.claimStart,
    summary: 'Ask a person to vouch for the agent',
    description:
      'Starts a claim, or starts it anew: earlier codes end. The person confirms on the page, or by telephone or e-mail to the firm.',
    input: ClaimRequest,
    output: ClaimResponse,
    errors: [
      'invalid_login_hint',
      'invalid_claim_token',
      'claim_denied',
      'claimed_or_in_flight',
      'claim_expired',
      ...COMMON_ERRORS,
    ],
  },
  completeClaim: {
    ...agent,
    ...jsonBody,
    path: PATHS.claimComplete,
    summary: 'Complete a claim with the read-back code',
    description: 'For agents that do not poll: takes the code that the person was shown after confirming.',
    input: CompleteRequest,
    output: CompleteResponse,
    errors: [
      'invalid_claim',
      'claim_not_confirmed',
      'invalid_user_code',
      'user_code_expired',
      'claim_denied',
      'too_many_attempts',
      ...COMMON_ERRORS,
    ],
  },
  issueToken: {
    ...agent,
    ...formBody,
    path: PATHS.token,
    summary: 'Get an access token',
    description:
      'Exchanges an identity assertion, or a claim that a person has confirmed. Polling the claim answers `authorization_pending` until then. Access tokens last an hour; there are no refresh tokens.',
    input: TokenRequest,
    output: TokenResponse,
    errors: [
      'invalid_grant',
      'invalid_scope',
      'invalid_target',
      'invalid_client',
      'unsupported_grant_type',
      'authorization_pending',
      'slow_down',
      'access_denied',
      'expired_token',
      ...COMMON_ERRORS,
    ],
  },
  revokeToken: {
    ...agent,
    ...formBody,
    path: PATHS.revoke,
    summary: 'Revoke a token or end a registration',
    description: 'After the answer the token is dead. Unknown tokens are answered alike.',
    input: RevokeRequest,
    output: undefined,
    errors: ['invalid_client', ...COMMON_ERRORS],
  },
  getAgent: {
    method: 'GET',
    servedBy: 'function',
    status: 200,
    path: `${API_ROOT}/agent`,
    tag: 'Agents',
    summary: 'Who the holder of a token is',
    description: 'What the service knows of the agent that calls. A way to check a token.',
    output: AgentResponse,
    open: false,
    idempotent: false,
    problems: [
      'invalid-request',
      'missing-token',
      'invalid_token',
      'rate-limited',
      'internal-error',
      'service-unavailable',
    ],
    errors: [],
  },
} as const satisfies Record<string, FunctionOperation>

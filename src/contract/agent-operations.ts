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
} from '../agents/agent-schemas.ts'
import { FUNCTION, type FunctionOperation } from './operation.ts'

const agents = { tag: 'Agents', offer: 'agents' } as const
const agent = { ...FUNCTION, ...agents, method: 'POST', errorFormat: 'oauth' } as const
const jsonBody = { consumes: 'application/json' } as const
const formBody = { consumes: 'application/x-www-form-urlencoded' } as const

export const AGENT_OPERATIONS = {
  registerAgent: {
    ...agent,
    ...jsonBody,
    path: PATHS.identity,
    limit: 'registration',
    claimLimit: 'claim-start',
    summary: 'Register an agent',
    description:
      'Registers an agent, anonymously or with the e-mail address of the person it acts for. Nothing is stored before a person is involved.',
    input: IdentityRequest,
    output: IdentityResponse,
    errors: [
      'invalid_login_hint',
      'issuer_not_enabled',
      'invalid_scope',
      'invalid_target',
      'invalid_signature',
      'expired',
      'replay_detected',
      'invalid_audience',
      'missing_verified_email',
      'login_required',
      'interaction_required',
    ],
  },
  startClaim: {
    ...agent,
    ...jsonBody,
    path: PATHS.claimStart,
    limit: 'claim-start',
    summary: 'Ask a person to vouch for the agent',
    description:
      'Starts a claim, or restarts it: earlier codes become invalid. The person confirms on the page, or by telephone or e-mail to the firm.',
    input: ClaimRequest,
    output: ClaimResponse,
    errors: ['invalid_login_hint', 'invalid_claim_token', 'claim_denied', 'claimed_or_in_flight', 'claim_expired'],
  },
  completeClaim: {
    ...agent,
    ...jsonBody,
    path: PATHS.claimComplete,
    limit: 'code-try',
    summary: 'Complete a claim with the read-back code',
    description: 'For agents that do not poll: accepts the code that the person was shown after confirming.',
    input: CompleteRequest,
    output: CompleteResponse,
    errors: [
      'invalid_claim',
      'claim_not_confirmed',
      'invalid_user_code',
      'user_code_expired',
      'claim_denied',
      'too_many_attempts',
    ],
  },
  issueToken: {
    ...agent,
    ...formBody,
    path: PATHS.token,
    limit: 'token',
    summary: 'Get an access token',
    description:
      'Exchanges an identity assertion, or a claim that a person has confirmed, for an access token. Polling an unconfirmed claim returns `authorization_pending`. Access tokens last an hour; there are no refresh tokens.',
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
    ],
  },
  revokeToken: {
    ...agent,
    ...formBody,
    path: PATHS.revoke,
    limit: 'revoke',
    summary: 'Revoke a token or end a registration',
    description: 'Once this returns, the token is invalid. The response for an unknown token is the same.',
    input: RevokeRequest,
    output: undefined,
    errors: ['invalid_client'],
  },
  getAgent: {
    ...FUNCTION,
    ...agents,
    path: `${API_ROOT}/agent`,
    summary: 'Get the holder of the token',
    description: 'What the service knows about the calling agent. Use it to check a token.',
    output: AgentResponse,
    limit: 'bearer',
    token: 'required',
  },
} as const satisfies Record<string, FunctionOperation>

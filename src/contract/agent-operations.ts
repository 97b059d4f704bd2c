import { API_ROOT, PATHS } from '../site.ts'
import * as schemas from '../agents/agent-schemas.ts'
import { FUNCTION, type FunctionOperation } from './operation.ts'

const agents = { tag: 'Agents', offer: 'agents' } as const
const oauth = { ...FUNCTION, ...agents, method: 'POST', errorFormat: 'oauth' } as const
const takesJson = { ...oauth, consumes: 'application/json' } as const
const takesForm = { ...oauth, consumes: 'application/x-www-form-urlencoded' } as const

export const AGENT_OPERATIONS = {
  registerAgent: {
    ...takesJson,
    path: PATHS.identity,
    limit: 'registration',
    claimLimit: 'claim-start',
    input: schemas.IdentityRequest,
    output: schemas.IdentityResponse,
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
    ...takesJson,
    path: PATHS.claimStart,
    limit: 'claim-start',
    input: schemas.ClaimRequest,
    output: schemas.ClaimResponse,
    errors: ['invalid_login_hint', 'invalid_claim_token', 'claim_denied', 'claimed_or_in_flight', 'claim_expired'],
  },
  completeClaim: {
    ...takesJson,
    path: PATHS.claimComplete,
    limit: 'code-try',
    input: schemas.CompleteRequest,
    output: schemas.CompleteResponse,
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
    ...takesForm,
    path: PATHS.token,
    limit: 'token',
    input: schemas.TokenRequest,
    output: schemas.TokenResponse,
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
    ...takesForm,
    path: PATHS.revoke,
    limit: 'revoke',
    input: schemas.RevokeRequest,
    output: undefined,
    errors: ['invalid_client'],
  },
  getAgent: {
    ...FUNCTION,
    ...agents,
    path: `${API_ROOT}/agent`,
    output: schemas.AgentResponse,
    limit: 'bearer',
    token: 'required',
  },
} as const satisfies Record<string, FunctionOperation>

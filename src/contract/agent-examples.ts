/**
 * Examples of the agent operations. Tokens and codes are made up; everything else is what the service would send.
 */
import { JWT_BEARER_GRANT } from '../agents/agent-schemas.ts'
import { ALL_SCOPES } from '../agents/scope.ts'
import { PATHS } from '../site.ts'
import { HOUR_SECONDS } from '../duration.ts'

const ID = 'reg_7Q2mVtX0c3WkQmYh1uJd8A'
const CLAIM_TOKEN = 'eyJhbGciOiJkaXIi…'
const ASSERTION = 'eyJhbGciOiJFUzI1NiIs…'
const EXPIRES = '2026-11-24T15:04:05.000Z'
const CODE = 'BCDF-GHJK'

const assertion = {
  identity_assertion: ASSERTION,
  assertion_expires: EXPIRES,
  identity: { assertion: ASSERTION, expires_at: EXPIRES },
}

/** @param base base address */
export function agentExamples(base: string) {
  const attempt = {
    user_code: CODE,
    verification_uri: `${base}${PATHS.claim}`,
    verification_uri_complete: `${base}${PATHS.claim}?attempt=eyJhbGciOiJkaXIi`,
    expires_in: 259200,
    interval: 5,
    expires_at: EXPIRES,
  }
  return {
    registerAgent: {
      request: { type: 'anonymous' },
      response: {
        registration_id: ID,
        registration_type: 'anonymous',
        id: ID,
        type: 'anonymous',
        ...assertion,
        pre_claim_scopes: ALL_SCOPES,
        post_claim_scopes: ALL_SCOPES,
        scopes: { pre_claim: ALL_SCOPES, post_claim: ALL_SCOPES },
        claim_url: base + PATHS.claimStart,
        claim_token: CLAIM_TOKEN,
        claim_token_expires: EXPIRES,
        claim: { token: CLAIM_TOKEN, expires_at: EXPIRES, url: base + PATHS.claimStart },
      },
    },
    startClaim: {
      request: { claim_token: CLAIM_TOKEN, email: 'ana@example.com' },
      response: {
        registration_id: ID,
        id: ID,
        type: 'service_auth',
        claim_attempt_id: '2026-11-21T15:04:05.000Z-x',
        status: 'initiated',
        expires_at: EXPIRES,
        claim_attempt: attempt,
        attempt: { ...attempt, verification_uri: attempt.verification_uri_complete },
      },
    },
    completeClaim: {
      request: { claim_token: CLAIM_TOKEN, user_code: 'LMNP-QRST' },
      response: { id: ID, registration_id: ID, status: 'claimed', ...assertion },
    },
    issueToken: {
      request: { grant_type: JWT_BEARER_GRANT, assertion: ASSERTION, scope: ALL_SCOPES.join(' ') },
      response: {
        access_token: 'eyJhbGciOiJkaXIi…',
        token_type: 'Bearer',
        expires_in: HOUR_SECONDS,
        scope: ALL_SCOPES.join(' '),
      },
    },
    revokeToken: { request: { token: 'eyJhbGciOiJkaXIi…' } },
    getAgent: {
      response: {
        registration_id: ID,
        registration_type: 'anonymous',
        claimed: false,
        email_verified: false,
        scopes: ALL_SCOPES,
        expires_at: EXPIRES,
      },
    },
  }
}

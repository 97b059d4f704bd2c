/** A test sends each example of a request and checks each response against its schema. */
import { JWT_BEARER_GRANT } from '../agents/agent-schemas.ts'
import { ALL_SCOPES } from '../agents/scope.ts'
import { ASSERTION_SECONDS } from '../agents/tokens/assertion.ts'
import { CLAIM_WINDOW_MS } from '../agents/claims/claim-record.ts'
import { HOUR_SECONDS, SECOND_MS } from '../duration.ts'
import { Firm } from '../firm/firm.ts'
import type { Lawyer } from '../firm/lawyer.ts'
import { generalNotice, receiptNotice } from '../firm/notices.ts'
import type { InquiryReceipt } from '../inquiries/inquiry.ts'
import type { InquiryRequest } from '../inquiries/inquiry-request.ts'
import { statusPath } from '../inquiries/status-address.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES } from '../language.ts'
import type { PracticeArea } from '../firm/practice-area.ts'
import { isOffered, type Offering } from '../offers.ts'
import { PATHS } from '../site.ts'
import { apiIndex, type OperationId } from './operations.ts'

const REFERENCE = 'K7QM-2F9D'
const RECEIVED_AT = '2026-11-21T15:04:05.000Z'
/** No inquiry has this invented secret. */
const CAPABILITY = 'mi949xp1-K7QM2F9D-hM1cB0xK3vTn5sQyU8aWfE2jR7dLzG4pIoN6kVtXq9w'

export interface Example {
  request?: unknown
  /** Left out if the response has the variable of the path. */
  variable?: string
  /** Left out if the response has no body. */
  response?: unknown
}

const beginning = (body: string) => `${body.slice(0, 200)}…`

export interface Published {
  lawyers?: readonly Lawyer[]
  /** If left out, all that the code knows. */
  languages?: readonly Language[]
}

export function examplesFor(
  base: string,
  firm: Firm,
  areas: readonly PracticeArea[],
  { lawyers = [], languages = LANGUAGES }: Published = {},
): Record<OperationId, Example> {
  const summaries = areas.map(({ id, name, summary, url }) => ({ id, name, summary, url }))
  const [first] = areas
  const notice = generalNotice(firm, FIRST_LANGUAGE)
  const ids = new Map(languages.map((language) => [language, areas.map(({ id }) => id)]))
  const request: InquiryRequest = {
    name: 'Ana Example',
    email: 'ana@example.com',
    phone: firm.telephone,
    ...(first && { topic: first.id }),
    message: 'I would like to talk to a lawyer about something that happened last week.',
    language: 'en',
  }
  return {
    getIndex: { response: apiIndex(firm, base, ids) },
    getHealth: { response: { status: 'ok' } },
    getReady: { response: { status: 'ready' } },
    getFirm: { response: Firm.parse(firm) },
    listPracticeAreas: { response: { notice, practiceAreas: summaries } },
    getPracticeArea: { response: first && { ...first, body: beginning(first.body) } },
    listLawyers: {
      response: { lawyers: lawyers.slice(0, 1).map((lawyer) => ({ ...lawyer, body: beginning(lawyer.body) })) },
    },
    listFaq: { response: { notice, faq: [{ question: 'A question?', answer: 'The answer, as Markdown.' }] } },
    createInquiry: { request, response: receiptExample(receiptNotice(firm.notices), base, firm) },
    getInquiryStatus: {
      variable: CAPABILITY,
      response: {
        reference: REFERENCE,
        status: 'scheduled',
        receivedAt: RECEIVED_AT,
        updatedOn: '2026-11-23',
        next: { who: 'person', what: 'appointment' },
        appointment: {
          startsAt: '2026-12-01T09:30:00-05:00',
          endsAt: '2026-12-01T10:00:00-05:00',
          kind: 'we_call',
          with: firm.responsibleAttorney,
        },
      },
    },
    answerInquiry: {
      variable: CAPABILITY,
      request: { answer: 'It happened on November 2, in DeLand.' },
      response: { reference: REFERENCE, receivedAt: '2026-11-24T15:04:05.000Z', status: 'in_review' },
    },
    ...agentExamples(base),
  }
}

/** Everything but the notice is invented. */
export const receiptExample = (notice: string, base: string, firm: Offering): InquiryReceipt => ({
  reference: REFERENCE,
  status: 'accepted',
  receivedAt: RECEIVED_AT,
  sender: 'anonymous',
  notice,
  receipt: 'eyJhbGciOiJFUzI1NiIsInR5cCI6InJlY2VpcHQrand0Ii…',
  ...(isOffered(firm, 'statusPage') && { status_url: base + statusPath(CAPABILITY) }),
})

const ID = 'reg_7Q2mVtX0c3WkQmYh1uJd8A'
const CLAIM_TOKEN = 'eyJhbGciOiJkaXIi…'
const ASSERTION = 'eyJhbGciOiJFUzI1NiIs…'
const after = (seconds: number) => new Date(Date.parse(RECEIVED_AT) + seconds * SECOND_MS).toISOString()
const EXPIRES = after(CLAIM_WINDOW_MS / SECOND_MS)
const UNCLAIMED_EXPIRES = after(ASSERTION_SECONDS.unclaimed)
const CODE = 'BCDF-GHJK'

const assertionUntil = (expires: string) => ({
  identity_assertion: ASSERTION,
  assertion_expires: expires,
  identity: { assertion: ASSERTION, expires_at: expires },
})

/** Tokens and codes are invented; everything else is what the service would send. */
export function agentExamples(base: string) {
  const attempt = {
    user_code: CODE,
    verification_uri: `${base}${PATHS.claim}`,
    verification_uri_complete: `${base}${PATHS.claim}?attempt=eyJhbGciOiJkaXIi`,
    expires_in: CLAIM_WINDOW_MS / SECOND_MS,
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
        ...assertionUntil(UNCLAIMED_EXPIRES),
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
        claim_attempt_id: 'dB5lM3x0QfWkT9rZ1yVh8A',
        status: 'initiated',
        expires_at: EXPIRES,
        claim_attempt: attempt,
        attempt: { ...attempt, verification_uri: attempt.verification_uri_complete },
      },
    },
    completeClaim: {
      request: { claim_token: CLAIM_TOKEN, user_code: 'LMNP-QRST' },
      response: {
        id: ID,
        registration_id: ID,
        status: 'claimed',
        ...assertionUntil(after(ASSERTION_SECONDS.claimed)),
      },
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
        expires_at: UNCLAIMED_EXPIRES,
      },
    },
  }
}

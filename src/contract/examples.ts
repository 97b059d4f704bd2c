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
import { fillData } from '../words.ts'
import examples from './examples.json' with { type: 'json' }
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
    ...fillData(examples.inquiries, {
      reference: REFERENCE,
      receivedAt: RECEIVED_AT,
      capability: CAPABILITY,
      lawyer: firm.responsibleAttorney,
    }),
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

const after = (seconds: number) => new Date(Date.parse(RECEIVED_AT) + seconds * SECOND_MS).toISOString()

/** Tokens and codes are invented; everything else is what the service would send. */
export const agentExamples = (base: string) =>
  fillData(examples.agents, {
    claimPage: base + PATHS.claim,
    claimUrl: base + PATHS.claimStart,
    claimSeconds: CLAIM_WINDOW_MS / SECOND_MS,
    expires: after(CLAIM_WINDOW_MS / SECOND_MS),
    unclaimedExpires: after(ASSERTION_SECONDS.unclaimed),
    claimedExpires: after(ASSERTION_SECONDS.claimed),
    jwtBearerGrant: JWT_BEARER_GRANT,
    tokenSeconds: HOUR_SECONDS,
    scopes: ALL_SCOPES,
    scope: ALL_SCOPES.join(' '),
  })

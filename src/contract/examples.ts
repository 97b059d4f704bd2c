/** Examples for OpenAPI and `/auth.md`. Tests send each request, and check each response against its schema. */
import { JWT_BEARER_GRANT } from '../agents/agent-schemas.ts'
import { ALL_SCOPES } from '../agents/scope.ts'
import { ASSERTION_SECONDS } from '../agents/tokens/assertion.ts'
import { CLAIM_WINDOW_MS } from '../agents/claims/claim-record.ts'
import { HOUR_SECONDS, SECOND_MS } from '../duration.ts'
import { Firm } from '../firm/firm.ts'
import type { Lawyer } from '../firm/lawyer.ts'
import { generalNotice, receiptNotice } from '../firm/notices.ts'
import { statusPath } from '../inquiries/status-address.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES } from '../language.ts'
import type { PracticeArea } from '../firm/practice-area.ts'
import { isOffered, type Offering } from '../offers.ts'
import { PATHS } from '../site.ts'
import { fillData } from '../words.ts'
import examples from './examples.json' with { type: 'json' }
import { apiIndex, type OperationId } from './operations.ts'

const RECEIVED_AT = examples.receipt.receivedAt
/** The secret part of a private address, which is invented. */
const CAPABILITY = examples.inquiries.getInquiryStatus.variable

export interface Example {
  request?: unknown
  /** The variable in the path; left out if it is a member of the response. */
  variable?: string
  /** Left out if the response has no body. */
  response?: unknown
}

const beginning = (body: string) => `${body.slice(0, 200)}…`

export interface Published {
  lawyers?: readonly Lawyer[]
  /** The languages of the site; by default, all languages that the code has words for. */
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
  const request = fillData(examples.request, { telephone: firm.telephone, topic: first?.id })
  return {
    getIndex: { response: apiIndex(firm, base, ids) },
    ...examples.service,
    getFirm: { response: Firm.parse(firm) },
    listPracticeAreas: { response: { notice, practiceAreas: summaries } },
    getPracticeArea: { response: first && { ...first, body: beginning(first.body) } },
    listLawyers: {
      response: { lawyers: lawyers.slice(0, 1).map((lawyer) => ({ ...lawyer, body: beginning(lawyer.body) })) },
    },
    listFaq: { response: { notice, faq: [{ question: 'A question?', answer: 'The answer, as Markdown.' }] } },
    createInquiry: { request, response: receiptExample(receiptNotice(firm.notices), base, firm) },
    ...fillData(examples.inquiries, { lawyer: firm.responsibleAttorney }),
    ...agentExamples(base),
  }
}

/** All but the notice and the base address is invented. */
export const receiptExample = (notice: string, base: string, firm: Offering) =>
  fillData(examples.receipt, {
    notice,
    statusUrl: isOffered(firm, 'statusPage') ? base + statusPath(CAPABILITY) : undefined,
  })

const after = (seconds: number) => new Date(Date.parse(RECEIVED_AT) + seconds * SECOND_MS).toISOString()

/** Tokens, codes, ids, the e-mail address and the time of the start are invented; the rest is what the service would send. */
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
    tokenExpires: after(HOUR_SECONDS),
    scopes: ALL_SCOPES,
    scope: ALL_SCOPES.join(' '),
  })

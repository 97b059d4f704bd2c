/**
 * The examples of the OpenAPI description, from the firm's own content where possible.
 * A test sends each request and checks each response against its schema.
 */
import type { Firm } from '../firm/firm.ts'
import type { Lawyer } from '../firm/lawyer.ts'
import { receiptNotice } from '../firm/surface-notices.ts'
import type { InquiryReceipt } from '../inquiries/inquiry.ts'
import type { InquiryRequest } from '../inquiries/inquiry-request.ts'
import { statusPath } from '../inquiries/status-address.ts'
import { type Language, LANGUAGES } from '../language.ts'
import type { PracticeArea } from '../firm/practice-area.ts'
import { agentExamples } from './agent-examples.ts'
import { apiIndex, type OperationId } from './operations.ts'

const REFERENCE = 'K7QM-2F9D'
const RECEIVED_AT = '2026-11-21T15:04:05.000Z'
/** Made up, so it is the secret of no inquiry. */
const CAPABILITY = 'mi949xp1-K7QM2F9D-hM1cB0xK3vTn5sQyU8aWfE2jR7dLzG4pIoN6kVtXq9w'

interface Example {
  request?: unknown
  /** Value of the variable in the path, if the response does not have it. */
  variable?: string
  /** Left out if the response has no body. */
  response?: unknown
}

/** A text, shortened. */
const beginning = (body: string) => `${body.slice(0, 200)}…`

/** What else than texts the site has. */
export interface Published {
  /** None when left out. */
  lawyers?: readonly Lawyer[]
  /** All that the code knows when left out. */
  languages?: readonly Language[]
}

/** One example for each operation. */
export function examplesFor(
  base: string,
  firm: Firm,
  areas: readonly PracticeArea[],
  { lawyers = [], languages = LANGUAGES }: Published = {},
): Record<OperationId, Example> {
  const summaries = areas.map(({ id, name, summary, url }) => ({ id, name, summary, url }))
  const [first] = areas
  const ids = new Map(languages.map((language) => [language, areas.map(({ id }) => id)]))
  const request: InquiryRequest = {
    name: 'Ana Example',
    email: 'ana@example.com',
    phone: '+1 386 555 0187',
    ...(first && { topic: first.id }),
    message: 'I would like to talk to a lawyer about something that happened last week.',
    language: 'en',
  }
  return {
    getIndex: {
      response: apiIndex(firm.name, base, ids),
    },
    getHealth: { response: { status: 'ok' } },
    getReady: { response: { status: 'ready' } },
    getFirm: { response: firm },
    listPracticeAreas: { response: { practiceAreas: summaries } },
    getPracticeArea: { response: first && { ...first, body: beginning(first.body) } },
    listLawyers: {
      response: { lawyers: lawyers.slice(0, 1).map((lawyer) => ({ ...lawyer, body: beginning(lawyer.body) })) },
    },
    listFaq: { response: { faq: [{ question: 'A question?', answer: 'The answer, as Markdown.' }] } },
    createInquiry: { request, response: receiptExample(receiptNotice(firm.notices), base) },
    getInquiryStatus: {
      variable: CAPABILITY,
      response: { reference: REFERENCE, status: 'in_review', receivedAt: RECEIVED_AT, updatedOn: '2026-11-23' },
    },
    ...agentExamples(base),
  }
}

/**
 * @param notice the notice in force
 * @param base base address
 */
export const receiptExample = (notice: string, base: string): InquiryReceipt => ({
  reference: REFERENCE,
  status: 'accepted',
  receivedAt: RECEIVED_AT,
  sender: 'anonymous',
  notice,
  receipt: 'eyJhbGciOiJFUzI1NiIsInR5cCI6InJlY2VpcHQrand0Ii…',
  status_url: base + statusPath(CAPABILITY),
})

import { API_ROOT, PATHS } from '../site.ts'
import { InquiryReceipt } from '../inquiries/inquiry.ts'
import { AnswerReceipt, InquiryAnswer } from '../inquiries/answer.ts'
import { InquiryStatus } from '../inquiries/public-status.ts'
import { type ContentSchemas, FUNCTION, type FunctionOperation } from './operation.ts'

const inquiries = { ...FUNCTION, tag: 'Inquiries' } as const
/** The request is stored before the response (202). */
const sending = {
  ...inquiries,
  method: 'POST',
  consumes: 'application/json',
  countsValidOnly: true,
  status: 202,
  idempotent: true,
} as const
const atStatusPage = { path: `${PATHS.status}{capability}`, offer: 'statusPage' } as const

export const INQUIRY_OPERATIONS = {
  createInquiry: {
    ...sending,
    path: `${API_ROOT}/inquiries`,
    offer: 'apiInquiries',
    limit: 'inquiries',
    token: 'optional',
    scope: 'inquiries.write',
    input: ({ inquiryRequest }: ContentSchemas) => inquiryRequest,
    output: InquiryReceipt,
  },
  getInquiryStatus: {
    ...inquiries,
    ...atStatusPage,
    limit: 'inquiry-status',
    output: InquiryStatus,
    problems: ['not-found'],
  },
  answerInquiry: {
    ...sending,
    ...atStatusPage,
    limit: 'inquiry-answer',
    input: InquiryAnswer,
    output: AnswerReceipt,
    problems: ['not-found', 'not-asked'],
  },
} as const satisfies Record<string, FunctionOperation>

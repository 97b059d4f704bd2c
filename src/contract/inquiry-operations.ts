import { API_ROOT, PATHS } from '../site.ts'
import { InquiryReceipt, RECEIPT_PROVES } from '../inquiries/inquiry.ts'
import { NORMALIZATION } from '../inquiries/inquiry-request.ts'
import { AGENT_WORDS } from '../words.ts'
import { AnswerReceipt, InquiryAnswer } from '../inquiries/answer.ts'
import { InquiryStatus } from '../inquiries/public-status.ts'
import { type ContentSchemas, FUNCTION, type FunctionOperation } from './operation.ts'

export const INQUIRY_OPERATIONS = {
  createInquiry: {
    ...FUNCTION,
    method: 'POST',
    path: `${API_ROOT}/inquiries`,
    offer: 'apiInquiries',
    tag: 'Inquiries',
    summary: 'Send a consultation request',
    description:
      'Sends a request for a consultation to the firm; the same as the contact form of the site. ' +
      'It creates no attorney-client relationship and gives no legal advice. Show the person the exact text and the ' +
      `notices of the firm, and get an explicit yes, before sending. ${AGENT_WORDS.namesFirst} ` +
      'The inquiry is stored, encrypted, before the response is sent. No operation returns a stored inquiry. ' +
      'The `receipt` of the response is a compact JWS (ES256, `typ` `receipt+jwt`) whose key is in the published key set: `iss` is the ' +
      'base address, `sub` the reference, `iat` the time of receipt, `notice` the version of the notice in force then, and ' +
      '`inquiry_sha256` the base64url of the SHA-256 of the accepted members in RFC 8785 form (JSON with the names in order and no ' +
      `white space, in UTF-8). ${NORMALIZATION} It ${RECEIPT_PROVES}`,
    consumes: 'application/json',
    limit: 'inquiries',
    countsValidOnly: true,
    token: 'optional',
    scope: 'inquiries.write',
    input: ({ inquiryRequest }: ContentSchemas) => inquiryRequest,
    output: InquiryReceipt,
    status: 202,
    idempotent: true,
  },
  getInquiryStatus: {
    ...FUNCTION,
    path: `${PATHS.status}{capability}`,
    offer: 'statusPage',
    tag: 'Inquiries',
    summary: 'Where an inquiry stands',
    description:
      'The state of an inquiry, at the private address that its receipt holds as `status_url`. Anyone who has the address sees ' +
      'it, so give it to the person only. Send `Accept: application/json`: without it the answer is a page for people. An ' +
      'inquiry that is kept no longer gets the same 404 as one that never was. The state stops no deadline and is not advice.',
    variable: 'The secret last part of `status_url`.',
    limit: 'inquiry-status',
    output: InquiryStatus,
    problems: ['not-found'],
  },
  answerInquiry: {
    ...FUNCTION,
    method: 'POST',
    path: `${PATHS.status}{capability}`,
    offer: 'statusPage',
    tag: 'Inquiries',
    summary: 'Answer what the firm asked',
    description:
      'Sends an answer of the person to what the firm asked, at the private address of the inquiry, while `next.what` of its status is ' +
      '`answer`, and more until the firm writes again: ten times at most. It is stored, encrypted, before the response is sent, and ' +
      'no operation returns it. Show the person the exact text, and get an explicit yes, before sending.',
    variable: 'The secret last part of `status_url`.',
    consumes: 'application/json',
    limit: 'inquiry-answer',
    countsValidOnly: true,
    input: InquiryAnswer,
    output: AnswerReceipt,
    status: 202,
    idempotent: true,
    problems: ['not-found', 'not-asked'],
  },
} as const satisfies Record<string, FunctionOperation>

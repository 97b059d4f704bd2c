/** `POST /api/v1/inquiries`. */
import { submitProgramInquiry } from '../service/submit-inquiry.ts'
import { INQUIRY_OPERATIONS } from '../contract/inquiry-operations.ts'
import { endpoint } from './operation-endpoint.ts'

export const inquiries = endpoint(
  INQUIRY_OPERATIONS.createInquiry,
  (service, request, { caller, agent, idempotencyKey }) =>
    submitProgramInquiry(service, caller, agent, { request, via: 'api', key: idempotencyKey }),
)

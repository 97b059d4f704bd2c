/**
 * `GET /status/{capability}` for programs: where an inquiry stands.
 */
import { requirePublicStatus } from '../inquiries/public-status.ts'
import { INQUIRY_OPERATIONS } from '../contract/inquiry-operations.ts'
import { endpoint } from './operation-endpoint.ts'

export const inquiryStatus = endpoint(INQUIRY_OPERATIONS.getInquiryStatus, (service, _input, { variable = '' }) =>
  requirePublicStatus(service, variable),
)

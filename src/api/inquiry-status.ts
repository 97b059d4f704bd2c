/**
 * `GET /status/{capability}` for programs: where an inquiry stands.
 */
import { requirePublicStatus } from '../inquiries/public-status.ts'
import { endpoint } from './operation-endpoint.ts'

export const inquiryStatus = endpoint('getInquiryStatus', (service, _input, { variable = '' }) =>
  requirePublicStatus(service, variable),
)

/**
 * Stores a telephone call as an inquiry. It is assigned to the member of the staff who wrote it down. Its status is new, so it can become
 * late: after the day of the promised call back, or like any other inquiry.
 */
import { type AnyInquiryRequest, canonicalText } from '../inquiries/inquiry-request.ts'
import type { Call } from '../inquiries/inquiry.ts'
import { changeInquiry } from './change-inquiry.ts'
import type { Service } from './service.ts'
import { submitInquiry } from './submit-inquiry.ts'

/**
 * Stores a call. When a member sends the same content twice, as with a double click, it is stored once; changed content is another inquiry.
 * @param request must be valid for `reachableRequest`
 * @returns the reference of the inquiry
 * @throws StoreUnavailable when something was not stored; sending the same call again stores the rest
 */
export async function writeDownCall(service: Service, request: AnyInquiryRequest, call: Call): Promise<string> {
  const { writtenBy, isNoticeRead, wantsReceipt, callBack } = call
  const about = { isNoticeRead: String(isNoticeRead), wantsReceipt: String(wantsReceipt), callBack }
  const key = canonicalText({ ...request, ...about })
  const { reference, receivedAt } = await submitInquiry(service, {
    request,
    via: 'telephone',
    sender: 'anonymous',
    call,
    idempotency: { key, caller: writtenBy },
  })
  // Refused where it was made before, or where the inquiry has been changed or erased since.
  await changeInquiry(
    service,
    { id: { reference, receivedAt }, record: { request, writtenBy } },
    { assignee: writtenBy },
    { seen: 0, by: writtenBy },
  )
  return reference
}

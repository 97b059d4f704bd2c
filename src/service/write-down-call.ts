/**
 * Stores what a person said on the telephone as an inquiry. It is new, so that it becomes late: after the day that the person was
 * promised, else like any other. It is taken by the member of the staff who wrote it down.
 */
import { type AnyInquiryRequest, canonicalText } from '../inquiries/inquiry-request.ts'
import type { Call } from '../inquiries/inquiry.ts'
import { changeInquiry } from './change-inquiry.ts'
import type { Service } from './service.ts'
import { submitInquiry } from './submit-inquiry.ts'

/**
 * Stores a call. The same content sent twice by a member, as with a double click, is one inquiry and one entry of the audit trail;
 * changed content is another.
 * @param request checked with `reachableRequest`
 * @returns the reference of the inquiry
 * @throws StoreUnavailable when not all of it was stored; the same call sent again completes it
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

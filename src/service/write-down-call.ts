/** A telephone call becomes an inquiry of the member who wrote it down. Its status is new, so it can become late. */
import { type AnyInquiryRequest, canonicalText } from '../inquiries/inquiry-request.ts'
import type { Call } from '../inquiries/inquiry.ts'
import { changeInquiry } from './change-inquiry.ts'
import type { Service } from './service.ts'
import { submitInquiry } from './submit-inquiry.ts'

/**
 * The same content sent twice, as with a double click, is stored once.
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
  // `seen: 0` makes this do nothing when the call was sent before, and the inquiry was changed or erased since.
  const inquiry = { id: { reference, receivedAt }, record: { request, writtenBy } }
  await changeInquiry(service, inquiry, { assignee: writtenBy }, { seen: 0, by: writtenBy })
  return reference
}

/**
 * Stores what a person said on the telephone as an inquiry. It is contacted, and taken by the member of the staff who wrote it down.
 */
import { type AnyInquiryRequest, canonicalText } from '../inquiries/inquiry-request.ts'
import type { Call } from '../inquiries/inquiry.ts'
import type { Status } from '../inquiries/status.ts'
import { changeInquiry } from './change-inquiry.ts'
import type { Service } from './service.ts'
import { submitInquiry } from './submit-inquiry.ts'

/** The person was spoken to, so no one waits for a first answer. */
const STATUS_OF_CALLS: Status = 'contacted'

/**
 * Stores a call. The same content sent twice by a member, as with a double click, is one inquiry and one entry of the audit trail;
 * changed content is another.
 * @param request checked with `reachableRequest`
 * @returns the reference of the inquiry
 * @throws StoreUnavailable when not all of it was stored; the same call sent again completes it
 */
export async function writeDownCall(service: Service, request: AnyInquiryRequest, call: Call): Promise<string> {
  const { writtenBy, isNoticeRead, wantsReceipt } = call
  const key = canonicalText({ ...request, isNoticeRead: String(isNoticeRead), wantsReceipt: String(wantsReceipt) })
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
    { status: STATUS_OF_CALLS, assignee: writtenBy },
    { seen: 0, by: writtenBy },
  )
  return reference
}

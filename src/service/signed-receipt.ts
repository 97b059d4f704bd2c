/**
 * The signed receipt of an inquiry: with it the sender can prove to others that this service accepted exactly this text, and when.
 * It is neither stored nor logged, and no endpoint reads it.
 */
import { SECOND_MS } from '../duration.ts'
import { canonicalText, type InquiryRequest } from '../inquiries/inquiry-request.ts'
import type { ChosenId } from '../inquiries/inquiry.ts'
import { sha256 } from '../keys/digest.ts'
import type { Service } from './service.ts'

/** Header `typ` (RFC 8725 section 3.11): keeps it apart from everything else that is signed with the same keys. */
const TYP = 'receipt+jwt'

/**
 * Signs the receipt. A repetition gets the same claims under a new signature, also after the inquiry was erased: they say what
 * was accepted then.
 * @param id what was chosen for the inquiry
 * @param request the inquiry as it was accepted
 * @returns a compact JWS
 */
export function signReceipt(
  { keys, base }: Pick<Service, 'keys' | 'base'>,
  { reference, receivedAt, notice }: ChosenId,
  request: InquiryRequest,
): Promise<string> {
  return keys.sign(TYP, {
    iss: base,
    sub: reference,
    iat: Math.floor(Date.parse(receivedAt) / SECOND_MS),
    notice,
    inquiry_sha256: sha256(canonicalText(request)),
  })
}

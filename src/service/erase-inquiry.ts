/**
 * Erases an inquiry together with its queued messages. Here because `src/inquiries` does not import `src/mail`.
 */
import { removeMessages } from '../mail/outbox.ts'
import { eraseInquiry, finishErasures } from '../inquiries/erasure.ts'
import type { InquiryId } from '../inquiries/inquiry-id.ts'
import type { Ports } from '../ports.ts'

type ErasePorts = Pick<Ports, 'store' | 'clock'>

/**
 * Erases an inquiry, its history and its messages in the outbox.
 * @param by staff id
 * @returns false when there is no such inquiry
 */
export async function eraseWithMail(ports: ErasePorts, id: InquiryId, by: string): Promise<boolean> {
  if (!(await eraseInquiry(ports, id, by))) return false
  // After the inquiry: a message without its inquiry is not sent, so none is sent in between.
  await removeMessages(ports.store, [id])
  return true
}

/** Repeats recent erasures: finishes interrupted ones and removes inquiries stored again. Called by housekeeping. */
export async function finishErasuresWithMail(ports: ErasePorts): Promise<void> {
  await removeMessages(ports.store, await finishErasures(ports))
}

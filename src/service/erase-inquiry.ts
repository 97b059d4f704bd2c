/**
 * Erasing an inquiry with the messages about it that still wait: the two lie in rooms that do not know each other.
 */
import { removeMessages } from '../mail/outbox.ts'
import { eraseInquiry, finishErasures } from '../inquiries/erasure.ts'
import { mapInBatches } from '../store/batches.ts'
import type { InquiryId } from '../inquiries/inquiry-id.ts'
import type { Ports } from '../ports.ts'

type ErasePorts = Pick<Ports, 'store' | 'clock'>

const dropMail = ({ store }: ErasePorts, { receivedAt, reference }: InquiryId) =>
  removeMessages(store, receivedAt, reference)

/**
 * Erases an inquiry, everything of its case, and what waits in the outbox about it.
 * @param by id of the member of staff
 * @returns false when there is no such inquiry
 */
export async function eraseWithMail(ports: ErasePorts, id: InquiryId, by: string): Promise<boolean> {
  if (!(await eraseInquiry(ports, id, by))) return false
  // Afterwards: a message whose inquiry is gone is not sent any more, so none slips out between the two.
  await dropMail(ports, id)
  return true
}

/** Finishes erasures that were interrupted, and erases what came back. For housekeeping. */
export async function finishErasuresWithMail(ports: ErasePorts): Promise<void> {
  await mapInBatches(await finishErasures(ports), (id) => dropMail(ports, id))
}

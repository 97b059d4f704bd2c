/**
 * Erasing an inquiry with the messages about it that still wait: the two lie in rooms that do not know each other.
 */
import { dropMessages } from '../mail/outbox.ts'
import { eraseInquiry, finishErasures } from '../inquiries/erasure.ts'
import { inTurns } from '../store/batches.ts'
import type { InquiryId } from '../inquiries/inquiry-id.ts'
import type { World } from '../ports.ts'

type Erasing = Pick<World, 'store' | 'clock'>

const dropMail = ({ store }: Erasing, { receivedAt, reference }: InquiryId) =>
  dropMessages(store, receivedAt, reference)

/**
 * Erases an inquiry, everything of its case, and what waits in the outbox about it.
 * @param by id of the member of staff
 * @returns false when there is no such inquiry
 */
export async function eraseWithMail(world: Erasing, id: InquiryId, by: string): Promise<boolean> {
  if (!(await eraseInquiry(world, id, by))) return false
  // Afterwards: a message whose inquiry is gone is not sent any more, so none slips out between the two.
  await dropMail(world, id)
  return true
}

/** Finishes erasures that were interrupted, and erases what came back. For housekeeping. */
export async function finishErasuresWithMail(world: Erasing): Promise<void> {
  await inTurns(await finishErasures(world), (id) => dropMail(world, id))
}

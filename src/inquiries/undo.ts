/** Takes back what a member of the staff has just done with an inquiry. */
import { MINUTE_MS } from '../duration.ts'
import type { Ports } from '../ports.ts'
import type { Editor, InquiryChange } from './change.ts'
import { readHistory } from './history.ts'
import type { InquiryId } from './inquiry-id.ts'
import { FIRST_STATUS } from './status.ts'

/** How long a member of the staff can undo what they did with several inquiries, milliseconds. */
export const UNDO_MS = MINUTE_MS

/**
 * The change that undoes an editor's own last change of status or assignee.
 * @param editor who undoes it, and the number of that change
 * @returns `changed` if it is not theirs, or is of something else; `too-late` after `UNDO_MS`
 */
export async function changeBack(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  id: InquiryId,
  { seen, by }: Editor,
): Promise<InquiryChange | 'changed' | 'too-late'> {
  const history = await readHistory(store, id, seen)
  const [last, before] = [history.at(-1), history.at(-2)]
  const isTheirs = last?.seq === seen && last.by === by
  if (!isTheirs || !last.changed.every((field) => field === 'status' || field === 'assignee')) return 'changed'
  if (clock.now().getTime() - Date.parse(last.at) > UNDO_MS) return 'too-late'
  return { status: before?.status ?? FIRST_STATUS, assignee: before?.assignee ?? null, undoes: true }
}

/**
 * Changing a case: status, who looks after it, a note. Whoever changes it says what they saw, and is told when somebody
 * else was first.
 */
import type { Ports } from '../ports.ts'
import {
  type ChangeRecord,
  type InquiryState,
  changeKey,
  type ChangedField,
  isStaffId,
  MAX_CHANGES,
  markerKey,
  readState,
  type SealedNote,
} from './history.ts'
import { addFinishedHint, addOpenHint, inquiryExists } from './day-index.ts'
import { isFinished, isOpen, nextStatuses, type Status } from './status.ts'
import { dayOf } from '../dates.ts'
import type { InquiryId } from './inquiry-id.ts'

/** Longest note, characters. */
export const MAX_NOTE_LENGTH = 5000

/** What is to be changed; what is left out stays. */
export interface InquiryChange {
  status?: Status | undefined
  /** Id of a member of staff; null for nobody. */
  assignee?: string | null | undefined
  note?: string | undefined
}

/**
 * `changed`: somebody else changed the case since it was seen. `gone`: it was erased. `nothing`: the change would change nothing.
 * `out-of-turn`: this status cannot follow. `too-long`: the note is. `nobody`: this is no id of a member of staff. `full`: there
 * are as many changes as there can be.
 */
export type ChangeOutcome = 'done' | 'changed' | 'gone' | 'nothing' | 'out-of-turn' | 'too-long' | 'nobody' | 'full'

/**
 * Changes a case, or does nothing.
 * @param change what is to be changed
 * @param editor `seen`: the number of changes that they have seen; `by`: their id as a member of staff
 * @throws StoreUnavailable when it could not be stored
 */
export async function applyChange(
  ports: Pick<Ports, 'store' | 'clock' | 'inbox'>,
  id: InquiryId,
  change: InquiryChange,
  { seen, by }: { seen: number; by: string },
): Promise<ChangeOutcome> {
  const { store } = ports
  const [state, exists] = await Promise.all([readState(store, id), inquiryExists(store, id)])
  if (!exists) return 'gone'
  if (state.seq !== seen) return 'changed'
  const fault = changeFault(state, change)
  if (fault) return fault
  const { record, state: next } = await createChangeRecord(ports, state, change, by)
  // Hints come first: one too many does no harm, one too few would hide a case.
  const reopens = isOpen(next.status) && !isOpen(state.status)
  if (reopens) await addOpenHint(store, id)
  if (isFinished(next.status) && next.status !== state.status) await addFinishedHint(store, id, dayOf(record.at))
  if (!(await store.create(changeKey(id, next.seq), record))) return 'changed'
  await store.create(markerKey(id, next), {})
  // Housekeeping may have dropped the hint while the case was still finished.
  if (reopens) await addOpenHint(store, id)
  if (await inquiryExists(store, id)) return 'done'
  // Erased meanwhile: whoever erases looks for changes after the inquiry is gone, and this one may have come later still.
  await Promise.all([store.remove(changeKey(id, next.seq)), store.remove(markerKey(id, next))])
  return 'gone'
}

function changeFault(
  state: InquiryState,
  { status = state.status, assignee, note = '' }: InquiryChange,
): ChangeOutcome | undefined {
  if (state.seq >= MAX_CHANGES) return 'full'
  if (status !== state.status && !nextStatuses(state.status).includes(status)) return 'out-of-turn'
  if (assignee && !isStaffId(assignee)) return 'nobody'
  if ([...note.trim()].length > MAX_NOTE_LENGTH) return 'too-long'
  const isUnchanged = status === state.status && (assignee === undefined || (assignee ?? undefined) === state.assignee)
  return isUnchanged && !note.trim() ? 'nothing' : undefined
}

async function createChangeRecord(
  { clock, inbox }: Pick<Ports, 'clock' | 'inbox'>,
  previous: InquiryState,
  change: InquiryChange,
  by: string,
): Promise<{ record: ChangeRecord; state: InquiryState }> {
  const status = change.status ?? previous.status
  const assignee = change.assignee === undefined ? previous.assignee : (change.assignee ?? undefined)
  const note = change.note?.trim()
  const changed: ChangedField[] = []
  if (status !== previous.status) changed.push('status')
  if (assignee !== previous.assignee) changed.push('assignee')
  if (note) changed.push('note')
  const statusFields = { status, ...(assignee !== undefined && { assignee }) }
  const sealed = note && { note: { sealed: await inbox.seal({ note } satisfies SealedNote) } }
  return {
    record: { version: 1, at: clock.now().toISOString(), by, changed, ...statusFields, ...sealed },
    state: { seq: previous.seq + 1, ...statusFields },
  }
}

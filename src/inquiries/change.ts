/**
 * Changing a case: status, who looks after it, a note. Whoever changes it says what they saw, and is told when somebody
 * else was first.
 */
import type { World } from '../ports.ts'
import {
  type CaseRecord,
  type CaseState,
  changeKey,
  type Changed,
  isStaffId,
  LAST_CHANGE,
  markerKey,
  readState,
  type SealedNote,
} from './history.ts'
import { hintFinished, hintOpen, isThere } from './day-index.ts'
import { isFinished, isOpen, nextOf, type Status } from './status.ts'
import { dayOf } from '../dates.ts'
import type { InquiryId } from './inquiry-id.ts'

/** Longest note, characters. */
export const LONGEST_NOTE = 5000

/** What is to be changed; what is left out stays. */
export interface CaseChange {
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
export type Outcome = 'done' | 'changed' | 'gone' | 'nothing' | 'out-of-turn' | 'too-long' | 'nobody' | 'full'

/**
 * Changes a case, or does nothing.
 * @param change what is to be changed
 * @param editor `seen`: the number of changes that they have seen; `by`: their id as a member of staff
 * @throws StoreUnavailable when it could not be stored
 */
export async function changeCase(
  world: Pick<World, 'store' | 'clock' | 'inbox'>,
  id: InquiryId,
  change: CaseChange,
  { seen, by }: { seen: number; by: string },
): Promise<Outcome> {
  const { store } = world
  const [state, there] = await Promise.all([readState(store, id), isThere(store, id)])
  if (!there) return 'gone'
  if (state.seq !== seen) return 'changed'
  const fault = faultOf(state, change)
  if (fault) return fault
  const { record, state: next } = await recordOf(world, state, change, by)
  // Hints come first: one too many does no harm, one too few would hide a case.
  const reopens = isOpen(next.status) && !isOpen(state.status)
  if (reopens) await hintOpen(store, id)
  if (isFinished(next.status) && next.status !== state.status) await hintFinished(store, id, dayOf(record.at))
  if (!(await store.create(changeKey(id, next.seq), record))) return 'changed'
  await store.create(markerKey(id, next), {})
  // Housekeeping may have dropped the hint while the case was still finished.
  if (reopens) await hintOpen(store, id)
  if (await isThere(store, id)) return 'done'
  // Erased meanwhile: whoever erases looks for changes after the inquiry is gone, and this one may have come later still.
  await Promise.all([store.remove(changeKey(id, next.seq)), store.remove(markerKey(id, next))])
  return 'gone'
}

function faultOf(state: CaseState, { status = state.status, assignee, note = '' }: CaseChange): Outcome | undefined {
  if (state.seq >= LAST_CHANGE) return 'full'
  if (status !== state.status && !nextOf(state.status).includes(status)) return 'out-of-turn'
  if (assignee && !isStaffId(assignee)) return 'nobody'
  if ([...note.trim()].length > LONGEST_NOTE) return 'too-long'
  const stays = status === state.status && (assignee === undefined || (assignee ?? undefined) === state.assignee)
  return stays && !note.trim() ? 'nothing' : undefined
}

async function recordOf(
  { clock, inbox }: Pick<World, 'clock' | 'inbox'>,
  before: CaseState,
  change: CaseChange,
  by: string,
): Promise<{ record: CaseRecord; state: CaseState }> {
  const status = change.status ?? before.status
  const assignee = change.assignee === undefined ? before.assignee : (change.assignee ?? undefined)
  const note = change.note?.trim()
  const changed: Changed[] = []
  if (status !== before.status) changed.push('status')
  if (assignee !== before.assignee) changed.push('assignee')
  if (note) changed.push('note')
  const stands = { status, ...(assignee !== undefined && { assignee }) }
  const sealed = note && { note: { sealed: await inbox.seal({ note } satisfies SealedNote) } }
  return {
    record: { version: 1, at: clock.now().toISOString(), by, changed, ...stands, ...sealed },
    state: { seq: before.seq + 1, ...stands },
  }
}

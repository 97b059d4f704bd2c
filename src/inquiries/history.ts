/**
 * A case: what the staff did with an inquiry. Every change is a fact with the next number; nothing is ever overwritten.
 *
 * The number alone is the key of the fact, so of two who change a case at once one is first. Beside each fact stands a
 * marker that says in its key what the fact made of the case: a list of keys tells the state, without a read.
 */
import type { Sealed, Store } from '../ports.ts'
import { isStatus, type Status } from './status.ts'
import { type InquiryId, inquiryPlace } from './inquiry-id.ts'

/** Below this prefix there is a folder per inquiry, in the same place as below `inquiries/`. */
export const HISTORY_PREFIX = 'cases/'

/** Changes are numbered with so many digits, so that their keys sort. */
const DIGITS = 4
/** The last number there is. */
export const MAX_CHANGES = 10 ** DIGITS - 1
/** Stands in a marker for nobody. */
const UNASSIGNED = '-'

/** Where a case stands. */
export interface InquiryState {
  /** Number of changes so far. */
  seq: number
  status: Status
  /** Id of the member of staff who looks after it. */
  assignee?: string
}

/** What a change was about; one may be about several. */
export type ChangedField = 'status' | 'assignee' | 'note'

/** The fact of one change: who, when, what, and how the case stands since. */
export interface ChangeRecord {
  version: 1
  /** ISO 8601. */
  at: string
  /** Id of the member of staff. */
  by: string
  changed: ChangedField[]
  status: Status
  assignee?: string
  /** The note, `SealedNote`, sealed to the staff. */
  note?: Sealed
}

/** What is sealed of a note. */
export interface SealedNote {
  note: string
}

/** How a case stands that nobody has touched. */
const INITIAL_STATE: InquiryState = { seq: 0, status: 'new' }

/** The folder of a case. */
export const historyFolder = (id: InquiryId): string => `${HISTORY_PREFIX}${inquiryPlace(id)}/`

/** The key of a change. */
export const changeKey = (id: InquiryId, seq: number): string => historyFolder(id) + String(seq).padStart(DIGITS, '0')

/** The key of the marker beside a change. */
export const markerKey = (id: InquiryId, { seq, status, assignee }: InquiryState): string =>
  `${changeKey(id, seq)}.${status}.${assignee ?? UNASSIGNED}`

/** Whether a text can stand in a key as the id of a member of staff. */
export const isStaffId = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text) && text !== UNASSIGNED

/** How one case stands. */
export async function readState(store: Pick<Store, 'list' | 'read'>, id: InquiryId): Promise<InquiryState> {
  const folder = historyFolder(id)
  let last: string | undefined
  for await (const key of store.list(folder)) last = key
  return last === undefined ? INITIAL_STATE : stateAt(store, last)
}

/**
 * How the cases below a place stand.
 * @param place like `2026-11/` or `2026-11/2026-11-21`: what the keys of the inquiries begin with
 * @returns a function that says how one of them stands
 */
export async function readStates(
  store: Pick<Store, 'list' | 'read'>,
  place: string,
): Promise<(id: InquiryId) => Promise<InquiryState>> {
  const last = new Map<string, string>()
  for await (const key of store.list(HISTORY_PREFIX + place)) last.set(key.slice(0, key.lastIndexOf('/') + 1), key)
  return async (id) => {
    const key = last.get(historyFolder(id))
    return key === undefined ? INITIAL_STATE : stateAt(store, key)
  }
}

/** A change with its number, note still sealed. */
export type NumberedChange = ChangeRecord & { seq: number }

/** All changes of a case, first to last. */
export async function readHistory(store: Pick<Store, 'list' | 'read'>, id: InquiryId): Promise<NumberedChange[]> {
  const keys = (await Array.fromAsync(store.list(historyFolder(id)))).filter((key) => !nameOf(key).includes('.'))
  const records = (await Promise.all(keys.map((key) => store.read(key)))) as (ChangeRecord | undefined)[]
  // One that was erased since it was listed is no longer there.
  return records.flatMap((record, index) => (record ? [{ ...record, seq: Number(nameOf(keys[index] ?? '')) }] : []))
}

/** @param last the last key of a case: the marker of the last change, or the change itself when its marker was not written */
async function stateAt(store: Pick<Store, 'read'>, last: string): Promise<InquiryState> {
  const [number, status, assignee] = nameOf(last).split('.')
  const seq = Number(number)
  if (isStatus(status)) return { seq, status, ...(assignee && assignee !== UNASSIGNED && { assignee }) }
  const record = (await store.read(last)) as ChangeRecord | undefined
  return record ? { seq, status: record.status, ...(record.assignee && { assignee: record.assignee }) } : INITIAL_STATE
}

const nameOf = (key: string) => key.slice(key.lastIndexOf('/') + 1)

/**
 * Changes to an inquiry: its status, its assignee, a note, a reply to the person, what a check for conflicts found. Each change names
 * the version it was based on and is refused if the inquiry has changed since (optimistic locking). What only adds to the history,
 * like a note, is never refused for that.
 */
import type { Fact, Ports } from '../ports.ts'
import {
  type ChangeRecord,
  type InquiryState,
  changeKey,
  type ChangedField,
  type Finding,
  isStaffId,
  MAX_CHANGES,
  markerKey,
  readState,
  SEALED_TEXTS,
  type SealedText,
} from './history.ts'
import { nextStatuses, type Status } from './status.ts'
import { inquiryExists, type InquiryId } from './inquiry-id.ts'

/** Longest note or reply, in characters. */
export const MAX_NOTE_LENGTH = 5000

/** Fields that change no state: alone they fit whatever was changed meanwhile. */
const ADDITIONS: ReadonlySet<string> = new Set<keyof InquiryChange>(['note'])
/** Each failed try means that someone else was faster; so many in a row never happen among a firm's staff. */
const MAX_TRIES = 100

/** The fields to change; those left out stay as they are. */
export interface InquiryChange {
  status?: Status | undefined
  /** Id of a staff member; null removes the assignee. */
  assignee?: string | null | undefined
  note?: string | undefined
  /** What is sent to the person. */
  reply?: string | undefined
  /** What a check for conflicts found. */
  finding?: Finding | undefined
}

/** Who changes an inquiry. */
export interface Editor {
  /** Number of the last change that the editor saw. It does not matter for a note alone. */
  seen: number
  /** Staff id. */
  by: string
  /**
   * Facts to store together with the change, on SQLite in one transaction. They are removed if the change is refused.
   * @param at time of the change, ISO 8601
   */
  together?: (at: string) => Promise<readonly Fact[]>
  /** Entries of the audit trail: stored together with the change, and kept if, and only if, the change is. */
  traces?: (change: Pick<ChangeRecord, 'at' | 'changed' | 'finding'>) => readonly Fact[]
}

/**
 * Why a change was refused, or `done`. `changed`: the inquiry has changed since the editor loaded it. `gone`: it was erased.
 * `nothing`: the change has no effect. `out-of-turn`: the status transition is not allowed. `too-long`: note or reply exceeds
 * `MAX_NOTE_LENGTH`. `unknown-assignee`: the assignee is not a valid staff id. `full`: the history has `MAX_CHANGES` entries.
 */
export type ChangeOutcome =
  'done' | 'changed' | 'gone' | 'nothing' | 'out-of-turn' | 'too-long' | 'unknown-assignee' | 'full'

/**
 * Applies a change to an inquiry and records it in the history, or refuses it and stores nothing. A note alone is added after
 * the newest change.
 * @throws StoreUnavailable when the change could not be stored
 */
export async function applyChange(
  ports: Pick<Ports, 'store' | 'clock' | 'inbox'>,
  id: InquiryId,
  change: InquiryChange,
  editor: Editor,
): Promise<ChangeOutcome> {
  const isAddition = Object.entries(change).every(([name, value]) => value === undefined || ADDITIONS.has(name))
  for (let tries = 1; ; tries += 1) {
    const [state, exists] = await Promise.all([readState(ports.store, id), inquiryExists(ports.store, id)])
    if (!exists) return 'gone'
    if (!isAddition && state.seq !== editor.seen) return 'changed'
    const outcome = await changeFrom(state, ports, { id, change, editor })
    if (outcome !== 'changed' || !isAddition || tries === MAX_TRIES) return outcome
  }
}

/** Applies a change to the inquiry as it is in `state`; `changed` if it is that no longer. */
async function changeFrom(
  state: InquiryState,
  ports: Pick<Ports, 'store' | 'clock' | 'inbox'>,
  { id, change, editor }: { id: InquiryId; change: InquiryChange; editor: Editor },
): Promise<ChangeOutcome> {
  const { store } = ports
  const fault = changeFault(state, change)
  if (fault) return fault
  const { record, state: next } = await createChangeRecord(ports, state, change, editor.by)
  const facts = (await editor.together?.(record.at)) ?? []
  const traces = editor.traces?.(record) ?? []
  if (!(await createTogether(store, { key: changeKey(id, next.seq), value: record }, traces, facts))) return 'changed'
  await store.create(markerKey(id, next), {})
  if (await inquiryExists(store, id)) return 'done'
  // The inquiry was erased meanwhile. The erasure may have listed the history before this change was written: undo it.
  await removeAll(store, [changeKey(id, next.seq), markerKey(id, next), ...[...traces, ...facts].map(({ key }) => key)])
  return 'gone'
}

/**
 * Stores a change, its traces and its facts at the same time, on SQLite in one transaction. Without the change neither is kept;
 * a change that is stored keeps its traces, also when one of the facts could not be stored.
 * @returns false when there is a change with this number
 * @throws StoreUnavailable
 */
async function createTogether(
  store: Ports['store'],
  change: Fact,
  traces: readonly Fact[],
  facts: readonly Fact[],
): Promise<boolean> {
  const keysOf = (some: readonly Fact[]) => some.map(({ key }) => key)
  const createAll = (some: readonly Fact[]) => some.map(({ key, value }) => store.create(key, value))
  // All of them are waited for: one that is stored after the others failed would be left.
  const written = await Promise.allSettled(createAll([change, ...traces, ...facts]))
  const failed = written.find((result) => result.status === 'rejected')
  const isMade = written[0]?.status === 'fulfilled' ? written[0].value : await isStored(store, change)
  if (failed || !isMade) await removeAll(store, keysOf(isMade ? facts : [...traces, ...facts]))
  if (failed && isMade) await Promise.all(createAll(traces))
  if (failed) throw failed.reason
  return isMade
}

/** Whether a change is stored although its write failed, as when only the response was lost. If this is not known either, its traces stay. */
async function isStored(store: Ports['store'], { key, value }: Fact): Promise<boolean> {
  const found = await store.read(key).catch(() => value)
  return JSON.stringify(found) === JSON.stringify(value)
}

const removeAll = (store: Ports['store'], keys: readonly string[]) => Promise.all(keys.map((key) => store.remove(key)))

function changeFault(
  state: InquiryState,
  { status = state.status, assignee, note = '', reply = '', finding }: InquiryChange,
): ChangeOutcome | undefined {
  if (state.seq >= MAX_CHANGES) return 'full'
  if (status !== state.status && !nextStatuses(state.status).includes(status)) return 'out-of-turn'
  if (assignee && !isStaffId(assignee)) return 'unknown-assignee'
  if ([note, reply].some((text) => [...text.trim()].length > MAX_NOTE_LENGTH)) return 'too-long'
  const isUnchanged = status === state.status && (assignee === undefined || (assignee ?? undefined) === state.assignee)
  return isUnchanged && !note.trim() && !reply.trim() && !finding ? 'nothing' : undefined
}

async function createChangeRecord(
  { clock, inbox }: Pick<Ports, 'clock' | 'inbox'>,
  previous: InquiryState,
  change: InquiryChange,
  by: string,
): Promise<{ record: ChangeRecord; state: InquiryState }> {
  const status = change.status ?? previous.status
  const assignee = change.assignee === undefined ? previous.assignee : (change.assignee ?? undefined)
  const changed: ChangedField[] = []
  if (status !== previous.status) changed.push('status')
  if (assignee !== previous.assignee) changed.push('assignee')
  if (change.finding) changed.push('conflict')
  const statusFields = { status, ...(assignee !== undefined && { assignee }) }
  const sealed: Pick<ChangeRecord, SealedText> = {}
  for (const name of SEALED_TEXTS) {
    const text = change[name]?.trim()
    if (!text) continue
    changed.push(name)
    sealed[name] = { sealed: await inbox.seal({ [name]: text }) }
  }
  return {
    record: {
      version: 1,
      at: clock.now().toISOString(),
      by,
      changed,
      ...statusFields,
      ...sealed,
      ...(change.finding && { finding: change.finding }),
    },
    state: { seq: previous.seq + 1, ...statusFields },
  }
}

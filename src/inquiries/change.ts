/**
 * Changes to an inquiry: its status, its assignee, a note, a reply to the person, what a check for conflicts found. Each change names
 * the version it was based on and is refused if the inquiry has changed since (optimistic locking). What only adds to the history,
 * like a note, is never refused for that.
 */
import { Day, officeDay } from '../dates.ts'
import type { Fact, Ports } from '../ports.ts'
import { followUpAfter } from './follow-up.ts'
import {
  type ChangeRecord,
  type InquiryState,
  changeKey,
  type ChangedField,
  type Finding,
  isStaffId,
  lastMark,
  MAX_CHANGES,
  markerKey,
  type NumberedChange,
  readHistory,
  readState,
  SEALED_TEXTS,
  type SealedText,
} from './history.ts'
import { ANSWERED_STATUS, isOpen, nextStatuses, type Status } from './status.ts'
import { inquiryExists, type InquiryId } from './inquiry-id.ts'

/** Longest note, reply or answer, in characters. */
export const MAX_NOTE_LENGTH = 5000

/** Fields that change no state: alone they fit whatever was changed meanwhile. */
const ADDITIONS: ReadonlySet<string> = new Set<keyof InquiryChange>(['note', 'readAnyway'])

/** The fields to change; those left out stay as they are. What those of the history mean, `store/change-fact.ts` says. */
export interface InquiryChange extends Partial<
  Pick<ChangeRecord, 'sent' | 'finding' | 'checkedElsewhere' | 'hold' | 'contact'>
> {
  status?: Status | undefined
  /** Id of a staff member; null removes the assignee. */
  assignee?: string | null | undefined
  note?: string | undefined
  reply?: string | undefined
  /** Whether the reply asks something that the person may answer at the private address. Until the next reply, or until it is closed. */
  ask?: boolean | undefined
  answer?: string | undefined
  /** The message was read in spite of a possible conflict; the note says why. */
  readAnyway?: boolean | undefined
  /** The day on which it is looked at again; null for none. */
  followUp?: string | null | undefined
}

export interface Editor {
  /** Number of the last change that the editor saw. It does not matter for a note alone. */
  seen: number
  /** Staff id. */
  by: string
}

/**
 * Why a change was refused, or `done`. `changed`: the inquiry has changed since the editor loaded it. `gone`: it was erased.
 * `nothing`: the change has no effect. `no-address`: a reply cannot be sent, because the person gave no e-mail address or said that mail is not safe. `out-of-turn`: the status transition is not allowed. `has-conflict`: it is marked as a conflict, after which it can only be declined. `too-long`: a text exceeds
 * `MAX_NOTE_LENGTH`. `no-day`: the day to look at it again is none from today on. `unknown-assignee`: the assignee is not a valid staff id. `full`: the history has `MAX_CHANGES` entries.
 */
export type ChangeOutcome =
  | 'done'
  | 'changed'
  | 'gone'
  | 'nothing'
  | 'no-address'
  | 'out-of-turn'
  | 'has-conflict'
  | 'too-long'
  | 'no-day'
  | 'unknown-assignee'
  | 'full'

/** A change that is allowed: what is to be stored, and the state before and after it. */
export interface PreparedChange {
  id: InquiryId
  record: ChangeRecord
  before: InquiryState
  after: InquiryState
  /** The changes before it, where it depends on them. */
  history: readonly NumberedChange[]
}

/** Whether a change only adds to the history. If it is too late, it can be prepared again. */
export const isAddition = (change: InquiryChange): boolean =>
  Object.entries(change).every(([name, value]) => value === undefined || ADDITIONS.has(name))

/**
 * Reads the state of an inquiry, and decides whether it may be changed in this way. Stores nothing.
 * @returns the change, or why it is refused
 */
export async function prepareChange(
  ports: Pick<Ports, 'store' | 'clock' | 'inbox'>,
  id: InquiryId,
  change: InquiryChange,
  { seen, by }: Editor,
): Promise<PreparedChange | Exclude<ChangeOutcome, 'done'>> {
  const [before, exists] = await Promise.all([readState(ports.store, id), inquiryExists(ports.store, id)])
  if (!exists) return 'gone'
  if (!isAddition(change) && before.seq !== seen) return 'changed'
  const dependsOnHistory = change.status !== undefined || change.finding !== undefined
  const history = dependsOnHistory && before.seq > 0 ? await readHistory(ports.store, id, before.seq) : []
  const today = officeDay(ports.clock.now())
  const fault = changeFault(before, change, change.finding ?? lastMark(history)?.finding, today)
  if (fault) return fault
  return { id, before, history, ...(await createChangeRecord(ports, before, change, by)) }
}

/**
 * Stores a change together with the entries of the audit trail and the messages that follow from it, on SQLite in one transaction. If
 * the change is refused, none of them is kept. A change that is stored keeps its entries, also when a message could not be stored.
 * @returns `changed` if another change was faster, `gone` if the inquiry was erased meanwhile
 * @throws StoreUnavailable when not all of it was stored
 */
export async function storeChange(
  store: Ports['store'],
  { id, record, after }: PreparedChange,
  entries: readonly Fact[],
  messages: readonly Fact[],
): Promise<'done' | 'changed' | 'gone'> {
  const change = { key: changeKey(id, after.seq), value: record }
  const createAll = (facts: readonly Fact[]) => facts.map(({ key, value }) => store.create(key, value))
  const removeAll = (facts: readonly { key: string }[]) => Promise.all(facts.map(({ key }) => store.remove(key)))
  // All of them are waited for: one that is stored after the others failed would be left.
  const written = await Promise.allSettled(createAll([change, ...entries, ...messages]))
  const failed = written.find((result) => result.status === 'rejected')
  const isMade = written[0]?.status === 'fulfilled' ? written[0].value : await isStored(store, change)
  if (failed || !isMade) await removeAll(isMade ? messages : [...entries, ...messages])
  if (failed && isMade) await Promise.all(createAll(entries))
  if (failed) throw failed.reason
  if (!isMade) return 'changed'
  // Only now: until then another change may get this number, and the state in the key of the marker would be wrong.
  const marker = { key: markerKey(id, after) }
  await store.create(marker.key, {})
  if (await inquiryExists(store, id)) return 'done'
  // The inquiry was erased meanwhile. The erasure may have listed the history before this change was written: undo it.
  await removeAll([change, marker, ...entries, ...messages])
  return 'gone'
}

/** Whether a change is stored although its write failed, as when only the response was lost. If this is not known either, its entries stay. */
async function isStored(store: Ports['store'], { key, value }: Fact): Promise<boolean> {
  const found = await store.read(key).catch(() => value)
  return JSON.stringify(found) === JSON.stringify(value)
}

function changeFault(
  state: InquiryState,
  change: InquiryChange,
  lastFinding: Finding | undefined,
  today: string,
): Exclude<ChangeOutcome, 'done'> | undefined {
  const { status = state.status, assignee, finding, hold, contact } = change
  const { followUp = state.followUp ?? null } = change
  if (state.seq >= MAX_CHANGES) return 'full'
  if (status !== state.status && !nextStatuses(state.status, lastFinding).includes(status))
    return lastFinding === 'conflict' ? 'has-conflict' : 'out-of-turn'
  if (assignee && !isStaffId(assignee)) return 'unknown-assignee'
  const texts = SEALED_TEXTS.map((name) => change[name]?.trim() ?? '')
  if (texts.some((text) => [...text].length > MAX_NOTE_LENGTH)) return 'too-long'
  const hasNewDay = followUp !== (state.followUp ?? null)
  if (hasNewDay && followUp !== null && !(Day.safeParse(followUp).success && followUp >= today)) return 'no-day'
  const isUnchanged =
    !hasNewDay &&
    !changesStatus(state, change) &&
    (assignee === undefined || (assignee ?? undefined) === state.assignee)
  const others = [finding, hold, contact]
  return isUnchanged && texts.every((text) => text === '') && others.every((field) => field === undefined)
    ? 'nothing'
    : undefined
}

/** Whether the status is another one, or says again that the person was answered, after they wrote. */
const changesStatus = ({ status: present, answeredAt }: InquiryState, { status = present }: InquiryChange): boolean =>
  status !== present || (answeredAt !== undefined && status === ANSWERED_STATUS)

/** Whether the person may answer after a change, and since when an answer waits. */
function askedAfter(
  { asked, answeredAt }: InquiryState,
  change: InquiryChange,
  status: Status,
  at: string,
): Pick<InquiryState, 'asked' | 'answeredAt'> {
  const hasReply = Boolean(change.reply?.trim())
  if (hasReply && change.ask) return { asked: true }
  if (!asked || hasReply || change.status === ANSWERED_STATUS || !isOpen(status)) return {}
  const since = answeredAt ?? (change.answer ? at : undefined)
  return { asked, ...(since !== undefined && { answeredAt: since }) }
}

async function createChangeRecord(
  { clock, inbox }: Pick<Ports, 'clock' | 'inbox'>,
  previous: InquiryState,
  change: InquiryChange,
  by: string,
): Promise<Pick<PreparedChange, 'record' | 'after'>> {
  const { sent, finding, checkedElsewhere, hold, contact } = change
  const status = change.status ?? previous.status
  const assignee = change.assignee === undefined ? previous.assignee : (change.assignee ?? undefined)
  const lastFinding = finding ?? previous.lastFinding
  const at = clock.now().toISOString()
  const state = {
    status,
    ...(assignee !== undefined && { assignee }),
    ...(lastFinding && { lastFinding }),
    ...followUpAfter(previous, change, status, officeDay(clock.now())),
    ...askedAfter(previous, change, status, at),
  }
  const sealed: Pick<ChangeRecord, SealedText> = {}
  for (const name of SEALED_TEXTS) {
    const text = change[name]?.trim()
    if (text) sealed[name] = { sealed: await inbox.seal({ [name]: text }) }
  }
  /** In the order in which the history names them. */
  const isChanged: Readonly<Partial<Record<ChangedField, unknown>>> = {
    status: changesStatus(previous, change),
    assignee: assignee !== previous.assignee,
    conflict: finding,
    read: change.readAnyway,
    hold: hold !== undefined,
    contact,
    'follow-up': change.followUp !== undefined && state.followUp !== previous.followUp,
    ...sealed,
    ask: change.ask && sealed.reply,
  }
  const changed = (Object.keys(isChanged) as ChangedField[]).filter((field) => isChanged[field])
  const said = { sent, finding, checkedElsewhere: checkedElsewhere || undefined, hold, contact }
  return {
    record: { version: 1, at, by, changed, ...state, ...sealed, ...said },
    after: { seq: previous.seq + 1, ...state },
  }
}

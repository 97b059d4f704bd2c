/**
 * The key of a change has the next number, so only one of two concurrent changes is stored, and none is overwritten. The key of its marker
 * contains the new state, so that a list of keys is enough to know the state.
 */
import type { NewRecord, Store } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { prefixOf, readRecordOr, listKeys, createRecord, readValue } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'
import { listMonth } from '../store/key-lists.ts'
import { CHANGE, FINDINGS, MAX_CHANGES, type PreparedChange, UNASSIGNED, UNREADABLE_CHANGE } from './change.ts'
import { type InquiryId, keyPath, parseInquiryKey } from './inquiry-id.ts'
import { inquiryExists } from './inquiry.ts'
import { INITIAL_STATE, type InquiryState, isStatus, type Status } from './status.ts'

/** Each inquiry has a folder with the same path as below `inquiries/`. */
const HISTORY_PREFIX = prefixOf(RECORDS.change)

/** Numbers are zero-padded, so that their keys sort. */
const DIGITS = String(MAX_CHANGES).length
export const historyFolder = (id: InquiryId): string => `${HISTORY_PREFIX}${keyPath(id)}/`

export const changeKey = (id: InquiryId, seq: number): string => historyFolder(id) + String(seq).padStart(DIGITS, '0')

export const markerKey = (id: InquiryId, state: InquiryState): string => {
  const { seq, status, assignee, lastFinding, followUp, contactedOn, appointmentAt, asked, answeredAt } = state
  const parts = [
    ...(lastFinding === undefined ? [] : [`found-${lastFinding}`]),
    ...(followUp === undefined ? [] : [`again-${followUp}`]),
    ...(contactedOn === undefined ? [] : [`tried-${contactedOn}`]),
    ...(appointmentAt === undefined ? [] : [`appointment-${appointmentAt}`]),
    ...(asked ? [answeredAt === undefined ? 'asked' : `asked-${answeredAt}`] : []),
  ]
  return [changeKey(id, seq), status, assignee ?? UNASSIGNED, ...parts].join('.')
}

const MARKER =
  /^(?<seq>\d+)\.(?<status>[a-z]+)\.(?<assignee>[\w-]+)(\.found-(?<lastFinding>[a-z]+))?(\.again-(?<followUp>[\d-]+))?(\.tried-(?<contactedOn>[\d-]+))?(\.appointment-(?<appointmentAt>[\d:TZ.-]+Z))?(?<asked>\.asked(-(?<answeredAt>.+))?)?$/

/** Keys hold these flags from the start, so that lists need not open the inquiry. */
type IntakeFlags = Pick<InquiryState, 'date' | 'isUrgent' | 'isSuspect' | 'isCall' | 'callBack'>
const [URGENT, SUSPECT] = ['urgent', 'suspect']
/** The key of a call without a day to call back has this. */
const NO_DAY = 'none'

export const intakeKeys = (
  id: InquiryId,
  { date, isUrgent, isSuspect, isCall, callBack = NO_DAY }: IntakeFlags,
): string[] => [
  ...(isUrgent ? [`${changeKey(id, 0)}-${URGENT}`] : []),
  ...(isSuspect ? [`${changeKey(id, 0)}-${SUSPECT}`] : []),
  ...(date ? [`${changeKey(id, 0)}-${date}`] : []),
  ...(isCall ? [`${changeKey(id, 0)}-call-${callBack}`] : []),
]
function flagsInKey(key: string): IntakeFlags | undefined {
  const [, isCall, day] = /^\d+-(call-)?(.+)/.exec(nameOf(key)) ?? []
  if (day === undefined) return undefined
  if (!isCall && day === URGENT) return { isUrgent: true }
  if (!isCall && day === SUSPECT) return { isSuspect: true }
  if (!isCall) return { date: day }
  return { isCall: true, ...(day !== NO_DAY && { callBack: day }) }
}

export async function readState(store: Pick<Store, 'list' | 'get'>, id: InquiryId): Promise<InquiryState> {
  const folder = historyFolder(id)
  const keys = await listKeys(store, folder)
  const last = keys.findLast((key) => !flagsInKey(key))
  const state = last === undefined ? INITIAL_STATE : await stateAt(store, last)
  return Object.assign({}, state, ...keys.map(flagsInKey)) as InquiryState
}

/** The key of the result is a `keyPath`. Inquiries without changes and flags are left out: they have `INITIAL_STATE`. */
export async function listStates(store: Pick<Store, 'list' | 'get'>, month: string) {
  const states = new Map<string, InquiryState>()
  const unmarked: string[] = []
  const days = new Map<string, IntakeFlags>()
  const keys = await listMonth(store, HISTORY_PREFIX, month)
  for (const [index, key] of keys.entries()) {
    const folder = key.slice(0, key.lastIndexOf('/') + 1)
    const found = flagsInKey(key)
    if (found) days.set(pathOf(folder), { ...days.get(pathOf(folder)), ...found })
    // The last key of a folder has the present state.
    if (keys[index + 1]?.startsWith(folder)) continue
    const state = flagsInKey(key) ? INITIAL_STATE : stateInKey(key)
    if (state) states.set(pathOf(folder), state)
    else unmarked.push(key)
  }
  await mapInBatches(unmarked, async (key) => {
    states.set(pathOf(key.slice(0, key.lastIndexOf('/') + 1)), await stateAt(store, key))
  })
  for (const [path, more] of days) states.set(path, { ...(states.get(path) ?? INITIAL_STATE), ...more })
  return states
}

const pathOf = (folder: string) => folder.slice(HISTORY_PREFIX.length, -1)

export async function listChangedInquiries(store: Pick<Store, 'list' | 'folders'>): Promise<InquiryId[]> {
  const months = await store.folders(HISTORY_PREFIX)
  const keys = (await Promise.all(months.map((month) => listMonth(store, HISTORY_PREFIX, month)))).flat()
  return [...new Set(keys.map((key) => key.slice(0, key.lastIndexOf('/'))))].map(parseInquiryKey)
}

/** The changes are oldest first. @param seq number of the last change, if known: that saves a round trip */
export async function readHistory(store: Pick<Store, 'list' | 'get'>, id: InquiryId, seq?: number) {
  const keys =
    seq === undefined
      ? (await listKeys(store, historyFolder(id))).filter((key) => /^\d+$/.test(nameOf(key)))
      : Array.from({ length: seq }, (_, index) => changeKey(id, index + 1))
  const records = await Promise.all(keys.map((key) => readRecordOr(store, CHANGE, key, UNREADABLE_CHANGE)))
  // A record is undefined when the inquiry was erased after the list.
  return records.flatMap((record, index) => (record ? [{ ...record, seq: Number(nameOf(keys[index] ?? '')) }] : []))
}

/** `last` is the change itself if its marker was not written. */
async function stateAt(store: Pick<Store, 'get'>, last: string): Promise<InquiryState> {
  const marked = stateInKey(last)
  if (marked) return marked
  const record = await readRecordOr(store, CHANGE, last, UNREADABLE_CHANGE)
  if (!record) return INITIAL_STATE
  return stateOf({ ...record, seq: nameOf(last) })
}

function stateInKey(key: string): InquiryState | undefined {
  const { groups } = MARKER.exec(nameOf(key)) ?? {}
  return isStatus(groups?.status) ? stateOf({ ...groups, status: groups.status }) : undefined
}

function stateOf(
  given: { seq?: string; status: Status; assignee?: string | undefined; asked?: true | string | undefined } & Partial<
    Record<'answeredAt' | 'followUp' | 'contactedOn' | 'appointmentAt' | 'lastFinding', string | undefined>
  >,
): InquiryState {
  const { seq, status, assignee, asked, answeredAt, followUp, contactedOn, appointmentAt } = given
  return {
    seq: Number(seq),
    status,
    assignee: assignee === UNASSIGNED ? undefined : assignee,
    lastFinding: FINDINGS.find((finding) => finding === given.lastFinding),
    followUp,
    contactedOn,
    appointmentAt,
    asked: asked ? true : undefined,
    answeredAt,
  }
}

const nameOf = (key: string) => key.slice(key.lastIndexOf('/') + 1)

/**
 * A refused change leaves no entry in the audit trail and no message. A stored one keeps its entries, also when a message failed.
 * @returns `changed` if another change was faster, `gone` if the inquiry was erased meanwhile
 * @throws StoreUnavailable when not all of it was stored
 */
export async function storeChange(
  store: Store,
  { id, record, after }: PreparedChange,
  entries: readonly NewRecord[],
  messages: readonly NewRecord[],
): Promise<'done' | 'changed' | 'gone'> {
  const change = { key: changeKey(id, after.seq), value: record }
  const createAll = (facts: readonly NewRecord[]) => facts.map(({ key, value }) => createRecord(store, key, value))
  const removeAll = (facts: readonly { key: string }[]) => Promise.all(facts.map(({ key }) => store.remove(key)))
  // One that is stored after the others failed would be left, so all are waited for.
  const written = await Promise.allSettled(createAll([change, ...entries, ...messages]))
  const failed = written.find((result) => result.status === 'rejected')
  const isMade = written[0]?.status === 'fulfilled' ? written[0].value : await isStored(store, change)
  if (failed || !isMade) await removeAll(isMade ? messages : [...entries, ...messages])
  if (failed && isMade) await Promise.all(createAll(entries))
  if (failed) throw failed.reason
  if (!isMade) return 'changed'
  // Until now another change could get this number, and the state in the key of the marker would be wrong.
  const marker = { key: markerKey(id, after) }
  await createRecord(store, marker.key, {})
  if (await inquiryExists(store, id)) return 'done'
  // The erasure may have listed the history before this change was written, so the change is undone.
  await removeAll([change, marker, ...entries, ...messages])
  return 'gone'
}

/** Only the response of the failed write may be lost. If this read fails too, the entries stay. */
async function isStored(store: Store, { key, value }: NewRecord): Promise<boolean> {
  const found = await readValue(store, key).catch(() => value)
  return JSON.stringify(found) === JSON.stringify(value)
}

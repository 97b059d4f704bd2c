/**
 * The history of an inquiry: what the staff did with it. Each change is a fact with the next number; none is overwritten.
 *
 * The key of a change is its number, so of two concurrent changes only one is stored. Each change also has a marker, whose
 * key contains the new state: the state can be read from a list of keys, without reading values.
 */
import * as z from 'zod'
import type { Store } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { prefixOf, readFactOr, UNREADABLE } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { listMonth } from '../store/key-lists.ts'
import { FIRST_STATUS, isStatus, STATUSES, type Status, type StatusState } from './status.ts'
import { type InquiryId, keyPath, parseInquiryKey } from './inquiry-id.ts'

/** One folder per inquiry, with the same path as below `inquiries/`. */
const HISTORY_PREFIX = prefixOf(FACTS.change)

/** Change numbers are zero-padded to this many digits, so that their keys sort. */
const DIGITS = 4
export const MAX_CHANGES = 10 ** DIGITS - 1
/** Recorded as `by` of an answer: the person who wrote, whose name stands in the inquiry only. */
export const BY_PERSON = 'person'
/** The assignee in a marker when there is none. */
const UNASSIGNED = '-'

export interface InquiryState extends StatusState {
  /** Number of changes so far. */
  seq: number
  /** The court date or deadline that the person named, like 2026-12-31. */
  date?: string
  isUrgent?: true
  isSuspect?: true
  /** The day by which the person is called back. */
  callBack?: string
  /** The day on which it is looked at again, as a member of the staff set it. */
  followUp?: string
  /** The day of the last contact with the person, who has not answered since. */
  contactedOn?: string
}

/** The fact of one change, with the statuses that there are. */
const CHANGE = { ...FACTS.change, value: FACTS.change.value.extend({ status: z.enum(STATUSES) }) }
/** One change: who, when, what, and the resulting state. */
export type ChangeRecord = z.infer<typeof CHANGE.value>

/** It may have marked a conflict or begun a hold, so the texts stay hidden, and the inquiry counts as new and stays stored. */
const UNREADABLE_CHANGE: ChangeRecord = {
  version: 1,
  at: '',
  by: UNREADABLE,
  changed: [],
  status: FIRST_STATUS,
  finding: 'conflict',
  lastFinding: 'conflict',
  hold: true,
}

export type Finding = NonNullable<ChangeRecord['finding']>
export const FINDINGS: readonly Finding[] = FACTS.change.value.shape.finding.unwrap().options

/** A finding as displayed, and in the audit trail. */
export const findingInWords = (finding: Finding): string => (finding === 'none' ? 'no conflict' : 'conflict')

export type ChangedField = ChangeRecord['changed'][number]

/**
 * The texts of a change: a note, a reply to the person, and what the person answers to that. Each is encrypted by itself, as an object
 * with one of them.
 */
export const PlainText = z.object({ note: z.string(), reply: z.string(), answer: z.string() }).partial()
type PlainText = z.infer<typeof PlainText>
export type SealedText = keyof PlainText
export const SEALED_TEXTS: readonly SealedText[] = PlainText.keyof().options

export const INITIAL_STATE: InquiryState = { seq: 0, status: FIRST_STATUS }

export const historyFolder = (id: InquiryId): string => `${HISTORY_PREFIX}${keyPath(id)}/`

export const changeKey = (id: InquiryId, seq: number): string => historyFolder(id) + String(seq).padStart(DIGITS, '0')

export const markerKey = (id: InquiryId, state: InquiryState): string => {
  const { seq, status, assignee, lastFinding, followUp, contactedOn, asked, answeredAt } = state
  const parts = [
    ...(lastFinding === undefined ? [] : [`found-${lastFinding}`]),
    ...(followUp === undefined ? [] : [`again-${followUp}`]),
    ...(contactedOn === undefined ? [] : [`tried-${contactedOn}`]),
    ...(asked ? [answeredAt === undefined ? 'asked' : `asked-${answeredAt}`] : []),
  ]
  return [changeKey(id, seq), status, assignee ?? UNASSIGNED, ...parts].join('.')
}

/** The name of a marker: what is not there is not in the state. */
const MARKER =
  /^(?<seq>\d+)\.(?<status>[a-z]+)\.(?<assignee>[\w-]+)(\.found-(?<lastFinding>[a-z]+))?(\.again-(?<followUp>[\d-]+))?(\.tried-(?<contactedOn>[\d-]+))?(?<asked>\.asked(-(?<answeredAt>.+))?)?$/

/** What is known of an inquiry from its first day on, without opening it. */
type Days = Pick<InquiryState, 'date' | 'isUrgent' | 'isSuspect' | 'isCall' | 'callBack'>
const [URGENT, SUSPECT] = ['urgent', 'suspect']
/** In the key of a call after which no day was named. */
const NO_DAY = 'none'

export const dayKeys = (id: InquiryId, { date, isUrgent, isSuspect, isCall, callBack = NO_DAY }: Days): string[] => [
  ...(isUrgent ? [`${changeKey(id, 0)}-${URGENT}`] : []),
  ...(isSuspect ? [`${changeKey(id, 0)}-${SUSPECT}`] : []),
  ...(date ? [`${changeKey(id, 0)}-${date}`] : []),
  ...(isCall ? [`${changeKey(id, 0)}-call-${callBack}`] : []),
]
function daysInKey(key: string): Days | undefined {
  const [, isCall, day] = /^\d+-(call-)?(.+)/.exec(nameOf(key)) ?? []
  if (day === undefined) return undefined
  if (!isCall && day === URGENT) return { isUrgent: true }
  if (!isCall && day === SUSPECT) return { isSuspect: true }
  if (!isCall) return { date: day }
  return { isCall: true, ...(day !== NO_DAY && { callBack: day }) }
}

/** Whether a text is a valid staff id that can be part of a key. */
export const isStaffId = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text) && text !== UNASSIGNED

export async function readState(store: Pick<Store, 'list' | 'read'>, id: InquiryId): Promise<InquiryState> {
  const folder = historyFolder(id)
  const keys = await store.list(folder)
  const last = keys.findLast((key) => !daysInKey(key))
  const state = last === undefined ? INITIAL_STATE : await stateAt(store, last)
  return Object.assign({}, state, ...keys.map(daysInKey)) as InquiryState
}

/**
 * Lists the states of the inquiries of a month that have a history or a day of their own.
 * @returns them by the path of their inquiry, as `keyPath` gives it
 */
export async function listStates(store: Pick<Store, 'list' | 'read'>, month: string) {
  const states = new Map<string, InquiryState>()
  const unmarked: string[] = []
  const days = new Map<string, Days>()
  const keys = await listMonth(store, HISTORY_PREFIX, month)
  for (const [index, key] of keys.entries()) {
    const folder = key.slice(0, key.lastIndexOf('/') + 1)
    const found = daysInKey(key)
    if (found) days.set(pathOf(folder), { ...days.get(pathOf(folder)), ...found })
    // Only the last key of a folder says what its inquiry is now.
    if (keys[index + 1]?.startsWith(folder)) continue
    const state = daysInKey(key) ? INITIAL_STATE : stateInKey(key)
    if (state) states.set(pathOf(folder), state)
    else unmarked.push(key)
  }
  await mapInBatches(unmarked, async (key) => {
    states.set(pathOf(key.slice(0, key.lastIndexOf('/') + 1)), await stateAt(store, key))
  })
  for (const [path, more] of days) states.set(path, { ...(states.get(path) ?? INITIAL_STATE), ...more })
  return states
}

/** The path of the inquiry that a history folder belongs to. */
const pathOf = (folder: string) => folder.slice(HISTORY_PREFIX.length, -1)

export async function listChangedInquiries(store: Pick<Store, 'list' | 'folders'>): Promise<InquiryId[]> {
  const months = await store.folders(HISTORY_PREFIX)
  const keys = (await Promise.all(months.map((month) => listMonth(store, HISTORY_PREFIX, month)))).flat()
  return [...new Set(keys.map((key) => key.slice(0, key.lastIndexOf('/'))))].map(parseInquiryKey)
}

export const lastMark = <Change extends Pick<ChangeRecord, 'finding'>>(
  history: readonly Change[],
): Change | undefined => history.findLast(({ finding }) => finding)

/** Whether a legal hold stops erasure: the last change of it began one. */
export const isHeld = (history: readonly Pick<ChangeRecord, 'hold'>[]): boolean =>
  history.findLast(({ hold }) => hold !== undefined)?.hold ?? false

/** A change with its number; note and reply are still encrypted. */
export type NumberedChange = ChangeRecord & { seq: number }

/**
 * All changes of an inquiry, oldest first.
 * @param seq number of the last one, where it is known: that saves a round trip
 */
export async function readHistory(store: Pick<Store, 'list' | 'read'>, id: InquiryId, seq?: number) {
  const keys =
    seq === undefined
      ? (await store.list(historyFolder(id))).filter((key) => /^\d+$/.test(nameOf(key)))
      : Array.from({ length: seq }, (_, index) => changeKey(id, index + 1))
  const records = await Promise.all(keys.map((key) => readFactOr(store, CHANGE, key, UNREADABLE_CHANGE)))
  // Undefined when erased after the list.
  return records.flatMap((record, index) => (record ? [{ ...record, seq: Number(nameOf(keys[index] ?? '')) }] : []))
}

/** @param last the last history key: the marker of the last change, or the change itself if its marker was not written */
async function stateAt(store: Pick<Store, 'read'>, last: string): Promise<InquiryState> {
  const marked = stateInKey(last)
  if (marked) return marked
  const record = await readFactOr(store, CHANGE, last, UNREADABLE_CHANGE)
  if (!record) return INITIAL_STATE
  return stateOf({ ...record, seq: nameOf(last) })
}

/** The state that a marker holds in its key; undefined for any other key. */
function stateInKey(key: string): InquiryState | undefined {
  const { groups } = MARKER.exec(nameOf(key)) ?? {}
  return isStatus(groups?.status) ? stateOf({ ...groups, status: groups.status }) : undefined
}

function stateOf(
  given: { seq?: string; status: Status; assignee?: string | undefined; asked?: true | string | undefined } & Partial<
    Record<'answeredAt' | 'followUp' | 'contactedOn' | 'lastFinding', string | undefined>
  >,
): InquiryState {
  const { seq, status, assignee, asked, answeredAt, followUp, contactedOn } = given
  const lastFinding = FINDINGS.find((finding) => finding === given.lastFinding)
  return {
    seq: Number(seq),
    status,
    ...(assignee && assignee !== UNASSIGNED && { assignee }),
    ...(lastFinding && { lastFinding }),
    ...(followUp && { followUp }),
    ...(contactedOn && { contactedOn }),
    ...(asked && { asked: true as const }),
    ...(answeredAt && { answeredAt }),
  }
}

const nameOf = (key: string) => key.slice(key.lastIndexOf('/') + 1)

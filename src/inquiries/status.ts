/** The table of statuses, the state of an inquiry, and what follows from the state: who waits, what is due, what the person sees. */
import type * as z from 'zod'
import { dayAt } from '../dates.ts'
import { DAY_MS } from '../duration.ts'
import type { Change } from '../store/records.ts'
import type { InquiryId } from './inquiry-id.ts'

export type Status = 'new' | 'contacted' | 'retained' | 'declined' | 'spam' | 'closed'

/** The sender sees these. They contain no words of the staff. */
export const PUBLIC_STATUSES = ['received', 'in_review', 'asked', 'answered', 'scheduled', 'closed'] as const
export type PublicStatus = (typeof PUBLIC_STATUSES)[number]

interface StatusRow {
  /** Housekeeping removes `finished` after the retention period. It never removes `kept`, which is part of a client's file. */
  kind: 'open' | 'finished' | 'kept'
  /** If the status is not open, `nextStatuses` adds all open ones, with which the inquiry is opened again. */
  next: readonly Status[]
  shown: PublicStatus
}

/** The statuses in their usual order. The desk allows `retained` only after the mark "No conflict". */
const STATUS_TABLE: Readonly<Record<Status, StatusRow>> = {
  new: { kind: 'open', next: ['contacted', 'retained', 'declined', 'spam', 'closed'], shown: 'received' },
  contacted: { kind: 'open', next: ['retained', 'declined', 'spam', 'closed'], shown: 'answered' },
  retained: { kind: 'kept', next: ['closed'], shown: 'closed' },
  declined: { kind: 'finished', next: ['closed'], shown: 'closed' },
  spam: { kind: 'finished', next: ['closed'], shown: 'closed' },
  closed: { kind: 'finished', next: [], shown: 'closed' },
}

export const STATUSES = Object.keys(STATUS_TABLE) as readonly Status[]

export const FIRST_STATUS: Status = 'new'
export const ANSWERED_STATUS: Status = 'contacted'
export const CLIENT_STATUS: Status = 'retained'
export const SPAM_STATUS: Status = 'spam'

export interface InquiryState {
  /** Number of changes so far. */
  seq: number
  status: Status
  /** Staff id. */
  assignee?: string | undefined
  /** The result of the last check for conflicts. */
  lastFinding?: 'none' | 'conflict' | undefined
  /** A member of the staff wrote down a telephone call. */
  isCall?: true | undefined
  /** The last reply asked something that the person may still answer. */
  asked?: true | undefined
  /** Since when an answer of the person waits for the firm, ISO 8601. */
  answeredAt?: string | undefined
  /** The court date or deadline that the person named, like 2026-12-31. */
  date?: string
  isUrgent?: true
  isSuspect?: true
  /** The day by which the person is called back. */
  callBack?: string
  /** A member of the staff set this day to look at the inquiry again. */
  followUp?: string
  /** The day of the last contact; absent when the person has answered since. */
  contactedOn?: string
  /** When the appointment begins, ISO 8601. */
  appointmentAt?: string
}

/** The person waits while the inquiry is new, and again after they wrote to the firm. */
export const awaitsAnswer = ({ status, answeredAt }: Pick<InquiryState, 'status' | 'answeredAt'>): boolean =>
  status === FIRST_STATUS || answeredAt !== undefined

export const isOpen = (status: Status): boolean => STATUS_TABLE[status].kind === 'open'

export const isFinished = (status: Status): boolean => STATUS_TABLE[status].kind === 'finished'

/** Spam is finished too, but is not in `ended`, because it has a list of its own. */
const GROUPS = {
  open: STATUSES.filter(isOpen),
  ended: STATUSES.filter((status) => isFinished(status) && status !== SPAM_STATUS),
} as const
type StatusGroup = keyof typeof GROUPS

export const isStatusGroup = (word: string): word is StatusGroup => Object.hasOwn(GROUPS, word)

export const statusesOf = (name: Status | StatusGroup): readonly Status[] =>
  isStatusGroup(name) ? GROUPS[name] : [name]

/** The usual status is first. After a conflict, an open inquiry can only be declined, and one that is not open cannot be opened again. */
export function nextStatuses(status: Status, finding?: 'none' | 'conflict'): readonly Status[] {
  const { next } = STATUS_TABLE[status]
  if (finding === 'conflict') return isOpen(status) ? ['declined'] : next
  return [...next, ...(isOpen(status) ? [] : STATUSES.filter(isOpen))]
}

export const isStatus = (word: string | undefined): word is Status => STATUSES.some((status) => status === word)

/** A review begins with an assignment or a check for conflicts. The assignment of a call does not count: every call is assigned. */
export function publicStatus(state: Omit<InquiryState, 'seq'>): PublicStatus {
  const { status, assignee, lastFinding, isCall, asked, answeredAt } = state
  const { shown } = STATUS_TABLE[status]
  if (answeredAt !== undefined) return 'in_review'
  if (asked) return 'asked'
  const isTaken = lastFinding !== undefined || (assignee !== undefined && !isCall)
  return shown === 'received' && isTaken ? 'in_review' : shown
}

export const INITIAL_STATE: InquiryState = { seq: 0, status: FIRST_STATUS }

/** Tells whether the person may choose a time on the firm's booking page. */
export const mayBook = ({ status, lastFinding, appointmentAt }: InquiryState): boolean =>
  lastFinding === 'none' && isOpen(status) && appointmentAt === undefined

export type Contact = NonNullable<z.infer<typeof Change>['contact']>

export const CALL_RESULTS: Readonly<Record<Contact, string>> = {
  answered: 'they answered',
  message: 'left a message',
  none: 'no answer',
}

const SILENT_DAYS = 7

/** @returns the day that the staff set or, without an appointment, a week after the last contact; undefined if the inquiry is not open */
export function followUpDay({ status, followUp, contactedOn, appointmentAt }: InquiryState): string | undefined {
  if (!isOpen(status)) return undefined
  return (
    followUp ??
    (contactedOn && appointmentAt === undefined ? dayAt(Date.parse(contactedOn) + SILENT_DAYS * DAY_MS) : undefined)
  )
}

/** @param today in the office's time zone */
export const isDue = (state: InquiryState, today: string): boolean => {
  const day = followUpDay(state)
  return day !== undefined && day <= today
}

export interface ListedInquiry {
  id: InquiryId
  state: InquiryState
}

export interface ListFilter {
  status?: Status | StatusGroup | undefined
  assignee?: string | undefined
  is?: ((one: ListedInquiry) => boolean) | undefined
  month?: string | undefined
}

export const isUrgent = ({ state }: Pick<ListedInquiry, 'state'>): boolean =>
  state.isUrgent === true && awaitsAnswer(state)

/** @returns the day by which a caller expects a call, while no one has answered the inquiry */
export const callDay = (state: InquiryState): string | undefined =>
  awaitsAnswer(state) && state.answeredAt === undefined ? state.callBack : undefined

export const isMaybeSpam = ({ state }: Pick<ListedInquiry, 'state'>): boolean =>
  state.isSuspect === true && state.seq === 0

/** The lists of the desk show and search the message only if the last check for conflicts found "none". */
export const isCleared = ({ state }: Pick<ListedInquiry, 'state'>): boolean => state.lastFinding === 'none'

/** @returns the court date or deadline and the day of the call back, if there are any, the earliest first */
export const daysOf = (state: InquiryState): string[] =>
  [state.date, callDay(state)].filter((day) => day !== undefined).sort()

export const nearestDay = (state: InquiryState): string | undefined => daysOf(state)[0]

/** Does not check `month`: `listIds` lists by month. */
export function matchesState(one: ListedInquiry, { status, assignee, is = () => true }: ListFilter): boolean {
  const { state } = one
  return (
    is(one) &&
    (status === undefined || statusesOf(status).includes(state.status)) &&
    (assignee === undefined || state.assignee === assignee)
  )
}

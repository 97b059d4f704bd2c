/**
 * The state of an inquiry: its status, from one table of which every list, filter and page is made, and what its keys say besides that.
 * What the staff and the person see of it follows from the state alone.
 */
import type { InquiryId } from './inquiry-id.ts'

export type Status = 'new' | 'contacted' | 'retained' | 'declined' | 'spam' | 'closed'

/** The statuses that the sender of an inquiry sees. They contain no words of the staff. */
export const PUBLIC_STATUSES = ['received', 'in_review', 'asked', 'answered', 'scheduled', 'closed'] as const
export type PublicStatus = (typeof PUBLIC_STATUSES)[number]

interface StatusRow {
  /**
   * `open`: the staff still have something to do. `finished`: removed after the retention period. `kept`: part of a client's file, so it is
   * never removed.
   */
  kind: 'open' | 'finished' | 'kept'
  /** The statuses that may follow. An inquiry that is not open can also be opened again, with any open status. */
  next: readonly Status[]
  shown: PublicStatus
}

/** In the usual order. `retained` requires the mark "No conflict", see `mayRetain`. */
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

/** A member of the staff has answered the person. */
export const ANSWERED_STATUS: Status = 'contacted'

/** The part of the state that decides what the person sees. */
interface StatusState {
  status: Status
  /** Staff id. */
  assignee?: string | undefined
  /** Result of the last check for conflicts. Lists show a message only if it is "none". */
  lastFinding?: 'none' | 'conflict' | undefined
  /** A member of the staff wrote down a telephone call. */
  isCall?: true | undefined
  /** The last reply asked something that the person may still answer. */
  asked?: true | undefined
  /** Since when an answer of the person waits for the firm, ISO 8601. */
  answeredAt?: string | undefined
}

/** Whether the person waits for an answer, also after they answered themselves. */
export const awaitsAnswer = ({ status, answeredAt }: StatusState): boolean =>
  status === FIRST_STATUS || answeredAt !== undefined

export const isOpen = (status: Status): boolean => STATUS_TABLE[status].kind === 'open'

/** Whether inquiries with this status are removed after the retention period. */
export const isFinished = (status: Status): boolean => STATUS_TABLE[status].kind === 'finished'

export const SPAM_STATUS: Status = 'spam'

/** Statuses that a list shows together. Spam has ended too, but has a list of its own. */
const GROUPS = {
  open: STATUSES.filter(isOpen),
  ended: STATUSES.filter((status) => isFinished(status) && status !== SPAM_STATUS),
} as const
export type StatusGroup = keyof typeof GROUPS

export const isStatusGroup = (word: string): word is StatusGroup => Object.hasOwn(GROUPS, word)

/** The statuses of a group. For a status, it is the only one. */
export const statusesOf = (name: Status | StatusGroup): readonly Status[] =>
  isStatusGroup(name) ? GROUPS[name] : [name]

/**
 * The statuses that may follow, the usual one first.
 * @param finding result of the last check for conflicts. After a conflict, an inquiry can only be declined, and not opened again
 */
export function nextStatuses(status: Status, finding?: 'none' | 'conflict'): readonly Status[] {
  const { next } = STATUS_TABLE[status]
  if (finding === 'conflict') return isOpen(status) ? ['declined'] : next
  return [...next, ...(isOpen(status) ? [] : STATUSES.filter(isOpen))]
}

export const CLIENT_STATUS: Status = 'retained'

export const isStatus = (word: string | undefined): word is Status => STATUSES.some((status) => status === word)

/**
 * The status that the sender of an inquiry sees. It is in review after a member of the staff was assigned (except a call, which is always
 * assigned), after a check for conflicts, and after the person's answer came.
 */
export function publicStatus(state: StatusState): PublicStatus {
  const { status, assignee, lastFinding, isCall, asked, answeredAt } = state
  const { shown } = STATUS_TABLE[status]
  if (asked) return answeredAt === undefined ? 'asked' : 'in_review'
  const isTaken = lastFinding !== undefined || (assignee !== undefined && !isCall)
  return shown === 'received' && isTaken ? 'in_review' : shown
}

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
  /** When the appointment that stands begins, ISO 8601. */
  appointmentAt?: string
}

export const INITIAL_STATE: InquiryState = { seq: 0, status: FIRST_STATUS }

/** Whether the person may choose a time on the firm's booking page. */
export const mayBook = ({ status, lastFinding, appointmentAt }: InquiryState): boolean =>
  lastFinding === 'none' && isOpen(status) && appointmentAt === undefined

export interface ListedInquiry {
  id: InquiryId
  state: InquiryState
  /** It is gone, and only its names are kept, see `kept-names.ts`. */
  namesOnly?: boolean
}

/** Filters that need keys only. */
export interface ListFilter {
  status?: Status | StatusGroup | undefined
  /** Staff id. */
  assignee?: string | undefined
  /** Only inquiries with a court date, a deadline, or a day to call back. */
  dated?: boolean | undefined
  is?: ((one: ListedInquiry) => boolean) | undefined
  month?: string | undefined
}

/** Whether the person marked the inquiry as urgent, and has no answer yet. */
export const isUrgent = ({ state }: Pick<ListedInquiry, 'state'>): boolean =>
  state.isUrgent === true && awaitsAnswer(state)

export const callDay = (state: InquiryState): string | undefined =>
  awaitsAnswer(state) && state.answeredAt === undefined ? state.callBack : undefined

/** Whether the inquiry has signs of spam, and the staff have not changed it yet. */
export const isMaybeSpam = ({ state }: Pick<ListedInquiry, 'state'>): boolean =>
  state.isSuspect === true && state.seq === 0

/** Whether a list shows words of the message, and a search looks into it. */
export const isCleared = ({ state }: Pick<ListedInquiry, 'state'>): boolean => state.lastFinding === 'none'

/** The court date or deadline, or the day to call back if that is sooner. */
export const dueOf = (state: InquiryState): string | undefined =>
  [state.date, callDay(state)].filter((day) => day !== undefined).sort()[0]

export function matchesState(one: ListedInquiry, { status, assignee, dated, is = () => true }: ListFilter): boolean {
  const { state } = one
  return (
    is(one) &&
    (status === undefined || statusesOf(status).includes(state.status)) &&
    (assignee === undefined || state.assignee === assignee) &&
    (!dated || dueOf(state) !== undefined)
  )
}

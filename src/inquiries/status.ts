/**
 * The statuses of an inquiry and the transitions between them.
 */

/** In the usual order. */
export const STATUSES = ['new', 'contacted', 'conflict_check', 'retained', 'declined', 'spam', 'closed'] as const
export type Status = (typeof STATUSES)[number]

/** The staff still have something to do. */
const OPEN_STATUSES: readonly Status[] = ['new', 'contacted', 'conflict_check']

/** Removed after the retention period. A retained inquiry is not: it is part of a client's file. */
const FINISHED_STATUSES: readonly Status[] = ['declined', 'spam', 'closed']

/** Allowed transitions. `retained` requires a conflict check first. Any status that is not open can be reopened. */
const TRANSITIONS: Readonly<Record<Status, readonly Status[]>> = {
  new: ['contacted', 'conflict_check', 'declined', 'spam', 'closed'],
  contacted: ['conflict_check', 'declined', 'spam', 'closed'],
  conflict_check: ['retained', 'declined', 'contacted', 'spam', 'closed'],
  retained: ['closed', ...OPEN_STATUSES],
  declined: ['closed', ...OPEN_STATUSES],
  spam: ['closed', ...OPEN_STATUSES],
  closed: OPEN_STATUSES,
}

/** Whether the staff still have something to do. */
export const isOpen = (status: Status): boolean => OPEN_STATUSES.includes(status)

/** Whether inquiries with this status are removed after the retention period. */
export const isFinished = (status: Status): boolean => FINISHED_STATUSES.includes(status)

export const nextStatuses = (status: Status): readonly Status[] => TRANSITIONS[status]

export const isStatus = (word: string | undefined): word is Status => STATUSES.some((status) => status === word)

/** A status as displayed. */
export const statusInWords = (status: Status): string => status.replace('_', ' ')

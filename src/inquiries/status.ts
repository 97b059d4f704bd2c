/**
 * Where an inquiry stands with the staff, and where it may go from there.
 */

/** In the order in which most inquiries go through them. */
export const STATUSES = ['new', 'contacted', 'conflict_check', 'retained', 'declined', 'spam', 'closed'] as const
export type Status = (typeof STATUSES)[number]

/** Of these something is still to be done. */
const OPEN_STATUSES: readonly Status[] = ['new', 'contacted', 'conflict_check']

/** Of these the firm needs nothing any more: after a while they are removed. What was retained became part of a client's file. */
const FINISHED_STATUSES: readonly Status[] = ['declined', 'spam', 'closed']

/** Where each may go. Nobody is retained without a conflict check, and whatever is not open may be opened again. */
const TRANSITIONS: Readonly<Record<Status, readonly Status[]>> = {
  new: ['contacted', 'conflict_check', 'declined', 'spam', 'closed'],
  contacted: ['conflict_check', 'declined', 'spam', 'closed'],
  conflict_check: ['retained', 'declined', 'contacted', 'spam', 'closed'],
  retained: ['closed', ...OPEN_STATUSES],
  declined: ['closed', ...OPEN_STATUSES],
  spam: ['closed', ...OPEN_STATUSES],
  closed: OPEN_STATUSES,
}

/** Whether something is still to be done. */
export const isOpen = (status: Status): boolean => OPEN_STATUSES.includes(status)

/** Whether it is removed so long after it came to stand so as the firm says. */
export const isFinished = (status: Status): boolean => FINISHED_STATUSES.includes(status)

/** The statuses that may follow. */
export const nextStatuses = (status: Status): readonly Status[] => TRANSITIONS[status]

/** Whether a word is a status. */
export const isStatus = (word: string | undefined): word is Status => STATUSES.some((status) => status === word)

/** A status as people read it. */
export const statusInWords = (status: Status): string => status.replace('_', ' ')

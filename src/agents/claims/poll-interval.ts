/** The poll intervals of agents (RFC 8628 section 3.5) are in memory, so they are best effort. */
import type { Clock } from '../../ports.ts'
import { SECOND_MS } from '../../duration.ts'

/** The first interval of an agent (RFC 8628 section 3.2). */
export const POLL_INTERVAL_SECONDS = 5
/** Every early poll adds this to the interval. */
const SLOW_DOWN_SECONDS = 5
/** A poll is accepted after this part of the interval, because network delays vary. */
const EARLY_TOLERANCE = 0.9
const MAX_REGISTRATIONS = 100_000

export type PollInterval = ReturnType<typeof createPollInterval>

export function createPollInterval(clock: Clock) {
  const polls = new Map<string, { at: number; seconds: number }>()
  return {
    /** Records a poll. @returns true when the poll came too soon, which makes the interval longer */
    recordPoll(registration: string): boolean {
      const now = clock.now().getTime()
      const last = polls.get(registration)
      // The absolute value is used because a clock that is set back must not lock an agent out.
      if (last && Math.abs(now - last.at) < last.seconds * SECOND_MS * EARLY_TOLERANCE) {
        // `at` stays the time of the last accepted poll, so a poll one interval after that is accepted. An early poll loses nothing,
        // because a decided claim is delivered without this check.
        last.seconds += SLOW_DOWN_SECONDS
        return true
      }
      polls.delete(registration)
      polls.set(registration, { at: now, seconds: last?.seconds ?? POLL_INTERVAL_SECONDS })
      if (polls.size > MAX_REGISTRATIONS) polls.delete(polls.keys().next().value ?? '')
      return false
    },
  }
}

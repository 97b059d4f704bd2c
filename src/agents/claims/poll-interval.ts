/** Enforces the poll interval (RFC 8628 section 3.5). It counts in memory, so it is best effort. */
import type { Clock } from '../../ports.ts'
import { SECOND_MS } from '../../duration.ts'

/** Seconds an agent must wait between two polls (RFC 8628 section 3.2). */
export const POLL_INTERVAL_SECONDS = 5
/** Added to the interval for every early poll. */
const SLOW_DOWN_SECONDS = 5
/** A poll may come after this part of the interval, because network delays vary. */
const EARLY_TOLERANCE = 0.9
/** Beyond this number the oldest are dropped. */
const MAX_REGISTRATIONS = 100_000

export type PollInterval = ReturnType<typeof createPollInterval>

export function createPollInterval(clock: Clock) {
  const polls = new Map<string, { at: number; seconds: number }>()
  return {
    /** Records a poll. @returns true when it came too soon; the agent must then wait longer between polls */
    isTooSoon(registration: string): boolean {
      const now = clock.now().getTime()
      const last = polls.get(registration)
      // The absolute value, because a clock that is set back must not lock an agent out.
      if (last && Math.abs(now - last.at) < last.seconds * SECOND_MS * EARLY_TOLERANCE) {
        // The interval still counts from the last accepted poll, so that early polls never lock an agent out.
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

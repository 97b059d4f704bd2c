/**
 * How often an agent may poll (RFC 8628 section 3.5). Kept in the memory of this process: best effort, no storage.
 */
import type { Clock } from '../../ports.ts'
import { POLL_INTERVAL_SECONDS } from './claim.ts'
import { SECOND_MS } from '../../duration.ts'

/** Added to the interval by every poll that comes too soon, seconds. */
const SLOW_DOWN_SECONDS = 5
/** A poll may come this much earlier: networks are not even. */
const EARLY_TOLERANCE = 0.9
/** Registrations remembered at most; beyond that the oldest are forgotten. */
const MAX_REGISTRATIONS = 100_000

export interface PollInterval {
  /** Notes a poll. @returns true when it came too soon; then the agent has to wait longer from now on */
  isTooSoon(registration: string): boolean
}

export function createPollInterval(clock: Clock): PollInterval {
  const polls = new Map<string, { at: number; seconds: number }>()
  return {
    isTooSoon(registration) {
      const now = clock.now().getTime()
      const last = polls.get(registration)
      if (last && now - last.at < last.seconds * SECOND_MS * EARLY_TOLERANCE) {
        // The clock is not restarted: an impatient agent is late, never locked out.
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

/**
 * Counts refused requests for the log, which gets at most one line per caller, code and minute, so that floods do not fill it. A caller is
 * here the largest network that rate limits count.
 */
import { MINUTE_SECONDS } from '../duration.ts'
import type { Clock } from '../ports.ts'
import { fixedWindows } from './fixed-windows.ts'
import { networksOf } from './network.ts'

/** Counts in memory, so it is best effort. */
export function createRefusalCounter(clock: Clock) {
  const windows = fixedWindows(MINUTE_SECONDS)
  // By code and not by caller, so that no count is lost when a caller is forgotten or does not return.
  const leftOut = new Map<string, number>()
  return {
    /**
     * @returns how many requests with this code, of all callers, were left out since the last line; undefined to leave this one out too
     */
    count(code: string, address: string): number | undefined {
      const { caller, site = caller } = networksOf(address)
      const key = `${code} ${site}`
      const now = clock.now().getTime()
      const earlier = leftOut.get(code) ?? 0
      const isLeftOut = windows.used(key, now) > 0
      leftOut.set(code, isLeftOut ? earlier + 1 : 0)
      if (isLeftOut) return undefined
      windows.count(key, now)
      return earlier
    },
  }
}

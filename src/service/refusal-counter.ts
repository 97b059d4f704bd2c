/**
 * Counts refused requests for the log: at most one line per caller, code and minute, so that a flood of them does not fill it.
 * Here a caller is the widest network that rate limits count.
 */
import { MINUTE_SECONDS } from '../duration.ts'
import type { Clock } from '../ports.ts'
import { fixedWindows } from './fixed-windows.ts'
import { networksOf } from './network.ts'

/** In process memory: best effort, no storage. */
export function createRefusalCounter(clock: Clock) {
  const windows = fixedWindows(MINUTE_SECONDS)
  // Not by caller, so that no count is lost when a caller is forgotten or does not come back.
  const leftOut = new Map<string, number>()
  return {
    /**
     * @param code the code of the error
     * @returns how many with this code, of any caller, were left out since the last line; undefined to leave this one out too
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

/** Counts what callers do in fixed windows of time, in the memory of this process. */
import { SECOND_MS } from '../duration.ts'

/** Callers remembered, so that a flood of made-up addresses cannot fill the memory: about 5 MB. */
const MAX_WINDOWS = 20_000

interface Window {
  used: number
  /** Milliseconds since 1970. */
  endsAt: number
}

export type FixedWindows = ReturnType<typeof fixedWindows>

/**
 * Windows of one length, one for each key. All times are milliseconds since 1970.
 * Those that have ended are forgotten, and when there are still too many the emptiest, the oldest of these: a flood of callers that are
 * each counted once does not hide one that has used up its limit.
 * A window that began in the future has ended: the clock was ahead then, and was set right.
 */
export function fixedWindows(windowSeconds: number) {
  const lengthMs = windowSeconds * SECOND_MS
  // In the order of their beginnings, which is also that of their ends.
  const windows = new Map<string, Window>()

  const isCurrent = ({ endsAt }: Window, now: number) => endsAt > now && endsAt <= now + lengthMs

  function currentWindow(key: string, now: number): Window | undefined {
    const found = windows.get(key)
    return found && isCurrent(found, now) ? found : undefined
  }

  function makeRoom(now: number): void {
    for (const [key, window] of windows) {
      if (isCurrent(window, now)) break
      windows.delete(key)
    }
    if (windows.size < MAX_WINDOWS) return
    let [emptiest, least] = ['', Infinity]
    for (const [key, { used }] of windows) {
      if (used < least) [emptiest, least] = [key, used]
      if (least === 1) break
    }
    windows.delete(emptiest)
  }

  return {
    /** @returns how often the key was counted in its current window */
    used: (key: string, now: number): number => currentWindow(key, now)?.used ?? 0,
    /** Counts the key. Its window begins with its first count. */
    count(key: string, now: number): void {
      const current = currentWindow(key, now)
      if (current) {
        current.used += 1
        return
      }
      makeRoom(now)
      // An ended one keeps its place in the order otherwise.
      windows.delete(key)
      windows.set(key, { used: 1, endsAt: now + lengthMs })
    },
    /** @returns until the window of the key ends, or would if it began now, milliseconds */
    remainingMs: (key: string, now: number): number => (currentWindow(key, now)?.endsAt ?? now + lengthMs) - now,
  }
}

/** Counts requests of callers in fixed windows of time, in the memory of this process. */
import { SECOND_MS } from '../duration.ts'

/** About 5 MB. The limit is against floods of invented addresses. */
const MAX_WINDOWS = 20_000

interface Window {
  used: number
  /** Milliseconds since 1970. */
  endsAt: number
}

export type FixedWindows = ReturnType<typeof fixedWindows>

/**
 * One window for each key. All times are milliseconds since 1970.
 * Windows that have ended are removed. If there are still too many, the window with the lowest count is removed, and the oldest of these:
 * so a flood of callers that are counted once does not remove a caller that has used up its limit.
 * A window that began in the future has ended, because the clock was wrong then.
 */
export function fixedWindows(windowSeconds: number) {
  const lengthMs = windowSeconds * SECOND_MS
  // Ordered by start, and so by end.
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
      // Without this, a window that replaces an ended one would keep its position in the order.
      windows.delete(key)
      windows.set(key, { used: 1, endsAt: now + lengthMs })
    },
    /** @returns milliseconds until the window of the key ends; a new window would begin now */
    remainingMs: (key: string, now: number): number => (currentWindow(key, now)?.endsAt ?? now + lengthMs) - now,
  }
}

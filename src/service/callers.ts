/**
 * Callers: the networks that they are known by, how often each was counted in a window of time, and which refusals the log gets. All is in the
 * memory of this process, so it is best effort.
 */
import ipaddr from 'ipaddr.js'
import { MINUTE_SECONDS, SECOND_MS } from '../duration.ts'
import type { Clock } from '../ports.ts'
import { remembered } from '../remembered.ts'

/** Bits of an IPv6 network: a household has at least a /64, a customer of a data center a /48. */
const [CALLER_BITS, SITE_BITS] = [64, 48]

/**
 * The networks of an address: the one that counts as a caller, and the larger one that counts as a site.
 * @param address reported by the platform. If it is not an IP address, it is the caller
 * @returns an IPv4 address, or the /64 and the /48 network of an IPv6 address
 */
export const networksOf = remembered((address): { caller: string; site?: string } => {
  if (!ipaddr.isValid(address)) return { caller: address }
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return { caller: parsed.toString() }
  const bytes = parsed.toByteArray()
  const network = (bits: number) => `${bytes.slice(0, bits / 8).join('.')}/${bits}`
  return { caller: network(CALLER_BITS), site: network(SITE_BITS) }
})

export const networkOf = (address: string): string => networksOf(address).caller

/** About 5 MB. The limit is against floods of invented addresses. */
const MAX_WINDOWS = 20_000

interface Window {
  used: number
  /** Milliseconds since 1970. */
  endsAt: number
}

export type FixedWindows = ReturnType<typeof fixedWindows>

/**
 * Counts in fixed windows of time, one for each key. All times are milliseconds since 1970.
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

/**
 * Counts refused requests for the log, which gets at most one line per caller, code and minute, so that floods do not fill it. A caller is
 * here the largest network that rate limits count.
 */
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

/**
 * Budgets of callers, counted in the memory of this process, in fixed windows. Best effort: on Netlify the platform's own
 * limits stand beside it. A library would bring a driver for every database, and no clock of ours.
 */
import ipaddr from 'ipaddr.js'
import type { Clock, Limiter, LimitName } from '../world.ts'

/** Requests per client address and window. */
const LIMITS: Record<LimitName, { quota: number; windowSeconds: number }> = {
  inquiries: { quota: 30, windowSeconds: 60 },
}
/** Callers remembered at most; a flood from more networks than this starts them anew, and memory stays flat. */
const MOST_CALLERS = 100_000

interface Window {
  used: number
  endsAt: number
}

/**
 * Counters in memory.
 * @param factor multiplies every limit, for load tests
 */
export function memoryLimiter(clock: Clock, factor = 1): Limiter {
  const windows = new Map<string, Window>()

  function windowOf(key: string, now: number, windowSeconds: number): Window {
    const current = windows.get(key)
    if (current && current.endsAt > now) return current
    if (windows.size >= MOST_CALLERS) forgetEnded(now)
    const fresh = { used: 0, endsAt: now + windowSeconds * 1000 }
    windows.set(key, fresh)
    return fresh
  }

  function forgetEnded(now: number): void {
    for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key)
    if (windows.size >= MOST_CALLERS) windows.clear()
  }

  return {
    async take(limit, address) {
      const { windowSeconds, ...row } = LIMITS[limit]
      const quota = Math.max(1, Math.round(row.quota * factor))
      const now = clock.now().getTime()
      const window = windowOf(`${limit} ${networkOf(address)}`, now, windowSeconds)
      const allowed = window.used < quota
      if (allowed) window.used += 1
      const resetSeconds = Math.max(1, Math.ceil((window.endsAt - now) / 1000))
      return { allowed, quota, windowSeconds, remaining: quota - window.used, resetSeconds }
    },
  }
}

/**
 * What counts as one caller: an IPv4 address, or the /64 network of an IPv6 address, which is what one household gets.
 * @param address as the platform tells it
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : `${parsed.toByteArray().slice(0, 8).join('.')}/64`
}

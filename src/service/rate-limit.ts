/** Rate limits, and a limit for log lines about refusals. The counts are in the memory of this process, so they are best effort. */
import { SECOND_MS, MINUTE_SECONDS } from '../duration.ts'
import type { Clock, Limiter, LimitState, Ports } from '../ports.ts'
import { Problem, unavailable } from '../problem.ts'
import { type LimitName, RATE_LIMITS, siteQuota } from '../rate-limits.ts'
import ipaddr from 'ipaddr.js'
import { memoize } from '../memoize.ts'

/** A request that exceeds one of its limits counts towards none of them. @param factor multiplies every limit, for load tests */
export function memoryLimiter(clock: Clock, factor = 1): Limiter {
  // Each limit has its own windows, so that a flood of other requests cannot evict them.
  const windowsOf = Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([limit, { windowSeconds }]) => [limit, fixedWindows(windowSeconds)]),
  ) as Record<LimitName, ReturnType<typeof fixedWindows>>
  return {
    async take(limit, address) {
      const now = clock.now().getTime()
      const [row, windows] = [RATE_LIMITS[limit], windowsOf[limit]]
      const { caller, site } = networksOf(address)
      const budget = (key: string, most: number) => ({ key, quota: Math.max(1, Math.round(most * factor)) })
      const own = budget(`caller ${caller}`, row.quota)
      const asked = [own]
      if (site !== undefined) asked.push(budget(`site ${site}`, siteQuota(row)))
      if (row.everyone !== undefined) asked.push(budget('everyone', row.everyone))
      const refusing = asked.find(({ key, quota }) => windows.find(key, now).used >= quota)
      if (!refusing) for (const { key } of asked) windows.count(key, now)
      const { key, quota } = refusing ?? own
      const { used, endsAt } = windows.find(key, now)
      const resetSeconds = Math.max(1, Math.ceil((endsAt - now) / SECOND_MS))
      return { allowed: !refusing, quota, windowSeconds: row.windowSeconds, remaining: quota - used, resetSeconds }
    },
  }
}

/**
 * Call it for inquiries after validation, so that invalid input does not count.
 * @returns the RateLimit headers (draft-ietf-httpapi-ratelimit-headers)
 * @throws Problem `rate-limited`, or `service-unavailable` when the limiter fails and the limit must be enforced
 */
export async function consumeRateLimit(
  limit: LimitName,
  { address }: { address: string },
  { limiter, log }: Pick<Ports, 'limiter' | 'log'>,
): Promise<Record<string, string>> {
  let state: LimitState
  try {
    state = await limiter.take(limit, address)
  } catch {
    log('limiter.failed', { limit })
    if (RATE_LIMITS[limit].openWhenBroken) return {}
    throw unavailable()
  }
  const headers = {
    'RateLimit-Policy': `"${limit}";q=${state.quota};w=${state.windowSeconds}`,
    RateLimit: `"${limit}";r=${state.remaining};t=${state.resetSeconds}`,
  }
  if (state.allowed) return headers
  const detail = `At most ${state.quota} in ${state.windowSeconds} seconds. Try again in ${state.resetSeconds} seconds.`
  throw new Problem('rate-limited', { detail, headers: { ...headers, 'Retry-After': String(state.resetSeconds) } })
}

/** Bits of an IPv6 network: a household has at least a /64, a customer of a data center a /48. */
const [CALLER_BITS, SITE_BITS] = [64, 48]

/** An IPv4 address is its own network; an IPv6 address has a /64 as caller and a /48 as site. Other texts are their own caller. */
const networksOf = memoize((address): { caller: string; site?: string } => {
  if (!ipaddr.isValid(address)) return { caller: address }
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return { caller: parsed.toString() }
  const bytes = parsed.toByteArray()
  const network = (bits: number) => `${bytes.slice(0, bits / 8).join('.')}/${bits}`
  return { caller: network(CALLER_BITS), site: network(SITE_BITS) }
})

export const networkOf = (address: string): string => networksOf(address).caller

/** The most windows of one rate limit, about 10 MB, against floods of invented addresses. An IPv6 address has two windows. */
const MAX_WINDOWS = 40_000

interface Window {
  used: number
  /** Milliseconds since 1970. */
  endsAt: number
}

/**
 * A new window replaces the ended ones. If there are still too many, the oldest of those with the lowest count is removed, so that a flood
 * of new callers does not remove a caller that has used up its limit. A window that ends more than `windowSeconds` from now began while the
 * clock was ahead, and counts as ended.
 */
function fixedWindows(windowSeconds: number) {
  const lengthMs = windowSeconds * SECOND_MS
  // Ordered by start, and so by end.
  const windows = new Map<string, Window>()

  const isCurrent = ({ endsAt }: Window, now: number) => endsAt > now && endsAt <= now + lengthMs

  /** @returns the current window; if there is none, a new one that begins now and is not stored */
  function find(key: string, now: number): Window {
    const found = windows.get(key)
    return found && isCurrent(found, now) ? found : { used: 0, endsAt: now + lengthMs }
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

  function count(key: string, now: number): void {
    const window = find(key, now)
    if (window.used === 0) {
      makeRoom(now)
      // Without this, a window that replaces an ended one would keep its position in the order.
      windows.delete(key)
      windows.set(key, window)
    }
    window.used += 1
  }

  return { find, count }
}

/** The log gets at most one line per site, code and minute, so that floods do not fill it. */
export function createRefusalCounter(clock: Clock) {
  const windows = fixedWindows(MINUTE_SECONDS)
  // Counts by code. A count by caller would never be logged if that caller did not return.
  const leftOut = new Map<string, number>()
  return {
    /** @returns undefined if the log must leave out this request, or else how many with this code it has left out since the last line */
    count(code: string, address: string): number | undefined {
      const { caller, site = caller } = networksOf(address)
      const key = `${code} ${site}`
      const now = clock.now().getTime()
      const earlier = leftOut.get(code) ?? 0
      const isLeftOut = windows.find(key, now).used > 0
      leftOut.set(code, isLeftOut ? earlier + 1 : 0)
      if (isLeftOut) return undefined
      windows.count(key, now)
      return earlier
    },
  }
}

/**
 * Counts requests against the rate limits, in fixed windows and in the memory of this process. Best effort: on Netlify the
 * platform's own limits apply as well. Not a library: those bring database drivers and do not accept our clock.
 */
import ipaddr from 'ipaddr.js'
import { SECOND_MS } from '../duration.ts'
import type { Clock, Limiter, LimitState } from '../ports.ts'
import { Problem, unavailable } from '../problem.ts'
import { type LimitName, RATE_LIMITS } from '../rate-limits.ts'
import type { Caller, Service } from './service.ts'

/** Key of the budget of everyone; not a possible address. */
const ALL_CALLERS = '*'
/** Windows kept in memory; beyond this all counters are reset, so that a flood does not exhaust memory. */
const MAX_CALLERS = 100_000

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
    if (windows.size >= MAX_CALLERS) removeEndedWindows(now)
    const created = { used: 0, endsAt: now + windowSeconds * SECOND_MS }
    windows.set(key, created)
    return created
  }

  function removeEndedWindows(now: number): void {
    for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key)
    if (windows.size >= MAX_CALLERS) windows.clear()
  }

  function consume(key: string, limit: number, windowSeconds: number): LimitState {
    const quota = Math.max(1, Math.round(limit * factor))
    const now = clock.now().getTime()
    const window = windowOf(key, now, windowSeconds)
    const allowed = window.used < quota
    if (allowed) window.used += 1
    const resetSeconds = Math.max(1, Math.ceil((window.endsAt - now) / SECOND_MS))
    return { allowed, quota, windowSeconds, remaining: quota - window.used, resetSeconds }
  }

  return {
    async take(limit, address) {
      const { quota, windowSeconds, everyone } = RATE_LIMITS[limit]
      const callerState = consume(`${limit} ${networkOf(address)}`, quota, windowSeconds)
      if (everyone === undefined || !callerState.allowed) return callerState
      const everyoneState = consume(`${limit} ${ALL_CALLERS}`, everyone, windowSeconds)
      return everyoneState.allowed ? callerState : { ...everyoneState, remaining: 0 }
    },
  }
}

/**
 * Uses one request of a budget. For inquiries, call it after validation, so that invalid input does not count.
 * @param caller its address, or another key of the budget, such as a staff id
 * @returns the RateLimit headers (draft-ietf-httpapi-ratelimit-headers)
 * @throws Problem `rate-limited`, or `service-unavailable` when the limiter fails and the limit must be enforced
 */
export async function consumeRateLimit(
  limit: LimitName,
  caller: Caller,
  { limiter, log }: Pick<Service, 'limiter' | 'log'>,
): Promise<Record<string, string>> {
  let state: LimitState
  try {
    state = await limiter.take(limit, caller.address)
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

/**
 * What counts as one caller: an IPv4 address, or the /64 network of an IPv6 address, which one household typically gets.
 * @param address as reported by the platform; returned unchanged if it is not an IP address
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : `${parsed.toByteArray().slice(0, 8).join('.')}/64`
}

/** Counts are in the memory of this process, so they are best effort. Libraries for this do not accept our clock. */
import { SECOND_MS } from '../duration.ts'
import type { Clock, Limiter, LimitState } from '../ports.ts'
import { Problem, unavailable } from '../problem.ts'
import { type LimitName, RATE_LIMITS, type RateLimit, siteQuota } from '../rate-limits.ts'
import { fixedWindows, networksOf } from './callers.ts'
import type { Caller, Service } from './service.ts'

const ALL_CALLERS = '*'

/** A request that exceeds one of its budgets is counted in none. @param factor multiplies every limit, for load tests */
export function memoryLimiter(clock: Clock, factor = 1): Limiter {
  const table = Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([limit, row]) => [limit, budgetsOf(row, factor)]),
  ) as Record<LimitName, ReturnType<typeof budgetsOf>>
  return {
    async take(limit, address) {
      const now = clock.now().getTime()
      const { caller, site, everyone } = table[limit]
      const networks = networksOf(address)
      const own = { budget: caller, key: networks.caller }
      const asked = [own]
      if (networks.site !== undefined) asked.push({ budget: site, key: networks.site })
      if (everyone) asked.push({ budget: everyone, key: ALL_CALLERS })
      const refusing = asked.find(({ budget, key }) => budget.windows.used(key, now) >= budget.quota)
      if (!refusing) for (const { budget, key } of asked) budget.windows.count(key, now)
      const { budget, key } = refusing ?? own
      const { quota, windowSeconds, windows } = budget
      return {
        allowed: !refusing,
        quota,
        windowSeconds,
        remaining: quota - windows.used(key, now),
        resetSeconds: Math.max(1, Math.ceil(windows.remainingMs(key, now) / SECOND_MS)),
      }
    },
  }
}

function budgetsOf(row: RateLimit, factor: number) {
  const { quota, windowSeconds, everyone } = row
  const budget = (most: number) => ({
    quota: Math.max(1, Math.round(most * factor)),
    windowSeconds,
    // Not shared with other budgets, so that floods of other requests cannot evict these windows.
    windows: fixedWindows(windowSeconds),
  })
  return {
    caller: budget(quota),
    site: budget(siteQuota(row)),
    everyone: everyone === undefined ? undefined : budget(everyone),
  }
}

/**
 * Call it for inquiries after validation, so that invalid input does not count.
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

/**
 * Admission: the budget of a caller. For inquiries it is checked once input is known to be good, so that refused input
 * does not count.
 */
import { Problem } from '../problem.ts'
import type { LimitName, LimitState } from '../ports.ts'
import type { Caller, Service } from './service.ts'

/** Budgets that are granted when they cannot be counted: a limiter that breaks must not cost a person in trouble their inquiry. */
const OPEN_WHEN_BROKEN = new Set<LimitName>(['inquiries'])
const RETRY_AFTER_SECONDS = 30

/**
 * Takes one from a budget.
 * @param caller whose budget; its address, or what else the budget goes by
 * @returns the headers that tell what is left (draft-ietf-httpapi-ratelimit-headers)
 * @throws Problem `rate-limited`, or `service-unavailable` where nothing may pass uncounted
 */
export async function admit(
  limit: LimitName,
  caller: Caller,
  { limiter, log }: Pick<Service, 'limiter' | 'log'>,
): Promise<Record<string, string>> {
  let state: LimitState
  try {
    state = await limiter.take(limit, caller.address)
  } catch {
    log('limiter.failed', { limit })
    if (OPEN_WHEN_BROKEN.has(limit)) return {}
    throw new Problem('service-unavailable', { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } })
  }
  const headers = {
    'RateLimit-Policy': `"${limit}";q=${state.quota};w=${state.windowSeconds}`,
    RateLimit: `"${limit}";r=${state.remaining};t=${state.resetSeconds}`,
  }
  if (state.allowed) return headers
  const detail = `At most ${state.quota} in ${state.windowSeconds} seconds. Try again in ${state.resetSeconds} seconds.`
  throw new Problem('rate-limited', { detail, headers: { ...headers, 'Retry-After': String(state.resetSeconds) } })
}

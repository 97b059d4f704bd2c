/**
 * Admission: the budget of a caller, checked once input is known to be good, so that refused input does not count.
 */
import { Problem } from '../problem.ts'
import type { LimitName, LimitState } from '../world.ts'
import type { Caller, Service } from './service.ts'

/**
 * Takes one from the caller's budget.
 * @returns the headers that tell what is left (draft-ietf-httpapi-ratelimit-headers)
 * @throws Problem `rate-limited`
 */
export async function admit(limit: LimitName, caller: Caller, { limiter, log }: Service): Promise<Record<string, string>> {
  let state: LimitState
  try {
    state = await limiter.take(limit, caller.address)
  } catch {
    // A limiter that breaks must not cost a person in trouble their inquiry.
    log('limiter.failed', { limit })
    return {}
  }
  const headers = {
    'RateLimit-Policy': `"${limit}";q=${state.quota};w=${state.windowSeconds}`,
    RateLimit: `"${limit}";r=${state.remaining};t=${state.resetSeconds}`,
  }
  if (state.allowed) return headers
  const detail = `At most ${state.quota} in ${state.windowSeconds} seconds. Try again in ${state.resetSeconds} seconds.`
  throw new Problem('rate-limited', { detail, headers: { ...headers, 'Retry-After': String(state.resetSeconds) } })
}

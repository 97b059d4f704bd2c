/**
 * Two trusted issuers with keys of their own, and a clock that is set by hand.
 */
import { afterAll, beforeEach } from 'vitest'
import type { Clock } from '../../../src/ports.ts'
import { startIdentityProvider } from './identity-provider.ts'

export const ISSUER = 'https://trusted.example'
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const START = Date.UTC(2026, 10, 2, 12)
export const clock: Clock & { at: number } = { at: START, now: () => new Date(clock.at) }
export const provider = await startIdentityProvider(ISSUER)
export const other = await startIdentityProvider('https://other.example')

/** For the top of a test file: each test begins with both as they were at the start, and nothing is left of them after the last. */
export function useTwoIssuers(): void {
  beforeEach(() => {
    clock.at = START
    provider.reset()
    other.reset()
  })
  afterAll(() => [provider, other].forEach((one) => one.stop()))
}

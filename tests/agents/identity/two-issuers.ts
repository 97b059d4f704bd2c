/** Two trusted issuers with keys of their own, and a clock that is set by hand: the system's, by which keys are cached. */
import { afterAll, beforeEach, vi } from 'vitest'
import { startIdentityProvider } from './identity-provider.ts'

export const ISSUER = 'https://trusted.example'
const START = Date.UTC(2026, 10, 2, 12)
export const clock = {
  now: () => new Date(),
  get at() {
    return Date.now()
  },
  set at(milliseconds: number) {
    vi.setSystemTime(milliseconds)
  },
}
export const provider = await startIdentityProvider(ISSUER)
export const other = await startIdentityProvider('https://other.example')

/** For the top of a test file: each test begins with both as they were at the start, and the clock goes on after the last. They run as long as the process, which other files share. */
export function useTwoIssuers(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: START })
    provider.reset()
    other.reset()
  })
  afterAll(() => {
    vi.useRealTimers()
  })
}

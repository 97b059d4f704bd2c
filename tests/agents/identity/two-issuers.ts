/** Two trusted issuers, and the system's clock, by which keys are cached, set by hand. */
import { afterAll, beforeEach, vi } from 'vitest'
import { startIdentityProvider } from './identity-provider.ts'

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
export const provider = await startIdentityProvider('https://trusted.example')
export const other = await startIdentityProvider('https://other.example')

/** Each test begins with both as at the start. They run as long as the process, which other files share. */
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

/** Time limits that pass when a test says so, in place of those of `AbortSignal.timeout`. */
import { vi } from 'vitest'

export interface HeldLimits {
  /** The limits that were set so far, milliseconds. */
  set: number[]
  /** Lets the time pass: every limit set so far is reached. */
  pass(): void
}

/** Until `vi.restoreAllMocks()`, no limit is reached by itself. */
export function holdTimeLimits(): HeldLimits {
  const set: number[] = []
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    set.push(milliseconds)
    return limit.signal
  })
  return { set, pass: () => limit.abort(new DOMException('', 'TimeoutError')) }
}

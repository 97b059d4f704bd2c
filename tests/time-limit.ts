/** Time limits that pass when a test says so, in place of those of `AbortSignal.timeout`. */
import { vi } from 'vitest'

/** Until `vi.restoreAllMocks()`, no limit is reached by itself. */
export function holdTimeLimits() {
  /** Milliseconds. */
  const set: number[] = []
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    set.push(milliseconds)
    return limit.signal
  })
  const pass = () => limit.abort(new DOMException('', 'TimeoutError'))
  return { set, pass }
}

/** Time limits that pass when a test says so, in place of those of `AbortSignal.timeout`. */
import { vi } from 'vitest'

/** Until `vi.restoreAllMocks()`, no limit is reached by itself. */
export function holdTimeLimits() {
  /** The limits that were set so far, milliseconds. */
  const set: number[] = []
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    set.push(milliseconds)
    return limit.signal
  })
  /** Lets every limit set so far be reached. */
  const pass = () => limit.abort(new DOMException('', 'TimeoutError'))
  return { set, pass }
}

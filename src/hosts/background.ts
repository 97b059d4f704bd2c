/**
 * Work that continues after the response was sent, on one machine.
 */

export interface Background {
  /** @param work must not reject */
  add(work: Promise<void>): void
  /** Waits until all work is done, at most this many milliseconds. */
  drain(maxMs: number): Promise<void>
}

export function background(): Background {
  const pending = new Set<Promise<void>>()
  return {
    add(work) {
      pending.add(work)
      void work.finally(() => pending.delete(work))
    },
    async drain(maxMs) {
      const timeout = new Promise((end) => setTimeout(end, maxMs).unref())
      await Promise.race([Promise.all(pending), timeout])
    },
  }
}

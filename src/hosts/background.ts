/**
 * Work that goes on after the answer, on one machine.
 */

export interface Background {
  /** @param work must not reject */
  add(work: Promise<void>): void
  /** Waits until all of it is done, but no longer than so many milliseconds. */
  done(mostMs: number): Promise<void>
}

export function background(): Background {
  const under = new Set<Promise<void>>()
  return {
    add(work) {
      under.add(work)
      void work.finally(() => under.delete(work))
    },
    async done(mostMs) {
      const late = new Promise((end) => setTimeout(end, mostMs).unref())
      await Promise.race([Promise.all(under), late])
    },
  }
}

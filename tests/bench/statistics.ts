/** What the benches have in common: a table, medians, and time. */

/** One table: what was measured, and the rows. */
export interface Measured {
  title: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export const milliseconds = (value: number): string => `${value.toFixed(value < 1 ? 2 : value < 10 ? 1 : 0)} ms`

/** How long an action takes, and the longest that a timer had to wait meanwhile, milliseconds. */
export interface Timed {
  time: number
  wait: number
}

export async function timed(act: () => Promise<unknown>): Promise<Timed> {
  let [wait, last] = [0, performance.now()]
  const timer = setInterval(() => {
    const now = performance.now()
    wait = Math.max(wait, now - last - 1)
    last = now
  }, 1)
  const start = performance.now()
  await act()
  const end = performance.now()
  clearInterval(timer)
  return { time: end - start, wait: Math.max(wait, end - last - 1) }
}

/**
 * What the benches have in common: interleaved rounds and medians, so that a slow moment of the machine hits all alike and does not
 * choose a figure.
 */

/** Some figures have a goal, like `≤ 2×`. */
export type Cell = string | { measured: string; goal: string }

/** The table that a bench gives back. */
export interface Measured {
  title: string
  head: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/** How often each subject of a bench is measured. */
export const ROUNDS = 3

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** What was measured of one subject: by field, one value for each round. */
export type Rounds<Field extends string> = Record<Field, number[]>

/**
 * Measures each subject once per round. Every other round goes through them backwards, so that none always follows the same one.
 * @returns by subject, in the order of the rounds
 */
export async function alternate<Subject extends string, Field extends string>(
  rounds: number,
  subjects: Record<Subject, () => Promise<Record<Field, number>>>,
): Promise<Record<Subject, Rounds<Field>>> {
  const order = Object.entries<() => Promise<Record<Field, number>>>(subjects)
  const measured: Record<string, Record<string, number[]>> = Object.fromEntries(order.map(([name]) => [name, {}]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of round % 2 === 0 ? order : order.toReversed())
      for (const [field, value] of Object.entries<number>(await measure())) (measured[name]![field] ??= []).push(value)
  }
  return measured as Record<Subject, Rounds<Field>>
}

/** The median of the ratios of each round: what slowed a whole round down has no part in it. */
export const medianRatio = (values: readonly number[], bases: readonly number[]): string =>
  `${median(values.map((value, round) => value / (bases[round] ?? Number.NaN))).toFixed(2)}×`

export const milliseconds = (value: number): string => `${value.toFixed(value < 1 ? 2 : value < 10 ? 1 : 0)} ms`

export type Timed = Awaited<ReturnType<typeof timed>>

/** How long an action takes, and the longest that a timer had to wait meanwhile, milliseconds. */
export async function timed(act: () => Promise<unknown>) {
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

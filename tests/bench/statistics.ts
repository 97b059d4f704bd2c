/**
 * What the benches have in common: medians, and alternating rounds, so that a slow moment of the machine hits all alike.
 */

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/**
 * Measures each subject once per round.
 * @returns the median of each field, by subject
 */
export async function alternate<Subject extends string, Field extends string>(
  rounds: number,
  subjects: Record<Subject, () => Promise<Record<Field, number>>>,
): Promise<Record<Subject, Record<Field, number>>> {
  const all = new Map<string, Record<string, number>[]>()
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries<() => Promise<Record<Field, number>>>(subjects)) {
      all.set(name, [...(all.get(name) ?? []), await measure()])
    }
  }
  const medians = [...all].map(([name, results]) => {
    const fields = Object.keys(results[0] ?? {})
    return [
      name,
      Object.fromEntries(fields.map((field) => [field, median(results.map((result) => result[field] ?? Number.NaN))])),
    ]
  })
  return Object.fromEntries(medians) as Record<Subject, Record<Field, number>>
}

export const ratio = (value: number, base: number): string => `${(value / base).toFixed(2)}×`
export const milliseconds = (value: number): string => `${value.toFixed(value < 1 ? 2 : value < 10 ? 1 : 0)} ms`

/** How much work something is, measured in the same run against a yardstick, so that neither a slow nor a busy machine changes it. */

/** A quadratic reading of the texts that the tests use is many thousand times the yardstick; a linear one less than ten. */
export const LINEAR = 100

const ROUNDS = 5

/** @returns the least time of a few rounds, as a multiple of a look at each of as many characters as the work reads */
export function effortOf(work: () => void, characters: number): number {
  const text = 'x'.repeat(characters)
  const [least = 0, yardstick = 0] = [work, () => [...text].join('')].map((measured) =>
    Math.min(
      ...Array.from({ length: ROUNDS }, () => {
        const start = performance.now()
        measured()
        return performance.now() - start
      }),
    ),
  )
  return least / yardstick
}

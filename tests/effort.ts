/** How much work something is, measured in the same run against a yardstick, so that neither a slow nor a busy machine changes it. */

/** A quadratic reading of the texts that the tests use is many thousand times the yardstick; a linear one less than ten. */
export const LINEAR = 100

const ROUNDS = 5

/**
 * The least time that it takes in a few rounds, as a multiple of what it takes to look at each character of as long a text.
 * @param work what is measured
 * @param characters length of the text that it reads
 */
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

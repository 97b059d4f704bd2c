/**
 * What an author probably meant by a name that is not there.
 */
import leven from 'leven'

/** Names further apart than this are no slip of the pen. */
const MAX_TYPO_DISTANCE = 3

/**
 * @param names those that exist
 * @returns the one that is written most like it, in any case; undefined when none is near
 */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const distance = (other: string) => leven(other.toLowerCase(), name.toLowerCase())
  const [first] = names.toSorted((one, other) => distance(one) - distance(other))
  // Two letters of the name must be right.
  const most = Math.min(MAX_TYPO_DISTANCE, name.length - 2)
  return first !== undefined && distance(first) <= most ? first : undefined
}

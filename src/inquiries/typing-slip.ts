/** Finds typing mistakes. The contact form's script contains this file too. */

/** The number of letters by which two words may differ. @param length length of the longer word */
export const mostSlips = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2)

/** In a short word the first letter must be the same, because it is rarely mistyped. Words with digits must be equal. */
export function isTypingSlip(one: string, other: string): boolean {
  const length = Math.max(one.length, other.length)
  const slips = mostSlips(length)
  if (slips === 0 || (length < 6 && one[0] !== other[0])) return false
  return isNear(one, other, slips) && !/\d/.test(one + other)
}

/**
 * Whether words differ by at most `slips` mistakes: a wrong, missing or extra letter, or two swapped letters. It stops at the first mistake
 * too many, so crafted words do not make it slow; computing the full distance would be quadratic.
 */
function isNear(one: string, other: string, slips: number): boolean {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const [rest, otherRest] = [one.slice(same), other.slice(same)]
  if (Math.max(rest.length, otherRest.length) <= slips) return true
  if (slips === 0 || Math.abs(rest.length - otherRest.length) > slips) return false
  const isSwapped = rest[0] === otherRest[1] && rest[1] === otherRest[0]
  return (
    isNear(rest.slice(1), otherRest.slice(1), slips - 1) ||
    isNear(rest.slice(1), otherRest, slips - 1) ||
    isNear(rest, otherRest.slice(1), slips - 1) ||
    (isSwapped && isNear(rest.slice(2), otherRest.slice(2), slips - 1))
  )
}

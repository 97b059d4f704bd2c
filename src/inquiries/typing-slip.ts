/** Whether one word is another one with a typing slip. The browser has it too, for the contact form. */

/**
 * Short words differ by one letter, long ones by two, the shortest by none.
 * @param length of the longer word
 */
export const mostSlips = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2)

/** The first letter is rarely wrong, and short names differ by it; numbers differ by each digit. */
export function isTypingSlip(one: string, other: string): boolean {
  const length = Math.max(one.length, other.length)
  const slips = mostSlips(length)
  if (slips === 0 || (length < 6 && one[0] !== other[0])) return false
  return isNear(one, other, slips) && !/\d/.test(one + other)
}

/**
 * Whether words differ by so many slips at most: a letter that is another one, missing or too many, or two that have changed places.
 * It ends with the first slip too many, so it is quick with words that are made to be alike; a whole distance is quadratic.
 */
function isNear(one: string, other: string, slips: number): boolean {
  let place = 0
  while (place < one.length && one[place] === other[place]) place++
  const [rest, otherRest] = [one.slice(place), other.slice(place)]
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

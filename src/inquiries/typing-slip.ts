/**
 * Whether one word is another one with a typing slip. The browser has it too, for the contact form.
 */
import leven from 'leven'

/** Letters by which long words may differ. */
export const MAX_SLIPS = 2

/** Short words differ by one letter, long ones by two. The first letter is rarely wrong, and short names differ by it. */
export function isTypingSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > MAX_SLIPS) return false
  const length = Math.max(one.length, other.length)
  if (length < 4 || /\d/.test(one + other) || (length < 6 && one[0] !== other[0])) return false
  return leven(one, other) <= (length < 8 ? 1 : MAX_SLIPS) || isSwapped(one, other)
}

/** Two letters next to one another have changed places. */
function isSwapped(one: string, other: string): boolean {
  const place = [...one].findIndex((letter, index) => letter !== other[index])
  const swapped = one.slice(0, place) + (one[place + 1] ?? '') + (one[place] ?? '') + one.slice(place + 2)
  return place >= 0 && swapped === other
}

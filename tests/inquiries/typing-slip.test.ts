/** Typing slips: the distance of Levenshtein, for which there is a library, and letters that have changed places. */
import fc from 'fast-check'
import leven from 'leven'
import { expect, it } from 'vitest'
import { isTypingSlip } from '../../src/inquiries/typing-slip.ts'

it('is no other than a small distance', () => {
  const word = (minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength, maxLength })
  const isSwapped = (one: string, other: string) =>
    [...one].some((letter, at) => one.slice(0, at) + (one[at + 1] ?? '') + letter + one.slice(at + 2) === other)
  fc.assert(
    fc.property(word(6, 7), word(6, 7), (one, other) => {
      expect(isTypingSlip(one, other)).toBe(leven(one, other) <= 1 || isSwapped(one, other))
    }),
    { numRuns: 2000 },
  )
  fc.assert(
    fc.property(word(8, 10), word(8, 10), (one, other) => {
      if (leven(one, other) <= 2) expect(isTypingSlip(one, other)).toBe(true)
      // Each change of places adds at most two to the distance.
      else if (leven(one, other) > 4) expect(isTypingSlip(one, other)).toBe(false)
    }),
    { numRuns: 2000 },
  )
})

it.each([
  ['abc', 'abd', false],
  ['abcd', 'bcd', false],
  ['abcd', 'acbd', true],
  ['xbcdef', 'abcdef', true],
  ['garciamn', 'agrciamm', true],
  ['route12', 'route13', false],
])('%s and %s', (one, other, isSlip) => expect(isTypingSlip(one, other)).toBe(isSlip))

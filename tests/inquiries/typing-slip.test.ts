/** Typing slips: the distance of Levenshtein, for which there is a library, and letters that have changed places. */
import fc from 'fast-check'
import leven from 'leven'
import { expect, it } from 'vitest'
import { isTypingSlip, meantEmail } from '../../src/inquiries/typing-slip.ts'
import { effortOf, LINEAR } from '../effort.ts'
import { blocksOf } from '../table.ts'

const [WORDS = [], SLIPS = [], LEFT_ALONE = []] = blocksOf('tests/inquiries/typing-slip.txt')

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

it.each(WORDS)('%s and %s: %s', (one, other, isSlip) => expect(isTypingSlip(one, other)).toBe(isSlip === 'yes'))

it.each(SLIPS)('a slip in the domain %s is meant to be %s', (typed, meant) => {
  expect(meantEmail(` Ana.O'Hara+1@${typed} `)).toBe(`Ana.O'Hara+1@${meant}`)
})

it.each(LEFT_ALONE)('%s is not taken for a slip in the domain', (domain) =>
  expect(meantEmail(`ana@${domain}`)).toBeUndefined(),
)

it.each(['', 'ana', '@gmial.com', 'ana@', 'ana@b@gmial.com', 'ana lee@gmial.com', 'ana@gmial.com, bo@gmial.com'])(
  'a text without exactly one address has no slip: %j',
  (text) => expect(meantEmail(text)).toBeUndefined(),
)

it('a slip in the domain is looked for in linear time', () => {
  const length = 100_000
  const long = [`a@${'g'.repeat(length)}`, `${'a'.repeat(length)}@gmial.com`, '@'.repeat(length), '<,'.repeat(length)]
  for (const text of long) expect(effortOf(() => meantEmail(text), length)).toBeLessThan(LINEAR)
})

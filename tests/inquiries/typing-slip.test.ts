/** Typing slips: the distance of Levenshtein, for which there is a library, and letters that have changed places. */
import fc from 'fast-check'
import leven from 'leven'
import { describe, expect, it } from 'vitest'
import { isTypingSlip, meantEmail } from '../../src/inquiries/typing-slip.ts'
import { effortOf, LINEAR } from '../effort.ts'

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

const SLIPS: readonly (readonly [typed: string, meant: string])[] = [
  ['gmial.com', 'gmail.com'],
  ['gmaill.com', 'gmail.com'],
  ['gamil.com', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['gmail.net', 'gmail.com'],
  ['gmail,com', 'gmail.com'],
  ['gmail..com', 'gmail.com'],
  ['gmail.com.', 'gmail.com'],
  ['gmailcom', 'gmail.com'],
  ['gmial.con', 'gmail.com'],
  ['yaho.com', 'yahoo.com'],
  ['hotnail.com', 'hotmail.com'],
  ['outlok.com', 'outlook.com'],
  ['icloud.co', 'icloud.com'],
  ['aol.co', 'aol.com'],
  ['comcast.nte', 'comcast.net'],
  ['belsouth.net', 'bellsouth.net'],
  ['bellsouth.com', 'bellsouth.net'],
  ['sbcgloabl.net', 'sbcglobal.net'],
  ['earthlink.com', 'earthlink.net'],
]

const LEFT_ALONE = [
  // In the table, or existing beside it.
  ...['gmail.com', 'Gmail.Com', 'yahoo.com', 'ymail.com', 'mail.com', 'email.com', 'cloud.com', 'aol.com', 'att.com'],
  ...['comcast.com', 'att.net', 'live.com', 'love.com', 'life.com', 'msn.com', 'me.com', 'mac.com', 'cox.net'],
  // Of other countries.
  ...['yahoo.es', 'yahoo.ca', 'yahoo.com.mx', 'yahoo.co.uk', 'hotmail.es', 'hotmail.fr', 'outlook.es', 'gmx.de'],
  // Of firms, schools and offices.
  ...['heronlandinglaw.example', 'example.com', 'putnamschools.org', 'ufl.edu', 'myfloridahouse.gov', 'fastmail.com'],
  ...['contact.com', 'hotels.com', 'combat.com', 'outback.com', 'mail.gmail.example', 'all.com', 'bol.com', 'x.co'],
]

describe('a slip in the domain', () => {
  it.each(SLIPS)('%s is meant to be %s', (typed, meant) => {
    expect(meantEmail(` Ana.O'Hara+1@${typed} `)).toBe(`Ana.O'Hara+1@${meant}`)
  })

  it.each(LEFT_ALONE)('is not %s', (domain) => expect(meantEmail(`ana@${domain}`)).toBeUndefined())

  it.each(['', 'ana', '@gmial.com', 'ana@', 'ana@b@gmial.com', 'ana lee@gmial.com', 'ana@gmial.com, bo@gmial.com'])(
    'needs one address: %j',
    (text) => expect(meantEmail(text)).toBeUndefined(),
  )

  it('is looked for in linear time', () => {
    const length = 100_000
    for (const text of [
      `a@${'g'.repeat(length)}`,
      `${'a'.repeat(length)}@gmial.com`,
      '@'.repeat(length),
      '<,'.repeat(length),
    ])
      expect(effortOf(() => meantEmail(text), length)).toBeLessThan(LINEAR)
  })
})

/** Names, addresses and numbers as people write them: which are the same party, which are similar, which are not. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lookUpParty, matchParty, prepareText } from '../../src/conflicts/party-match.ts'
import { isTypingSlip } from '../../src/inquiries/typing-slip.ts'
import { numbersFrom, partyRequest } from './many-parties.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('')

type Pair = readonly [searched: string, text: string]

const SAME: readonly Pair[] = [
  // Order, case, accents, punctuation.
  ['Pitts, Gary', 'Gary Pitts'],
  ['gary pitts', 'GARY  PITTS'],
  ['Nunez', 'Zoë Núñez'],
  ['Straße', 'STRASSE'],
  ['Lukasz Sorensen', 'Łukasz Sørensen'],
  ["O'Brien", 'Patrick O’Brien'],
  ['OBrien', "O'Brien"],
  ['Ｇａｒｙ Ｐｉｔｔｓ', 'Gary Pitts'],
  // More or fewer names, initials, titles.
  ['Pitts', 'Gary Pitts'],
  ['Gary Pitts', 'Gary Allen Pitts'],
  ['Gary A. Pitts', 'Gary Allen Pitts'],
  ['G. Pitts', 'Gary Pitts'],
  ['Gabriela Li', 'G. Li Chen'],
  ['Dr. Gary Pitts', 'Gary Pitts, Esq.'],
  ['John Smith', 'John Smith Jr.'],
  ['Smith, J.R.', 'J. R. Smith'],
  ['María García', 'García López, María'],
  ['José de la Cruz', 'Jose Cruz'],
  ['Ortega y Gasset', 'José Ortega Gasset'],
  ['Winn Dixie', 'Winn-Dixie Stores, Inc.'],
  ['Walmart', 'Wal-Mart'],
  ['Acme LLC', 'ACME, L.L.C.'],
  ['The Home Depot', 'Home Depot U.S.A., Inc.'],
  ['Smith & Sons', 'Smith and Sons Ltd'],
  ['State Farm', 'State Farm Mutual Automobile Insurance Company'],
  ['Panadería La Fogata', 'La Fogata Panaderia, S.A. de C.V.'],
  ['3M', '3M Company'],
  ['The Company', 'The Company, Inc.'],
  ['Ronald MacDonald', 'Mac Donald, Ronald'],
  // These are written so that they are not found: letters apart, of other scripts, or invisible.
  ['J o h n  S m i t h', 'John Smith'],
  ['S m i t h, J o h n', 'John Allen Smith'],
  ['Jоhn Ѕmіth', 'John Smith'],
  ['ΝΑΝΟΥ ΒΑΚΕR', 'Nanoy Baker'],
  ['Νancy Ηοbart', 'Nancy Hobart'],
  ['Pаtrick Օ’Ԁell', 'patrick odell'],
  ['Jo\u200bhn Smi\u3164th', 'John Smith'],
  ['Анна Каренина', 'АННА КАРЕНИНА'],
  ['李 明', '李明'],
  ['ana@example.com', 'Ana@Example.COM'],
  ['Nunez', 'ana.nunez@example.com'],
  ['(386) 555-0142', '+1 386.555.0142'],
  ['555-0142', '(386) 555 0142'],
  ['+1 (386) 555-0142 ext. 7', '1-386-555-0142'],
]

const SIMILAR: readonly Pair[] = [
  ['gary pits', 'Gary Pitts'],
  ['Gray Pitts', 'Gary Pitts'],
  ['Jon Smyth', 'John Smith'],
  ['Vargas', 'Pedro Bargas'],
  ['Rodrigues Martines', 'María Rodríguez Martínez'],
  ['Ana Pérez', 'Ana'],
  ['Publix Super Markets', 'Publix'],
  ['ana@gmial.com', 'ana@gmail.com'],
  ['Panaderia Fogta', 'La Fogata Panadería'],
]

const OTHER: readonly Pair[] = [
  ['Mary Pitts', 'Gary Pitts'],
  ['Pitts', 'Gary Pittman'],
  ['Ana Ruiz', 'Ana Paz'],
  ['A. Pitts', 'Gary Pitts'],
  ['G P', 'Gary Pitts'],
  ['Gary Allen Pitts', 'Gary Bruce Pitts'],
  ['Inc.', 'Acme, Inc.'],
  ['Highway 2018', 'Highway 2019'],
  ['J.R. Smith', 'Smith & Sons'],
  ['Farm Bureau', 'State Farm'],
  ['García López', 'García Ruiz'],
  ['Lee', 'Les'],
  ['ana@example.com', 'eva@example.com'],
  ['ana@example.com', 'Ana Example'],
  ['386-555-0142', '386-555-0143'],
  ['386-555-0142', '+49 386 5550142 99'],
  ['555-0142', 'Apartment 5550142'],
  ['01', '386-555-0101'],
  ['Gary Pitts', ''],
  ['\u0301', 'Gary Pitts'],
  // Initials match too many names.
  [`${LETTERS.join(' ').toUpperCase()} John Maria`, 'John Smith'],
  ['A, B, John C, D Maria E, G', 'Gary Pitts'],
  ['J. R. Smith', 'John Robert Smith'],
  ['A B John Maria G S', 'John Smith'],
  ['G. P.', 'G. P.'],
  ['A B', 'A B Smith'],
  ['&', 'Smith & Sons'],
]

/** Pairs of names and how they relate, as lists of clients have them. */
const PAIRS = readFileSync(new URL('party-pairs.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' | ') as [string, string, string])

const prepared = ([one, other]: Pair) => [prepareText(one), prepareText(other)] as const

describe('two texts', () => {
  it.each(SAME)('name the same party: %s, %s', (...pair) => expect(lookUpParty(...prepared(pair))).toBe('same'))
  it.each(SIMILAR)('are similar: %s, %s', (...pair) => expect(lookUpParty(...prepared(pair))).toBe('similar'))
  it.each(OTHER)('name different parties: %s, %s', (...pair) => expect(matchParty(...prepared(pair))).toBeUndefined())
  it.each(PAIRS)('compared either way: %s, %s: %s', (one, other, match) => {
    for (const pair of [[one, other] as const, [other, one] as const])
      expect(matchParty(...prepared(pair)) ?? 'different').toBe(match)
  })

  it('of strangers match in at most one of 200 pairs', () => {
    const random = numbersFrom(47)
    const parties = Array.from({ length: 400 }, () => {
      const { name, otherParty } = partyRequest(random)
      return prepareText(otherParty ?? name)
    })
    const found = parties.flatMap((one, place) => parties.slice(place + 1).filter((other) => matchParty(one, other)))
    expect(found.length / ((400 * 399) / 2)).toBeLessThan(1 / 200)
  })

  it.each([
    ['Pitts', 'Gary Pitts'],
    ['Gary Pitts', 'Pitts'],
  ])('one word of a name is looked for, and is similar elsewhere: %s, %s', (one, other) =>
    expect(matchParty(...prepared([one, other]))).toBe('similar'),
  )

  it('that differ by a typing slip are not passed over by their letters', () => {
    const letter = fc.constantFrom(...LETTERS)
    // No legal form or title begins so.
    const word = fc.string({ unit: letter, minLength: 2, maxLength: 8 }).map((end) => `zq${end}`)
    /** A word that is left alone or loses a letter, and then perhaps gets one or two. */
    const edit = fc.tuple(fc.integer({ min: 2, max: 9 }), fc.nat(1), fc.string({ unit: letter, maxLength: 2 }))
    fc.assert(
      fc.property(word, fc.array(edit, { maxLength: 2 }), (one, edits) => {
        const letters = one.split('')
        for (const [place, removed, added] of edits) letters.splice(place, removed, added)
        const other = letters.join('')
        const pair = prepared([`Gary ${one}`, `Gary ${other}`])
        expect(matchParty(...pair) !== undefined).toBe(one === other || isTypingSlip(one, other))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('texts that are made to be slow, or to be like all others', () => {
  /** Words of the same letters in other orders, single letters, noise and other characters. */
  const hostile = (single: readonly string[]) =>
    fc
      .array(
        fc.oneof(
          fc.shuffledSubarray(LETTERS.slice(0, 12), { minLength: 8 }).map((letters) => letters.join('')),
          fc.constantFrom('longest'.repeat(7)),
          fc.constantFrom(...single, 'а', 'ο', ',', '.', '@', '’', '\u0301', 'the', 'LLC', 'y', 'de'),
        ),
        { maxLength: 66, size: 'max' },
      )
      .map((words) => words.join(' ').slice(0, 200))
  const STRANGERS = ['John Smith', 'Maria Garcia Lopez', 'J. Doe', 'Ana', 'Wal-Mart Stores, Inc.', 'Zoë O’Brien'].map(
    prepareText,
  )

  it('have few words, and short ones, and name no stranger', () => {
    // Initials of the strangers that spell no name, as "j o n" does.
    const initials = 'j s m g l d w z b'.split(' ')
    fc.assert(
      fc.property(hostile(initials), (text) => {
        const words = prepareText(text).names.flatMap((name) => name.words)
        expect([words.length > 10, words.some(({ word }) => word.length > 40)]).toEqual([false, false])
        for (const stranger of STRANGERS)
          for (const pair of [[stranger, prepareText(text)] as const, [prepareText(text), stranger] as const])
            expect(matchParty(...pair), stranger.text).toBeUndefined()
      }),
    )
  })
})

/** Names, addresses and numbers as people write them: which are the same party, which are similar, which are not. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as matching from '../../src/conflicts/party-match.ts'
import type { Word } from '../../src/conflicts/party-names.ts'
import { isTypingSlip } from '../../src/inquiries/typing-slip.ts'
import { blocksOf } from '../table.ts'
import { numbersFrom, partyRequest } from './many-parties.ts'

const { lookUpParty, matchParty, prepareText } = matching
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('')

const [SAME = [], SIMILAR = [], OTHER = [], PAIRS = []] = blocksOf('tests/conflicts/party-pairs.txt')

const prepared = ([one = '', other = '']: readonly string[]) => [prepareText(one), prepareText(other)] as const

it.each(SAME)('two texts name the same party: %s, %s', (...pair) => expect(lookUpParty(...prepared(pair))).toBe('same'))
it.each(SIMILAR)('two texts are similar: %s, %s', (...pair) => expect(lookUpParty(...prepared(pair))).toBe('similar'))
it.each(OTHER)('two texts name different parties: %s, %s', (...pair) =>
  expect(matchParty(...prepared(pair))).toBeUndefined(),
)
it.each(PAIRS)('two texts match alike either way: %s, %s: %s', (one, other, match) => {
  expect(matchParty(...prepared([one, other])) ?? 'different').toBe(match)
  expect(matchParty(...prepared([other, one])) ?? 'different').toBe(match)
})

const [NAMED = [], MENTIONED = []] = blocksOf('tests/conflicts/party-names.txt')
it.each(NAMED)('a text names: %s', (text, spelled = '', longest = '', facts = '') => {
  const prepared = prepareText(text)
  const { names } = prepared
  const inFull = ({ word, withParticles }: Word) => (word === withParticles ? word : `${word}=${withParticles}`)
  expect(names.map(({ words }) => words.map(inFull).join(' ')).join('; ')).toBe(spelled)
  expect(names.map((name) => name.longest.word).join('; ')).toBe(longest)
  const found = {
    'no party': !matching.identifiesParty(prepared),
    'later initial': names.some(({ hasLaterInitial }) => hasLaterInitial),
    'given name': names.some(({ isGivenNameOnly }) => isGivenNameOnly),
  }
  expect(Object.entries(found).flatMap(([fact, isSo]) => (isSo ? fact : []))).toEqual(facts.split(', ').filter(Boolean))
})

it.each(MENTIONED)('the answer “%s” mentions %s: %s', (answer, party, is) =>
  expect(matching.mentionsIn([answer])(prepareText(party))).toBe(is === 'yes'),
)

it('a party is found by the text that is surely the same, and by no text without letters', () => {
  const party = matching.prepareParty({ name: 'Gary Pits', otherParty: 'Gary Pitts' })
  expect(matching.lookUpIn(party, prepareText('gary pitts'))).toEqual({ text: 'Gary Pitts', match: 'same' })
  expect(matching.lookUpIn(party, prepareText('\u0301'))).toBeUndefined()
})

it('two words are joined to compare them, but not with an initial, and a long text is cut', () => {
  expect(prepareText('G. Pitts Allen').names[0]?.pairs).toEqual(['', 'pittsallen'])
  expect(prepareText('x'.repeat(600)).folded).toHaveLength(500)
})

it('two texts of strangers match in at most one of 200 pairs', () => {
  const random = numbersFrom(47)
  const parties = Array.from({ length: 400 }, () => {
    const { name, otherParty } = partyRequest(random)
    return prepareText(otherParty ?? name)
  })
  const found = parties.flatMap((one, place) => parties.slice(place + 1).filter((other) => matchParty(one, other)))
  expect(found.length / ((400 * 399) / 2)).toBeLessThan(1 / 200)
})

it('two texts that differ by a typing slip are not passed over by their letters', () => {
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

it('texts that are made to be slow, or to be like all others, have few words, and short ones, and name no stranger', () => {
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

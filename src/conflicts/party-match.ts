/**
 * Whether two texts name the same party, for the conflict check: as people write names of persons and companies, e-mail addresses
 * and telephone numbers. It finds rather too much than too little, because the staff look at what it finds.
 *
 * The texts are prepared, and what cannot match is passed over by the letters of its words: thousands are compared with each other.
 */
import { isSameNumber } from '../telephone.ts'
import type { Name, Word } from './party-names.ts'
import type { PreparedText } from './party-text.ts'
import { areOfEachGender } from './short-forms.ts'
import { isTypingSlip, mostSlips } from '../inquiries/typing-slip.ts'

/** `similar`: a typing slip, a short form like "Bob", or one text has only one word of the other. */
export type PartyMatch = 'same' | 'similar'

type WordTest = (one: Word, other: Word) => boolean

/**
 * Compares texts of two parties.
 * @param one a name, an e-mail address or a telephone number
 * @param other in which these may stand among words
 * @returns undefined when they name different parties, or only initials or a given name are the same
 */
export function matchParty(one: PreparedText, other: PreparedText): PartyMatch | undefined {
  const match = compareTexts(one, other, true)
  return match === 'part' ? 'similar' : match
}

/** Whether a text tells a party, and is compared: a given name alone does not. */
export const tellsParty = ({ number, address, names }: PreparedText): boolean =>
  number !== undefined || address !== undefined || names.some(({ isBare }) => !isBare)

/** The same for a look-up: a part of what a text says is enough to look for. */
export function lookUpParty(searched: PreparedText, text: PreparedText): PartyMatch | undefined {
  // A text without letters, such as a single accent, would be contained in every text.
  if (searched.folded === '') return undefined
  if (text.folded.includes(searched.folded)) return 'same'
  const match = compareTexts(searched, text)
  if (match !== 'part') return match
  return searched.names.every(({ words }) => words.length === 1) ? 'same' : 'similar'
}

/** `part`: one text has only one word of the other. */
function compareTexts(one: PreparedText, other: PreparedText, skipsBare = false): PartyMatch | 'part' | undefined {
  if (one.number !== undefined) return isSameNumber(one.number, other.numberWithin) ? 'same' : undefined
  if (one.address) return other.address && matchAddress(one.address, other.address)
  let found: PartyMatch | 'part' | undefined
  for (const name of one.names)
    for (const there of other.names) {
      if (skipsBare && (name.isBare || there.isBare)) continue
      const match = matchNames(name, there)
      if (match === 'same') return match
      found ??= match
    }
  return found
}

/** Slips are looked for on both sides of the @ by themselves: short names must agree there too. */
function matchAddress(one: readonly Word[], other: readonly Word[]): PartyMatch | undefined {
  if (one.length !== other.length) return undefined
  const isEvery = (isEqual: WordTest) => one.every((part, index) => isEqual(part, other[index] ?? part))
  if (isEvery(isIdentical)) return 'same'
  return isEvery((part, there) => isIdentical(part, there) || isSlip(part, there)) ? 'similar' : undefined
}

function matchNames(one: Name, other: Name): PartyMatch | 'part' | undefined {
  const [short, long] = one.words.length <= other.words.length ? [one, other] : [other, one]
  // One word of a name is much to look for, but little to be found.
  const match = short.words.length > 1 || short.joined === long.joined ? 'same' : 'part'
  const areWhole = !short.hasLaterInitial && !long.hasLaterInitial
  if (areWhole && (isRunOf(short, long) || isRunOf(long, short))) return match
  // Most names differ in the letters of one word, and the longest tells most.
  const { word, letters, formBits } = short.longest
  const isForm = (formBits & long.formBits) !== 0
  const isInitial = (long.initials & (1 << word.charCodeAt(0))) !== 0
  if (!isInitial && !isForm && !hasFewBits(letters & ~long.letters, mostSlips(word.length))) return undefined
  if (!long.words.some((there) => isSimilarWord(short.longest, there))) return undefined
  if (isWithin(short, long, isSameWord)) return match
  return isWithin(short, long, isSimilarWord) ? 'similar' : undefined
}

/** Whether the words, written as one, are words of the other one after the other: Wal-Mart and Walmart Stores. */
function isRunOf({ joined, joinedLetters }: Name, other: Name): boolean {
  if (!hasLetters(other.joinedLetters, joinedLetters) || !other.joined.includes(joined)) return false
  return other.words.some((_, start) => {
    let run = ''
    for (let end = start; end < other.words.length && run.length < joined.length; end++)
      run += other.words[end]?.word ?? ''
    return run === joined
  })
}

/**
 * Whether each word of `short` has a word of its own in `long`. An initial stands for any word that begins with it, so there may be no more
 * of them than of whole words.
 */
function isWithin(short: Name, long: Name, isEqual: WordTest): boolean {
  const left = [...long.words]
  let [whole, initials] = [0, 0]
  const takeEqual = (word: Word, equal: WordTest) => {
    const place = left.findIndex((candidate) => equal(word, candidate))
    const [taken] = place < 0 ? [] : left.splice(place, 1)
    if (taken && !word.isInitial && !taken.isInitial) whole += 1
    else if (taken && !isIdentical(word, taken)) initials += 1
    return taken !== undefined
  }
  // Words that are the same are taken first, so that none is used up by a similar one.
  const rest = short.words.filter((word) => !takeEqual(word, isIdentical))
  return rest.every((word) => takeEqual(word, isEqual)) && whole > 0 && initials <= whole
}

const isIdentical: WordTest = (one, other) => one.letters === other.letters && one.word === other.word

/** The same word with its particles or without, or its initial. */
const isSameWord: WordTest = (one, other) =>
  isIdentical(one, other) ||
  one.glued === other.word ||
  other.glued === one.word ||
  ((one.isInitial || other.isInitial) && one.word[0] === other.word[0])

/** Bob and Robert, or a typing slip: Tomas for Thomas, but not Juana for Juan. */
const isOtherForm: WordTest = (one, other) =>
  ((one.formBits & other.formBits) !== 0 && one.forms.some((form) => other.forms.includes(form))) ||
  (isSlip(one, other) && !areOfEachGender(one.word, other.word))

const isSimilarWord: WordTest = (one, other) => isSameWord(one, other) || isOtherForm(one, other)

const isSlip: WordTest = (one, other) => isLike(one, other) && isTypingSlip(one.word, other.word)

const hasLetters = (all: number, some: number): boolean => (some & ~all) === 0

/** Whether two words may be the same but for slips: each of them changes a letter of either at most. */
function isLike({ word: one, letters }: Word, { word: other, letters: otherLetters }: Word): boolean {
  const slips = mostSlips(Math.max(one.length, other.length))
  return (
    slips > 0 &&
    Math.abs(one.length - other.length) <= slips &&
    hasFewBits(letters & ~otherLetters, slips) &&
    hasFewBits(otherLetters & ~letters, slips)
  )
}

function hasFewBits(bits: number, most: number): boolean {
  let left = bits
  for (let count = 0; count < most; count++) left &= left - 1
  return left === 0
}

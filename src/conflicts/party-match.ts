/**
 * Compares parties as people write them, and finds too much rather than too little, because the staff look at the matches. Each text is
 * prepared once, because it is compared with thousands of others.
 */
import { comparableEmail } from '../email-address.ts'
import { type FieldName, PERSON_FIELDS, type TextField } from '../inquiries/inquiry-fields.ts'
import { joinDigits } from '../inquiries/text-search.ts'
import { isTypingSlip, mostSlips } from '../inquiries/typing-slip.ts'
import { foldText } from '../letters.ts'
import { digitsOf, isSameNumber, NATIONAL_DIGITS, telephoneIn } from '../telephone.ts'
import type { Name, Word } from './party-names.ts'
import * as partyNames from './party-names.ts'

export interface PreparedText {
  text: string
  folded: string
  /** Empty when the text names no party, like "the sellers". */
  names: readonly Name[]
  /** Digits; set when the whole text is a telephone number. */
  number: string | undefined
  /** Like `number`, but the number may stand among words. */
  numberWithin: string | undefined
  /** The parts of an e-mail address, before and after the @. */
  address: readonly Word[] | undefined
}

export type PartyText = PreparedText & { field: FieldName }

/** `similar`: the names differ by a slip or a short form like "Bob", or a name of one word occurs in a longer name. */
export type Match = 'same' | 'similar'

/** The longest text that is compared. Every field of an inquiry that names a party is shorter. */
const MAX_CHARACTERS = 500

export function prepareText(text: string): PreparedText {
  // The text is cut after NFKD, which turns some characters into eighteen.
  const folded = foldText(text.normalize('NFKD').slice(0, MAX_CHARACTERS))
  const number = digitsOf(text)
  const among = digitsOf(telephoneIn(text) ?? '')
  return {
    text,
    folded,
    names: number === undefined ? partyNames.namesIn(folded) : [],
    number,
    // A number of seven digits among words could be part of a street address.
    numberWithin: number ?? (among && among.length >= NATIONAL_DIGITS ? among : undefined),
    address: text.includes('@')
      ? comparableEmail(text.trim())
          .split('@')
          .map((part) => partyNames.wordWith(part))
      : undefined,
  }
}

export const prepareParty = (texts: Readonly<Partial<Record<TextField, string>>>): PartyText[] =>
  PERSON_FIELDS.flatMap((field) => {
    const text = texts[field]
    return text ? [{ field, ...prepareText(text) }] : []
  })

/** A given name alone does not identify a party. */
export const identifiesParty = ({ number, address, names }: PreparedText): boolean =>
  number !== undefined || address !== undefined || names.some(({ isGivenNameOnly }) => !isGivenNameOnly)

/** @returns undefined when the texts name different parties, or have only initials or a given name in common */
export function matchParty(one: PreparedText, other: PreparedText): Match | undefined {
  const match = compareTexts(one, other, true)
  return match === 'part' ? 'similar' : match
}

/** Like `matchParty`, for a search: `same` if `searched` is a part of `text`, and a given name alone matches too. */
export function lookUpParty(searched: PreparedText, text: PreparedText): Match | undefined {
  // A text without letters, such as a single accent, would be contained in every text.
  if (searched.folded === '') return undefined
  if (text.folded.includes(searched.folded)) return 'same'
  const match = compareTexts(searched, text, false)
  if (match !== 'part') return match
  return searched.names.every(({ words }) => words.length === 1) ? 'same' : 'similar'
}

/** @returns the surest match and the text that has it; undefined when no text of the party matches */
export function lookUpIn(party: readonly PartyText[], searched: PreparedText) {
  const found = party.flatMap((one) => {
    const match = lookUpParty(searched, one)
    return match ? [{ text: one.text, match }] : []
  })
  return found.find(({ match }) => match === 'same') ?? found[0]
}

/** `part`: a name of one word occurs in a longer name. */
type NameMatch = Match | 'part'
type WordTest = (one: Word, other: Word) => boolean

function compareTexts(one: PreparedText, other: PreparedText, skipsGivenNames: boolean): NameMatch | undefined {
  if (one.numberWithin !== undefined && isSameNumber(one.numberWithin, other.numberWithin)) return 'same'
  if (one.number !== undefined) return undefined
  if (one.address) return other.address && matchAddress(one.address, other.address)
  let found: NameMatch | undefined
  for (const name of one.names)
    for (const there of other.names) {
      if (skipsGivenNames && (name.isGivenNameOnly || there.isGivenNameOnly)) continue
      const match = matchNames(name, there)
      if (match === 'same') return match
      found ??= match
    }
  return found
}

/** Compares each side of the @ by itself, so a side too short for slips must be the same. */
function matchAddress(one: readonly Word[], other: readonly Word[]): Match | undefined {
  if (one.length !== other.length) return undefined
  const isEvery = (isEqual: WordTest) => one.every((part, index) => isEqual(part, other[index] ?? part))
  if (isEvery(isIdentical)) return 'same'
  return isEvery((part, there) => isIdentical(part, there) || isSlip(part, there)) ? 'similar' : undefined
}

function matchNames(one: Name, other: Name): NameMatch | undefined {
  const [short, long] = one.words.length <= other.words.length ? [one, other] : [other, one]
  // One word is enough for a search, but does not make two names the same.
  const match = short.words.length > 1 || short.joined === long.joined ? 'same' : 'part'
  const areWhole = !short.hasLaterInitial && !long.hasLaterInitial
  if (areWhole && (isRunOf(short, long) || isRunOf(long, short))) return match
  const whole = joinPair(long, short)
  if (whole) return matchNames(short, whole)
  // Most names differ in the longest word, so it is compared first.
  if (!long.words.some((there) => isSimilarWord(short.longest, there))) return undefined
  if (isWithin(short, long, isSameWord)) return match
  return isWithin(short, long, isSimilarWord) ? 'similar' : undefined
}

/** Tells whether successive words of `other` spell the whole first name: "Walmart" and "Wal-Mart Stores". */
function isRunOf({ joined }: Name, other: Name): boolean {
  if (!other.joined.includes(joined)) return false
  return other.words.some((_, start) => {
    let run = ''
    for (let end = start; end < other.words.length && run.length < joined.length; end++)
      run += other.words[end]?.word ?? ''
    return run === joined
  })
}

/** @returns `name` with two words joined that the other name has as one: Xiaoming Li from "Xiao Ming Li" and "Li Xiaoming" */
function joinPair(name: Name, { words }: Name): Name | undefined {
  if (words.length < 2 || name.words.length < 3) return undefined
  const place = name.pairs.findIndex((pair) => words.some(({ word }) => word === pair))
  const pair = name.pairs[place]
  return pair === undefined
    ? undefined
    : partyNames.nameWith(name.words.toSpliced(place, 2, partyNames.wordWith(pair)), false)
}

/** Each word of `short` has a word of its own in `long`. An initial fits many words, so there may be no more initials than whole words. */
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
  // Identical words are taken first, so that a similar word does not take one of them.
  const rest = short.words.filter((word) => !takeEqual(word, isIdentical))
  return rest.every((word) => takeEqual(word, isEqual)) && whole > 0 && initials <= whole
}

const isIdentical: WordTest = (one, other) => one.word === other.word

/** The same word with its particles or without, or its initial. */
const isSameWord: WordTest = (one, other) =>
  isIdentical(one, other) ||
  one.withParticles === other.word ||
  other.withParticles === one.word ||
  ((one.isInitial || other.isInitial) && one.word[0] === other.word[0])

/** The same word, Bob for Robert, or a typing slip: Tomas for Thomas, but not Juana for Juan. */
const isSimilarWord: WordTest = (one, other) =>
  isSameWord(one, other) ||
  one.forms.some((form) => other.forms.includes(form)) ||
  (isSlip(one, other) &&
    !partyNames.areGenderPair(one.word, other.word) &&
    !(partyNames.areOfCompanies(one.forms) && partyNames.areOfCompanies(other.forms)))

/** Two words with more different letters than slips allow are not compared, to save time. */
function isSlip(one: Word, other: Word): boolean {
  const slips = mostSlips(Math.max(one.word.length, other.word.length))
  return (
    hasFewBits(one.letters & ~other.letters, slips) &&
    hasFewBits(other.letters & ~one.letters, slips) &&
    isTypingSlip(one.word, other.word)
  )
}

function hasFewBits(bits: number, most: number): boolean {
  let left = bits
  for (let count = 0; count < most; count++) left &= left - 1
  return left === 0
}

/**
 * @returns a test whether the texts of an answer mention a party. An answer is long, so slips and short forms would match by chance: names
 * must occur word for word, and a single word counts only as the name of a company.
 */
export function mentionsIn(texts: readonly string[]): (party: PreparedText) => boolean {
  const folded = foldText(texts.join('\n'))
  const words = partyNames.identifyingTokens(folded.replace(/['’]s\b/g, ''))
  const known = new Set(words)
  const line = ` ${words.join(' ')} `
  const digits = joinDigits(folded)
  const has = (run: readonly string[]) => line.includes(` ${run.join(' ')} `)
  return ({ text, folded: name, numberWithin, address, names }) => {
    if (numberWithin !== undefined && digits.includes(numberWithin)) return true
    if (address) return folded.includes(comparableEmail(text.trim()))
    return names.some((one) => {
      const whole = one.words.filter(({ isInitial }) => !isInitial).map(({ word }) => word)
      if (whole.length === 0 || !whole.every((word) => known.has(word))) return false
      return whole.length === 1 ? partyNames.hasLegalForm(name) : has(whole) || has(whole.toReversed())
    })
  }
}

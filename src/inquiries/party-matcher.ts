/**
 * Finds parties among many whose texts are prepared. Most texts are passed over by the letters and the length of their words; the others
 * are compared by the rules of `party-match.ts`.
 */
import { comparableEmail } from '../email-address.ts'
import { type FieldName, PERSON_FIELDS } from './inquiry-fields.ts'
import {
  digitsAmongWords,
  digitsOf,
  foldText,
  isSameNumber,
  matchAddress,
  matchNames,
  type PartyMatch,
  wordsOf,
} from './party-match.ts'
import { isTypingSlip, MAX_SLIPS } from './typing-slip.ts'

/** What a party says in one field, and what is compared of it. */
export interface PartyText {
  field: FieldName
  text: string
  folded: string
  /** The letters of `folded`, see `lettersOf`. */
  letters: number
  words: readonly Word[]
  /** The digits of a telephone number in the text. */
  number: string | undefined
  /** As an e-mail address, and the part before the @. */
  address: string | undefined
  local: Word
}

interface Word {
  word: string
  length: number
  letters: number
}

/** A text that matches. */
export interface PartyFound {
  /** What was searched for. */
  searched: string
  field: FieldName
  text: string
  match: PartyMatch
}

/** Finds what matches of a party. */
export type PartyMatcher = (party: readonly PartyText[]) => PartyFound[]

/**
 * Prepares the texts of a party.
 * @param texts by field; others than `PERSON_FIELDS` are left out
 */
export const prepareParty = (texts: Readonly<Partial<Record<FieldName, string>>>): PartyText[] =>
  PERSON_FIELDS.flatMap((field) => {
    const text = texts[field]
    if (!text) return []
    const folded = foldText(text)
    const address = text.includes('@') ? comparableEmail(text) : undefined
    return {
      field,
      text,
      folded,
      letters: lettersOf(folded),
      words: wordsOf(text).map(wordWith),
      number: digitsAmongWords(text),
      address,
      local: wordWith(localOf(address)),
    }
  })

/**
 * Prepares a search through many parties.
 * @param searched each a name or a part of one, an e-mail address, or a telephone number
 * @param isSearched whether a field is searched; all are, unless given
 */
export function partyMatcher(
  searched: readonly string[],
  isSearched: (field: FieldName) => boolean = () => true,
): PartyMatcher {
  const finders = [...new Set(searched)].flatMap((text) => {
    const folded = foldText(text)
    // A text without letters, such as a single accent, would be contained in every text.
    return folded === '' ? [] : [{ searched: text, folded, letters: lettersOf(folded), compare: comparerOf(text) }]
  })
  return (party) => {
    const found: PartyFound[] = []
    for (const one of party) {
      if (!isSearched(one.field)) continue
      for (const { searched: text, folded, letters, compare } of finders) {
        const isContained = hasLetters(one.letters, letters) && one.folded.includes(folded)
        const match = isContained ? 'same' : compare(one)
        if (match) found.push({ searched: text, field: one.field, text: one.text, match })
      }
    }
    return found
  }
}

/** Compares as `matchParty` does. */
function comparerOf(searched: string): (text: PartyText) => PartyMatch | undefined {
  const number = digitsOf(searched)
  if (number !== undefined) return (text) => (isSameNumber(number, text.number) ? 'same' : undefined)
  if (searched.includes('@')) {
    const address = comparableEmail(searched.trim())
    const local = wordWith(localOf(address))
    return (text) =>
      text.address !== undefined && isLike(local, text.local) ? matchAddress(address, text.address) : undefined
  }
  const words = wordsOf(searched)
  // Words that are written as one: a word of the other text may be the start of them.
  const near = words.map((word, index) => ({ ...wordWith(word), rest: wordWith(words.slice(index).join('')) }))
  // Without a word that is near, `matchNames` finds nothing.
  const isNear = (other: Word): boolean => {
    for (const one of near) {
      if (isLike(one, other) && (one.word === other.word || isTypingSlip(one.word, other.word))) return true
      if (hasLetters(one.rest.letters, other.letters) && one.rest.word.startsWith(other.word)) return true
    }
    return false
  }
  return (text) =>
    text.words.some(isNear)
      ? matchNames(
          words,
          text.words.map(({ word }) => word),
        )
      : undefined
}

const localOf = (address = '') => address.split('@', 1)[0] ?? ''

const wordWith = (word: string): Word => ({ word, length: word.length, letters: lettersOf(word) })

/** A bit for each letter that is there. Two letters may share one. */
function lettersOf(text: string): number {
  let letters = 0
  for (let index = 0; index < text.length; index++) letters |= 1 << text.charCodeAt(index)
  return letters
}

const hasLetters = (all: number, some: number): boolean => (some & ~all) === 0

/** Whether two words may be the same but for slips: each of them changes a letter of either at most. */
const isLike = (one: Word, other: Word): boolean =>
  Math.abs(one.length - other.length) <= MAX_SLIPS &&
  hasFewBits(one.letters & ~other.letters) &&
  hasFewBits(other.letters & ~one.letters)

/** Whether no more bits are set than there may be slips. */
function hasFewBits(bits: number): boolean {
  let left = bits
  for (let count = 0; count < MAX_SLIPS; count++) left &= left - 1
  return left === 0
}

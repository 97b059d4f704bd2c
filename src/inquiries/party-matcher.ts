/**
 * Finds parties among many that are prepared (`party-columns.ts`). Most texts are passed over by the letters and the length of their words;
 * the others are compared by the rules of `party-match.ts`.
 */
import { comparableEmail } from '../email-address.ts'
import { type FieldName, PERSON_FIELDS } from './inquiry-fields.ts'
import { BETWEEN, type PartyColumns } from './party-columns.ts'
import {
  digitsOf,
  foldText,
  isSameNumber,
  LEAST_DIGITS,
  matchAddress,
  matchNames,
  type PartyMatch,
  wordsOf,
} from './party-match.ts'
import { isTypingSlip, MOST_SLIPS } from './typing-slip.ts'

/** A text that matches. */
export interface PartyFound {
  /** Which party of the columns, from 0. */
  row: number
  /** What was searched for. */
  searched: string
  field: FieldName
  match: PartyMatch
}

/** Finds the texts that match. */
export type PartyMatcher = (columns: PartyColumns) => PartyFound[]

/** What matches one searched text, by the number of the text in its column. */
type Matches = Map<number, PartyMatch>

/**
 * Prepares a search through many parties.
 * @param searched each a name or a part of one, an e-mail address, or a telephone number
 */
export function partyMatcher(searched: readonly string[]): PartyMatcher {
  const finders = [...new Set(searched)].flatMap((text) => {
    const folded = foldText(text)
    // A text without letters, such as a single accent, would be contained in every text.
    return folded === '' || folded.includes(BETWEEN) ? [] : [{ text, folded, findAlike: finderOf(text) }]
  })
  return (columns) =>
    finders.flatMap(({ text, folded, findAlike }) => {
      const matches: Matches = new Map()
      findAlike(columns, matches)
      eachContaining(columns.folded, folded, (place) => void matches.set(place, 'same'))
      return [...matches].flatMap(([place, match]): PartyFound[] => {
        const field = PERSON_FIELDS[place % PERSON_FIELDS.length]
        return field ? [{ row: Math.floor(place / PERSON_FIELDS.length), searched: text, field, match }] : []
      })
    })
}

type Finder = (columns: PartyColumns, matches: Matches) => void

/** Finds what `matchParty` does. */
function finderOf(text: string): Finder {
  const number = digitsOf(text)
  if (number !== undefined) {
    // However much of the number is given, its last digits are the same.
    return ({ numbers }, matches) =>
      eachContaining(numbers, number.slice(-LEAST_DIGITS), (place, other) => {
        if (isSameNumber(number, other)) matches.set(place, 'same')
      })
  }
  if (text.includes('@')) {
    const address = comparableEmail(text.trim())
    const local = wordShape(address.split('@')[0] ?? '')
    return ({ addresses }, matches) =>
      eachPart(addresses, '@', (part) => {
        if (isLike(local, part)) keepMatch(matches, part, matchAddress(address, textAt(addresses, part.start)))
      })
  }
  const words = wordsOf(text)
  const near = words.map((word, index) => ({
    ...wordShape(word),
    word,
    // Words that are written as one: a word of the other text may be the start of them.
    rest: words.slice(index).join(''),
  }))
  return (columns, matches) => {
    // `matchNames` compares whole texts, so once for each text is enough: a text may hold a hundred words that are alike.
    let compared = -1
    eachPart(columns.words, ' ', (part) => {
      if (part.place === compared) return
      for (const one of near) {
        if (!isLike(one, part) && one.rest.charCodeAt(0) !== columns.words.charCodeAt(part.start)) continue
        const word = columns.words.slice(part.start, part.end)
        // Without one of these, `matchNames` finds nothing.
        if (one.word !== word && !isTypingSlip(one.word, word) && !one.rest.startsWith(word)) continue
        compared = part.place
        keepMatch(matches, part, matchNames(words, textAt(columns.words, part.start).split(' ')))
        return
      }
    })
  }
}

function keepMatch(matches: Matches, { place }: Part, match: PartyMatch | undefined): void {
  if (match) matches.set(place, match)
}

/** A word or another part of a text. */
interface Part extends WordShape {
  /** Number of the text in its column. */
  place: number
  /** Where the part begins and ends in the column. */
  start: number
  end: number
}

/** What can be compared of two words before the words are. */
interface WordShape {
  length: number
  /** A bit for each letter. Two letters may share one. */
  letters: number
}

function wordShape(word: string): WordShape {
  let letters = 0
  for (let index = 0; index < word.length; index++) letters |= 1 << word.charCodeAt(index)
  return { length: word.length, letters }
}

/** Whether a part may be the same as a word but for slips: each of them changes two letters at most. */
const isLike = (one: WordShape, { length, letters }: WordShape): boolean =>
  Math.abs(one.length - length) <= MOST_SLIPS && bitCount(one.letters ^ letters) <= 2 * MOST_SLIPS

/** The number of bits that are set. */
function bitCount(bits: number): number {
  let [left, count] = [bits, 0]
  for (; left !== 0 && count <= 2 * MOST_SLIPS; count++) left &= left - 1
  return count
}

/**
 * Goes through the parts of all texts of a column. The part that is handed over is good until the next one.
 * @param end ends a part, as the end of the text does
 */
function eachPart(column: string, end: string, visit: (part: Part) => void): void {
  const [between, stop] = [BETWEEN.charCodeAt(0), end.charCodeAt(0)]
  const part: Part = { place: 0, start: 0, end: 0, length: 0, letters: 0 }
  for (let at = 0; at <= column.length; at++) {
    const code = at === column.length ? between : column.charCodeAt(at)
    if (code !== stop && code !== between) {
      part.letters |= 1 << code
      continue
    }
    part.end = at
    part.length = at - part.start
    if (part.length > 0) visit(part)
    part.start = at + 1
    part.letters = 0
    if (code === between) part.place += 1
  }
}

/** Goes through the texts of a column that contain a text, each once. */
function eachContaining(column: string, searched: string, visit: (place: number, text: string) => void): void {
  let [place, from] = [0, 0]
  for (let at = column.indexOf(searched); at >= 0; at = column.indexOf(searched, from)) {
    for (let next = column.indexOf(BETWEEN, from); next >= 0 && next < at; next = column.indexOf(BETWEEN, from)) {
      from = next + 1
      place += 1
    }
    const text = textAt(column, from)
    visit(place, text)
    from += text.length + 1
    place += 1
    if (from > column.length) return
  }
}

/** The text of a column in which a place is. */
function textAt(column: string, at: number): string {
  const end = column.indexOf(BETWEEN, at)
  return column.slice(at === 0 ? 0 : column.lastIndexOf(BETWEEN, at - 1) + 1, end < 0 ? column.length : end)
}

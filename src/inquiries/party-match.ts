/**
 * Whether two texts name the same party, for the conflict check: as people write names of persons and companies, e-mail addresses
 * and telephone numbers. It finds rather too much than too little, because the staff look at what it finds.
 *
 * The texts are prepared, and what cannot match is passed over by the letters of its words: thousands are compared with each other.
 */
import { comparableEmail } from '../email-address.ts'
import { withoutAccents } from '../letters.ts'
import { LEAST_DIGITS, telephoneIn } from '../telephone.ts'
import { isTypingSlip, mostSlips } from './typing-slip.ts'

/** `similar`: a typing slip, or one text has only one word of the other. */
export type PartyMatch = 'same' | 'similar'

interface Word {
  word: string
  /** See `lettersOf`. */
  letters: number
  isInitial: boolean
}

/** A text, and what is compared of it. */
export interface PreparedText {
  text: string
  folded: string
  words: readonly Word[]
  /** The words written as one, and the longest of them. */
  joined: Word
  longest: Word
  hasInitial: boolean
  /** The digits of a telephone number, if the text is one, and of one among words. */
  number: string | undefined
  numberWithin: string | undefined
  /** The parts of an e-mail address, before and after the @. */
  address: readonly Word[] | undefined
}

/** Compares two words for typing slips. */
export type SlipFinder = (one: Word, other: Word) => boolean

/** Words of a text that are compared, and letters of a word: more than names have, and few enough for a text made to be slow. */
const MAX_WORDS = 10
const MAX_LETTERS = 40
const MAX_INITIALS = 2

/** By Latin letters, those that look like them (UTS 39), and those that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ a: 'аαɑ', b: 'вβ', c: 'с', d: 'đðԁ', e: 'еε', g: 'ɡց', h: 'нһΗհ', i: 'іιı', j: 'јյ', k: 'кκ', l: 'łӏ', m: 'мμ' },
  ...{ n: 'ηΝո', o: 'øоοօ', p: 'рρ', q: 'ԛզ', s: 'ѕ', t: 'тτ', u: 'υս', v: 'νѵ', w: 'ԝω', x: 'хχ', y: 'уүγΥ', z: 'ζ' },
  ...{ ss: 'ß', ae: 'æ', oe: 'œ', th: 'þ' },
}
const LATIN = new Map(Object.entries(LETTERS).flatMap(([latin, others]) => [...others].map((one) => [one, latin])))
const LOOK_ALIKES = new RegExp(`[${[...LATIN.keys()].join('')}]`, 'giu')

/** Legal forms, titles, articles and particles, which one writes and another leaves out. */
const NOISE = new Set(
  (
    'inc incorporated llc llp lllp lp ltd limited corp corporation co company pa pllc pc plc sa sas srl sl cv gmbh ag bv nv ' +
    'mr mrs ms miss dr sr sra srta jr ii iii iv esq md the and of dba y e de del la las los el da do dos van von'
  ).split(' '),
)

/** Of a number in the United States, without the country code. */
const NATIONAL_DIGITS = 10
const COUNTRY_CODE = new RegExp(`^1(?=\\d{${NATIONAL_DIGITS}}$)`)

/**
 * The letters of a text without case, accents and compatibility forms; Latin ones in place of those that look like them.
 * @param text any text
 */
export const foldText = (text: string): string =>
  withoutAccents(text.normalize('NFKD'))
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(LOOK_ALIKES, (letter) => LATIN.get(letter) ?? LATIN.get(letter.toLowerCase()) ?? letter)
    .toLowerCase()

/** Prepares a text that is searched, or in which parties are searched. */
export function prepareText(text: string): PreparedText {
  const folded = foldText(text)
  const words = wordsOf(folded).map(wordWith)
  return {
    text,
    folded,
    words,
    joined: wordWith(words.map(({ word }) => word).join('')),
    longest: words.reduce((longest, one) => (one.word.length > longest.word.length ? one : longest), wordWith('')),
    hasInitial: words.some((word) => word.isInitial),
    number: digitsOf(text),
    numberWithin: digitsAmongWords(text),
    address: text.includes('@') ? comparableEmail(text.trim()).split('@').map(wordWith) : undefined,
  }
}

/**
 * Compares texts of two parties.
 * @param one a name, an e-mail address or a telephone number
 * @param other in which these may stand among words
 * @returns undefined when they name different parties, or only initials are the same
 */
export function matchParty(one: PreparedText, other: PreparedText, isSlip?: SlipFinder): PartyMatch | undefined {
  const match = compareTexts(one, other, isSlip)
  return match === 'part' ? 'similar' : match
}

/** The same for a look-up: a part of what a text says is enough to look for. */
export function lookUpParty(searched: PreparedText, text: PreparedText): PartyMatch | undefined {
  // A text without letters, such as a single accent, would be contained in every text.
  if (searched.folded === '') return undefined
  if (text.folded.includes(searched.folded)) return 'same'
  const match = compareTexts(searched, text)
  if (match !== 'part') return match
  return searched.words.length === 1 ? 'same' : 'similar'
}

/** `part`: one text has only one word of the other. */
function compareTexts(
  one: PreparedText,
  other: PreparedText,
  isSlip: SlipFinder = isSlipOf,
): PartyMatch | 'part' | undefined {
  if (one.number !== undefined) return isSameNumber(one.number, other.numberWithin) ? 'same' : undefined
  if (one.address) return other.address && matchAddress(one.address, other.address, isSlip)
  return matchNames(one, other, isSlip)
}

/** Slips are looked for on both sides of the @ by themselves: short names must agree there too. */
function matchAddress(one: readonly Word[], other: readonly Word[], isSlip: SlipFinder): PartyMatch | undefined {
  if (one.length !== other.length) return undefined
  const isEvery = (isEqual: SlipFinder) => one.every((part, index) => isEqual(part, other[index] ?? part))
  if (isEvery(isIdentical)) return 'same'
  return isEvery((part, there) => isIdentical(part, there) || isSlip(part, there)) ? 'similar' : undefined
}

/** The digits of a telephone number without extension and country code; undefined when the text is none. */
export function digitsOf(text: string): string | undefined {
  const [number = ''] = text.toLowerCase().split(/e?xt?\.?\s*\d/)
  const digits = number.replace(/\D/g, '').replace(COUNTRY_CODE, '')
  return /\p{L}/u.test(number) || digits.length < LEAST_DIGITS ? undefined : digits
}

/** The same of a text with a number among words, unless it has no area code: then it could be that of a house. */
function digitsAmongWords(text: string): string | undefined {
  const among = digitsOf(telephoneIn(text) ?? '')
  return digitsOf(text) ?? (among && among.length >= NATIONAL_DIGITS ? among : undefined)
}

/** Whether two numbers are the same, where one may lack the area code. */
export const isSameNumber = (one: string, other: string | undefined): boolean =>
  other !== undefined && (one.endsWith(other) || other.endsWith(one))

/** The words of a folded text that tell a party: first names first, without noise unless there is nothing else. */
function wordsOf(folded: string): string[] {
  const [last = '', ...first] = folded.split(',')
  // The dots of initials and legal forms go; those of an e-mail address separate words.
  const dots = folded.includes('@') ? ' ' : ''
  const words = [...first, last]
    .join('  ')
    .replaceAll('.', dots)
    .replace(/['’‘`´ʼ]/g, '')
    .replace(/[^\p{L}\p{N}]/gu, ' ')
    // Three letters or more that stand apart by one character are a word.
    .replace(/(?<=^| )\p{L}(?: \p{L}){2,}(?= |$)/gu, (letters) => letters.replaceAll(' ', ''))
    .split(' ')
    .filter((word) => word !== '')
  // J.R. Smith has initials, John Smith Jr. has not.
  const telling = words.filter((word, index) => !NOISE.has(word) || (index === 0 && word === 'jr'))
  let initials = 0
  return (telling.length > 0 ? telling : words)
    .filter((word) => !isInitial(word) || ++initials <= MAX_INITIALS)
    .slice(0, MAX_WORDS)
    .map((word) => word.slice(0, MAX_LETTERS))
}

/** A letter of a script with capital letters: in others, one may be a whole name. */
const isInitial = (word: string): boolean => word.length === 1 && word !== word.toUpperCase()

function matchNames(one: PreparedText, other: PreparedText, isSlip: SlipFinder): PartyMatch | 'part' | undefined {
  const [short, long] = one.words.length <= other.words.length ? [one, other] : [other, one]
  if (short.words.every((word) => word.isInitial)) return undefined
  if (isIdentical(one.joined, other.joined)) return 'same'
  // One word of a name is much to look for, but little to be found.
  const match = short.words.length > 1 ? 'same' : 'part'
  if (isRunOf(short, long) || isRunOf(long, short)) return match
  const isSimilarWord: SlipFinder = (word, there) => isSameWord(word, there) || isSlip(word, there)
  // Most names differ in the letters of one word, and the longest tells most.
  const { word: longest, letters } = short.longest
  if (!long.hasInitial && !hasFewBits(letters & ~long.joined.letters, mostSlips(longest.length))) return undefined
  if (!long.words.some((word) => isSimilarWord(short.longest, word))) return undefined
  if (isWithin(short, long, isSameWord)) return match
  return isWithin(short, long, isSimilarWord) ? 'similar' : undefined
}

/** Whether the words, written as one, are words of the other one after the other: Wal-Mart and Walmart Stores. */
function isRunOf({ joined: { word: joined, letters } }: PreparedText, other: PreparedText): boolean {
  if (!hasLetters(other.joined.letters, letters) || !other.joined.word.includes(joined)) return false
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
function isWithin(short: PreparedText, long: PreparedText, isEqual: SlipFinder): boolean {
  const left = [...long.words]
  let [whole, initials] = [0, 0]
  const takeEqual = (word: Word, equal: SlipFinder) => {
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

const isIdentical: SlipFinder = (one, other) => one.letters === other.letters && one.word === other.word

/** The same word, or its initial. */
const isSameWord: SlipFinder = (one, other) =>
  isIdentical(one, other) || ((one.isInitial || other.isInitial) && one.word[0] === other.word[0])

const isSlipOf: SlipFinder = (one, other) => isLike(one, other) && isTypingSlip(one.word, other.word)

/**
 * Finds slips until it has compared so many words, and then no more.
 * @param most comparisons; what the letters of the words tell apart is not one
 */
export function boundedSlips(most: number): { isSlip: SlipFinder; isSpent: () => boolean } {
  let left = most
  return {
    isSlip: (one, other) => isLike(one, other) && left-- > 0 && isTypingSlip(one.word, other.word),
    isSpent: () => left < 0,
  }
}

const wordWith = (word: string): Word => ({ word, letters: lettersOf(word), isInitial: isInitial(word) })

/** A bit for each letter that is there. Two letters may share one. */
function lettersOf(text: string): number {
  let letters = 0
  for (let index = 0; index < text.length; index++) letters |= 1 << text.charCodeAt(index)
  return letters
}

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

/** Whether no more bits are set than so many. */
function hasFewBits(bits: number, most: number): boolean {
  let left = bits
  for (let count = 0; count < most; count++) left &= left - 1
  return left === 0
}

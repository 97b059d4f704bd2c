/**
 * Whether two texts name the same party, for the conflict check: as people write names of persons and companies, e-mail addresses
 * and telephone numbers. It finds rather too much than too little, because the staff look at what it finds.
 */
import { comparableEmail } from '../email-address.ts'
import { withoutAccents } from '../letters.ts'
import { telephoneIn } from '../telephone.ts'
import { isTypingSlip } from './typing-slip.ts'

/** `similar`: a typing slip, or one text has only one word of the other. */
export type PartyMatch = 'same' | 'similar'

/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th' }

/** Legal forms, titles, articles and particles, which one writes and another leaves out. */
const NOISE = new Set(
  (
    'inc incorporated llc llp lllp lp ltd limited corp corporation co company pa pllc pc plc sa sas srl sl cv gmbh ag bv nv ' +
    'mr mrs ms miss dr sr sra srta jr ii iii iv esq md the and of dba y e de del la las los el da do dos van von'
  ).split(' '),
)

/** Fewer digits are no telephone number that tells two parties apart: a local number has seven. */
export const LEAST_DIGITS = 7
/** Of a number in the United States, without the country code. */
const NATIONAL_DIGITS = 10

/**
 * The letters of a text without case, accents and compatibility forms.
 * @param text any text
 */
export const foldText = (text: string): string =>
  withoutAccents(text.normalize('NFKD'))
    .toLowerCase()
    .replace(/[ßæœøłđðþ]/g, (letter) => LETTERS[letter] ?? letter)

/**
 * @param searched what the staff look for: a name or a part of one, an e-mail address, a telephone number
 * @param text what an inquiry says
 * @returns undefined when they name different parties
 */
export function matchParty(searched: string, text: string): PartyMatch | undefined {
  const number = digitsOf(searched)
  if (number !== undefined) return isSameNumber(number, digitsAmongWords(text)) ? 'same' : undefined
  if (searched.includes('@')) return matchAddress(comparableEmail(searched.trim()), comparableEmail(text))
  return matchNames(wordsOf(searched), wordsOf(text))
}

/**
 * Slips are looked for on both sides of the @ by themselves: short names must agree there too.
 * @param one what is searched, as `comparableEmail` gives it; as the other
 */
export function matchAddress(one: string, other: string): PartyMatch | undefined {
  if (one === other) return 'same'
  const parts = other.split('@')
  if (parts.length === 1) return undefined
  const isSimilar = one
    .split('@')
    .every((part, index) => part === parts[index] || isTypingSlip(part, parts[index] ?? ''))
  return isSimilar ? 'similar' : undefined
}

/** The digits of a telephone number without extension and country code; undefined when the text is none. */
export function digitsOf(text: string): string | undefined {
  const [number = ''] = text.toLowerCase().split(/e?xt?\.?\s*\d/)
  const digits = number.replace(/\D/g, '').replace(new RegExp(`^1(?=\\d{${NATIONAL_DIGITS}}$)`), '')
  return /\p{L}/u.test(number) || digits.length < LEAST_DIGITS ? undefined : digits
}

/** The same of a text with a number among words, unless it has no area code: then it could be that of a house. */
export function digitsAmongWords(text: string): string | undefined {
  const among = digitsOf(telephoneIn(text) ?? '')
  return digitsOf(text) ?? (among && among.length >= NATIONAL_DIGITS ? among : undefined)
}

/** Whether two numbers are the same, where one may lack the area code. */
export const isSameNumber = (one: string, other: string | undefined): boolean =>
  other !== undefined && (one.endsWith(other) || other.endsWith(one))

/** The words that tell a party: first names first, without noise unless there is nothing else. */
export function wordsOf(text: string): string[] {
  const [last = '', ...first] = text.split(',')
  // The dots of initials and legal forms go; those of an e-mail address separate words.
  const dots = text.includes('@') ? ' ' : ''
  const words = foldText([...first, last].join(' '))
    .replaceAll('.', dots)
    .replace(/['’‘`´ʼ]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  // J.R. Smith has initials, John Smith Jr. has not.
  const telling = words.filter((word, index) => !NOISE.has(word) || (index === 0 && word === 'jr'))
  return telling.length > 0 ? telling : words
}

/**
 * @param one the words of what is searched, as `wordsOf` gives them
 * @param other those of the text
 */
export function matchNames(one: readonly string[], other: readonly string[]): PartyMatch | undefined {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length === 0) return undefined
  if (one.join('') === other.join('')) return 'same'
  // One word of a name is much to look for, but little to be found.
  const isEnough = short === one || short.length > 1
  if (isRunOf(short, long) || isRunOf(long, short) || isWithin(short, long, isSameWord))
    return isEnough ? 'same' : 'similar'
  return isWithin(short, long, isSimilarWord) ? 'similar' : undefined
}

/** Whether the words, written as one, are words of the other one after the other: Wal-Mart and Walmart Stores. */
function isRunOf(one: readonly string[], other: readonly string[]): boolean {
  const joined = one.join('')
  return other.some((_, start) => {
    let run = ''
    for (let end = start; end < other.length && run.length < joined.length; end++) run += other[end] ?? ''
    return run === joined
  })
}

type Equality = (one: string, other: string) => boolean

/** Whether each word of `short` has a word of its own in `long`, and one of them is more than an initial. */
function isWithin(short: readonly string[], long: readonly string[], isEqual: Equality): boolean {
  const left = [...long]
  let isTelling = false
  const takeEqual = (word: string, equal: Equality) => {
    const place = left.findIndex((candidate) => equal(word, candidate))
    const [taken = ''] = place < 0 ? [] : left.splice(place, 1)
    isTelling ||= word.length > 1 && taken.length > 1
    return place >= 0
  }
  // Words that are the same are taken first, so that none is used up by a similar one.
  const rest = short.filter((word) => !takeEqual(word, Object.is))
  return rest.every((word) => takeEqual(word, isEqual)) && isTelling
}

/** The same word, or its initial. */
const isSameWord = (one: string, other: string): boolean =>
  one === other || ((one.length === 1 || other.length === 1) && one[0] === other[0])

const isSimilarWord = (one: string, other: string): boolean => isSameWord(one, other) || isTypingSlip(one, other)

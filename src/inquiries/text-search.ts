/** Search for words in any order, each with at most two typing slips, or for a telephone number in any spelling. */
import { foldText } from '../letters.ts'
import { digitsOf, isSameNumber } from '../telephone.ts'
import { isTypingSlip } from './typing-slip.ts'

const BETWEEN_DIGITS = /(?<=\d)[\s()./‐‑–-]+(?=\d)/g
export const joinDigits = (text: string): string => text.replace(BETWEEN_DIGITS, '')

/** The words are in lower case without accents, and keep punctuation inside them, as in an e-mail address. */
const wordsIn = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}](\S*[\p{L}\p{N}])?/gu) ?? []

/** False without letters and digits: a single accent, for example, would be found in every text. */
export const isSearchable = (search: string): boolean => wordsIn(search).length > 0

export function isFoundIn(texts: readonly (string | undefined)[], search: string | undefined): boolean {
  if (search === undefined) return true
  const present = texts.filter((text) => text !== undefined)
  const number = digitsOf(search)
  if (number && present.some((text) => joinDigits(text).includes(number) || isSameNumber(number, digitsOf(text))))
    return true
  const folded = foldText(present.join('\n'))
  const typed = new Set(wordsIn(folded))
  const isWordFound = (word: string) => folded.includes(word) || [...typed].some((one) => isTypingSlip(word, one))
  return isSearchable(search) && wordsIn(search).every(isWordFound)
}

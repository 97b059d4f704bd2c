/**
 * Prepares a text in which parties are searched, so that it is compared quickly: the names in it, an e-mail address, and a telephone number.
 * `party-match.ts` compares them.
 */
import { comparableEmail } from '../email-address.ts'
import { foldText } from '../letters.ts'
import { digitsOf, NATIONAL_DIGITS, telephoneIn } from '../telephone.ts'
import { type Name, namesIn, type Word, wordWith } from './party-names.ts'

export interface PreparedText {
  text: string
  folded: string
  /** Empty, if the text names no party, like "the sellers". */
  names: readonly Name[]
  /** The digits of a telephone number, if the text is one, and of one among words. */
  number: string | undefined
  numberWithin: string | undefined
  /** The parts of an e-mail address, before and after the @. */
  address: readonly Word[] | undefined
}

/** Of a text that is compared: longer than any that can be sent, in ordinary letters. */
const MAX_CHARACTERS = 500
/** Prepares a text that is searched, or in which parties are searched. */
export function prepareText(text: string): PreparedText {
  // Some characters stand for eighteen.
  const folded = foldText(text.normalize('NFKD').slice(0, MAX_CHARACTERS))
  const number = digitsOf(text)
  return {
    text,
    folded,
    names: number === undefined ? namesIn(folded) : [],
    number,
    numberWithin: digitsAmongWords(text),
    address: text.includes('@')
      ? comparableEmail(text.trim())
          .split('@')
          .map((part) => wordWith(part))
      : undefined,
  }
}

/** The same of a text with a number among words, unless it has no area code: then it could be that of a house. */
function digitsAmongWords(text: string): string | undefined {
  const among = digitsOf(telephoneIn(text) ?? '')
  return digitsOf(text) ?? (among && among.length >= NATIONAL_DIGITS ? among : undefined)
}

/**
 * Prepares a text in which parties are searched, so that it is compared quickly: the names in it, an e-mail address, and a telephone number.
 * `party-match.ts` compares them.
 */
import { comparableEmail } from '../email-address.ts'
import { withoutAccents } from '../letters.ts'
import { LEAST_DIGITS, telephoneIn } from '../telephone.ts'
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

/** By Latin letters, those that look like them (UTS 39), and those that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ a: 'аαɑ', b: 'вβ', c: 'с', d: 'đðԁ', e: 'еε', g: 'ɡց', h: 'нһΗհ', i: 'іιı', j: 'јյ', k: 'кκ', l: 'łӏ', m: 'мμ' },
  ...{ n: 'ηΝո', o: 'øоοօ', p: 'рρ', q: 'ԛզ', s: 'ѕ', t: 'тτ', u: 'υս', v: 'νѵ', w: 'ԝω', x: 'хχ', y: 'уүγΥ', z: 'ζ' },
  ...{ ss: 'ß', ae: 'æ', oe: 'œ', th: 'þ' },
}
const LATIN = new Map(Object.entries(LETTERS).flatMap(([latin, others]) => [...others].map((one) => [one, latin])))
const LOOK_ALIKES = new RegExp(`[${[...LATIN.keys()].join('')}]`, 'giu')

/** Of a text that is compared: longer than any that can be sent, in ordinary letters. */
const MAX_CHARACTERS = 500
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

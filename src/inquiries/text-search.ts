/** Search for words, or for a telephone number in any spelling. */
import { foldText } from '../letters.ts'
import { digitsOf, isSameNumber } from '../telephone.ts'

const BETWEEN_DIGITS = /(?<=\d)[\s()./‐‑–-]+(?=\d)/g
export const joinDigits = (text: string): string => text.replace(BETWEEN_DIGITS, '')

/** Case and accents are ignored, and the spelling of a telephone number too. */
export function isFoundIn(texts: readonly (string | undefined)[], search: string | undefined): boolean {
  if (
    search === undefined ||
    foldText(texts.filter((text) => text !== undefined).join('\n')).includes(foldText(search))
  )
    return true
  const number = digitsOf(search)
  return (
    number !== undefined &&
    texts.some((text = '') => joinDigits(text).includes(number) || isSameNumber(number, digitsOf(text)))
  )
}

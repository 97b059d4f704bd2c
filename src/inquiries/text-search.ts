/** Whether a text holds what the staff search for: words, or a telephone number however either of them is written. */
import { foldText } from '../letters.ts'
import { digitsOf, isSameNumber } from '../telephone.ts'

/** What people write between the digits of a telephone number. */
const BETWEEN_DIGITS = /(?<=\d)[\s()./‐‑–-]+(?=\d)/g
export const joinDigits = (text: string): string => text.replace(BETWEEN_DIGITS, '')

/** Whether one of the texts contains the search text, case and accents ignored, or the telephone number that it is. */
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

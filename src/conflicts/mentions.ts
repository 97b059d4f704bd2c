/**
 * Which parties the answers of a person mention. An answer is a story and not a name, so the names of all parties are looked for in it word
 * for word: typing slips and short forms, as `party-match.ts` compares them, would find a party in each story. For the same reason a single
 * word is a name there only when it is the name of a company.
 */
import { comparableEmail } from '../email-address.ts'
import { joinDigits } from '../inquiries/text-search.ts'
import { foldText } from '../letters.ts'
import type { PreparedText } from './party-match.ts'
import { hasLegalForm, identifyingTokens } from './party-names.ts'

/** @returns whether a party stands in the texts */
export function mentionsIn(texts: readonly string[]): (party: PreparedText) => boolean {
  const folded = foldText(texts.join('\n'))
  const words = identifyingTokens(folded.replace(/['’]s\b/g, ''))
  const known = new Set(words)
  const line = ` ${words.join(' ')} `
  const digits = joinDigits(folded)
  const has = (run: readonly string[]) => line.includes(` ${run.join(' ')} `)
  return ({ text, folded: name, number, address, names }) => {
    if (number !== undefined) return digits.includes(number)
    if (address) return folded.includes(comparableEmail(text.trim()))
    return names.some((one) => {
      const whole = one.words.filter(({ isInitial }) => !isInitial).map(({ word }) => word)
      if (whole.length === 0 || !whole.every((word) => known.has(word))) return false
      return whole.length === 1 ? hasLegalForm(name) : has(whole) || has(whole.toReversed())
    })
  }
}

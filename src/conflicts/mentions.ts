/**
 * An answer is a story, and typing slips and short forms would find a party in each. So names are looked for word for word, and a single
 * word only when it is the name of a company.
 */
import { comparableEmail } from '../email-address.ts'
import { joinDigits } from '../inquiries/text-search.ts'
import { foldText } from '../letters.ts'
import type { PreparedText } from './party-match.ts'
import { hasLegalForm, identifyingTokens } from './party-names.ts'

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

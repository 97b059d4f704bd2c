/**
 * Which parties the answers of a person mention. They are a story and not a name, so the names of all parties are looked for in them word
 * for word: with typing slips and short forms, as `party-match.ts` compares, each story would have some. For the same reason a single
 * word is no name there, unless it is that of a company.
 */
import { comparableEmail } from '../email-address.ts'
import { hasLegalForm, tellingTokens } from './party-names.ts'
import { foldText } from '../letters.ts'
import type { PreparedText } from './party-text.ts'
import type { ChangeRecord } from '../inquiries/history.ts'
import { joinDigits } from '../inquiries/text-search.ts'

/** Whether a party stands in what was searched. */
export type Mentions = (party: PreparedText) => boolean

export const answersIn = <Change extends Pick<ChangeRecord, 'changed'>>(history: readonly Change[]): Change[] =>
  history.filter(({ changed }) => changed.includes('answer'))

/** @returns undefined when there are no texts */
export function mentionsIn(texts: readonly string[]): Mentions | undefined {
  if (texts.length === 0) return undefined
  const folded = foldText(texts.join('\n'))
  const words = tellingTokens(folded.replace(/['’]s\b/g, ''))
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

/**
 * Why an inquiry may be spam. Nothing is dropped for it: the staff see the word and decide,
 * and the sender gets the same answer as everybody, so a program learns nothing.
 */

export type SpamSignal = 'trap filled' | 'sent too fast' | 'no ticket' | 'many links'

/** Score from which on a message looks like advertising. */
const MANY_LINKS = 3
/** What a link counts. People paste an address now and then; nobody types the markup of one into a form. */
const LINK_SCORES: readonly [RegExp, number][] = [
  [/https?:\/\/|www\./gi, 1],
  [/<a\s|\[(?:url|link)\b|\]\(\s*https?:/gi, 2],
]

/**
 * Looks at the text alone.
 * @param message the message of an inquiry
 */
export function detectSpamSignals(message: string): SpamSignal[] {
  const score = LINK_SCORES.reduce((sum, [pattern, points]) => sum + points * (message.match(pattern)?.length ?? 0), 0)
  return score >= MANY_LINKS ? ['many links'] : []
}

/** An inquiry that may be spam is stored, and the staff decide. The sender gets the usual response, so that a bot learns nothing. */

export type SpamSignal = 'trap filled' | 'sent too fast' | 'no ticket' | 'many links'

/** A message with this score looks like advertising. */
const MANY_LINKS = 3
/** Points per link. People paste a URL now and then; link markup in a form is a sign of a bot. */
const LINK_SCORES: readonly [RegExp, number][] = [
  [/https?:\/\/|www\./gi, 1],
  [/<a\s|\[(?:url|link)\b|\]\(\s*https?:/gi, 2],
]

export function detectSpamSignals(message: string): SpamSignal[] {
  const score = LINK_SCORES.reduce((sum, [pattern, points]) => sum + points * (message.match(pattern)?.length ?? 0), 0)
  return score >= MANY_LINKS ? ['many links'] : []
}

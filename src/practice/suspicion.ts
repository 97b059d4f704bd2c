/**
 * Why an inquiry may be spam. Nothing is dropped for it: the staff see the word and decide,
 * and the sender gets the same answer as everybody, so a program learns nothing.
 */

export type Suspicion = 'trap filled' | 'sent too fast' | 'no ticket' | 'many links'

/** Links in a message from which on it looks like advertising. */
const MANY_LINKS = 3

/**
 * Looks at the text alone.
 * @param message the message of an inquiry
 */
export function suspicionsOf(message: string): Suspicion[] {
  const links = message.match(/https?:\/\/|www\./gi)?.length ?? 0
  return links >= MANY_LINKS ? ['many links'] : []
}

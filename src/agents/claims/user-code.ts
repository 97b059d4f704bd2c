/**
 * Codes that people read, type and say on the telephone, like `BCDF-GHJK`: RFC 8628 section 6.1.
 * Not secrets by themselves (34.6 bits): whoever checks one counts the tries.
 */

import { CODE_ALPHABET, drawLetters, inGroups, isOf, lettersFrom } from '../../alphabet.ts'

const LENGTH = 8

/** @returns a new code, 20⁸ possible */
export const createCode = (): string => inGroups(drawLetters(CODE_ALPHABET, LENGTH))

/**
 * A code that belongs to something, the same each time.
 * @param mac a keyed hash of it, base64url; holds enough bytes for the few that are skipped
 */
export const codeFromHash = (mac: string): string =>
  inGroups(lettersFrom(Buffer.from(mac, 'base64url'), CODE_ALPHABET).slice(0, LENGTH))

/**
 * Reads a code as people write it: any case, with or without hyphen, spaces and full stops.
 * @returns the code as it is shown, or undefined when the text is none
 */
export function parseCode(text: string): string | undefined {
  const letters = text.toUpperCase().replace(/[\s.\-–_]/g, '')
  return isOf(CODE_ALPHABET, LENGTH, letters) ? inGroups(letters) : undefined
}

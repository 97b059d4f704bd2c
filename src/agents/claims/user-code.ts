/**
 * User codes, which people read, type and say on the telephone, like `BCDF-GHJK` (RFC 8628 section 6.1). A code has 34.6 bits, so it can be
 * guessed: every caller that checks one must limit the tries.
 */

import { CODE_ALPHABET, drawLetters, inGroups, isOf, lettersFrom } from '../../alphabet.ts'

const LENGTH = 8

/** @returns a random code, one of 20⁸ */
export const createCode = (): string => inGroups(drawLetters(CODE_ALPHABET, LENGTH))

/**
 * Derives a code from a hash. The same hash gives the same code.
 * @param mac a keyed hash, base64url; 32 bytes are enough although `lettersFrom` skips some
 */
export const codeFromHash = (mac: string): string =>
  inGroups(lettersFrom(Buffer.from(mac, 'base64url'), CODE_ALPHABET).slice(0, LENGTH))

/**
 * Parses a code as people write it: any case, with or without hyphens, spaces and full stops.
 * @returns the code as displayed, or undefined when the text is not one
 */
export function parseCode(text: string): string | undefined {
  const letters = text.toUpperCase().replace(/[\s.\-–_]/g, '')
  return isOf(CODE_ALPHABET, LENGTH, letters) ? inGroups(letters) : undefined
}

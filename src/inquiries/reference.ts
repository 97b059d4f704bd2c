/**
 * The reference of an inquiry, which a person quotes on the telephone, like `K7QM-2F9D`. It is not secret and gives no access.
 */
import { drawLetters, inGroups, isOf, REFERENCE_ALPHABET } from '../alphabet.ts'

const LENGTH = 8

/** @returns a random reference, one of 28⁸ (about 3.8 × 10¹¹) */
export const createReference = (): string => inGroups(drawLetters(REFERENCE_ALPHABET, LENGTH))

/**
 * Parses a reference in any case, with or without the hyphen.
 * @returns the reference as displayed, or undefined when the text is not one
 */
export function parseReference(text: string): string | undefined {
  const letters = text.toUpperCase().replace(/[\s-]/g, '')
  return isOf(REFERENCE_ALPHABET, LENGTH, letters) ? inGroups(letters) : undefined
}

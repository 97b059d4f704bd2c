/**
 * The reference of an inquiry: what a person quotes on the telephone, like `K7QM-2F9D`.
 * Not a secret and not a key: nothing can be read with it.
 */
import { drawLetters, inGroups, isOf, REFERENCE_ALPHABET } from '../alphabet.ts'

const LENGTH = 8

/** @returns a new reference, 28⁸ (about 3.8 × 10¹¹) possible */
export const createReference = (): string => inGroups(drawLetters(REFERENCE_ALPHABET, LENGTH))

/**
 * Reads a reference as people write it: any case, with or without the hyphen.
 * @returns the reference as it is shown, or undefined when the text is none
 */
export function parseReference(text: string): string | undefined {
  const letters = text.toUpperCase().replace(/[\s-]/g, '')
  return isOf(REFERENCE_ALPHABET, LENGTH, letters) ? inGroups(letters) : undefined
}

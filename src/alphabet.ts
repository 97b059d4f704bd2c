/**
 * The alphabets of codes, references and keys, which people read out and type. What was issued with them is in use, so they stay
 * as they are; each leaves out what is taken for something else where it is used.
 */

const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXYZ'
const DIGITS = '0123456789'

const without = (letters: string, left: string) => [...letters].filter((letter) => !left.includes(letter)).join('')

/** Codes of claims: those of RFC 8628 section 6.1. No digits, so nobody has to change keyboards; no vowels, so no words. */
export const CODE_ALPHABET = without(CONSONANTS, 'Y')

/** References: digits too, because eight characters must tell all inquiries apart. So without 0, 1 and L, which looks like 1. */
export const REFERENCE_ALPHABET = without(DIGITS, '01') + without(CONSONANTS, 'L')

/**
 * Keys of the staff: Crockford's base 32, because a secret wants whole bits, five a character. 0 and 1 are in it; who reads them
 * as O, I or L is understood.
 */
export const KEY_ALPHABET = `${DIGITS}AE${without(CONSONANTS, 'L')}`.split('').sort().join('')

/** @returns random letters, each as likely as any other */
export function drawLetters(alphabet: string, length: number): string {
  let letters = ''
  while (letters.length < length) letters += lettersFrom(crypto.getRandomValues(new Uint8Array(length)), alphabet)
  return letters.slice(0, length)
}

/** @returns a letter for each byte but the last few values, which would favour the first letters */
export function lettersFrom(bytes: Uint8Array, alphabet: string): string {
  const fair = 256 - (256 % alphabet.length)
  return [...bytes]
    .filter((byte) => byte < fair)
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')
}

/** Whether a text is so many letters of an alphabet. */
export const isOf = (alphabet: string, length: number, text: string): boolean =>
  text.length === length && [...text].every((letter) => alphabet.includes(letter))

/** Letters as they are shown, like `BCDF-GHJK`. */
export const inGroups = (letters: string): string => (letters.match(/.{1,4}/g) ?? []).join('-')

/**
 * The alphabets of codes, references and keys, which people read out and type. Characters that are easily confused are left out. Do not
 * change them: codes, references and keys that were issued must stay valid.
 */

const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXYZ'
const DIGITS = '0123456789'

const without = (letters: string, left: string) => [...letters].filter((letter) => !left.includes(letter)).join('')

/** User codes of claims, RFC 8628 section 6.1. Without digits, a phone shows one keyboard; without vowels, codes are not words. */
export const CODE_ALPHABET = without(CONSONANTS, 'Y')

/** References have digits, so that eight characters are enough for all inquiries. 0, 1 and L are left out, because L looks like 1. */
export const REFERENCE_ALPHABET = without(DIGITS, '01') + without(CONSONANTS, 'L')

/**
 * Staff keys: Crockford's base 32, five bits per character. It has 0 and 1; the parser of keys also accepts O for 0 and I or L
 * for 1.
 */
export const KEY_ALPHABET = `${DIGITS}AE${without(CONSONANTS, 'L')}`.split('').sort().join('')

/** @returns random letters, uniformly distributed */
export function drawLetters(alphabet: string, length: number): string {
  let letters = ''
  while (letters.length < length) letters += lettersFrom(crypto.getRandomValues(new Uint8Array(length)), alphabet)
  return letters.slice(0, length)
}

/** @returns one letter per byte, skipping the highest byte values, which would favor the first letters (modulo bias) */
export function lettersFrom(bytes: Uint8Array, alphabet: string): string {
  const fair = 256 - (256 % alphabet.length)
  return [...bytes]
    .filter((byte) => byte < fair)
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')
}

export const isOf = (alphabet: string, length: number, text: string): boolean =>
  text.length === length && [...text].every((letter) => alphabet.includes(letter))

/** Formats letters for display, like `BCDF-GHJK`. */
export const inGroups = (letters: string): string => (letters.match(/.{1,4}/g) ?? []).join('-')

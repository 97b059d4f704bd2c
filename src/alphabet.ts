/** The alphabets of codes that people read out and type. Issued codes must stay valid, so the alphabets must not change. */

const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXYZ'
const DIGITS = '0123456789'

const without = (letters: string, removed: string) =>
  [...letters].filter((letter) => !removed.includes(letter)).join('')

/** User codes, RFC 8628 section 6.1: without digits a phone shows one keyboard, and without vowels no words appear. */
export const CODE_ALPHABET = without(CONSONANTS, 'Y')

/** References of inquiries. 1 and L are left out because they look alike, and 0 because people read it as O. */
export const REFERENCE_ALPHABET = without(DIGITS, '01') + without(CONSONANTS, 'L')

/** Crockford's base 32 for staff keys. Their parser also accepts O for 0, and I or L for 1. */
export const KEY_ALPHABET = `${DIGITS}AE${without(CONSONANTS, 'L')}`.split('').sort().join('')

/** Each letter is equally probable. */
export function drawLetters(alphabet: string, length: number): string {
  let letters = ''
  while (letters.length < length) letters += lettersFrom(crypto.getRandomValues(new Uint8Array(length)), alphabet)
  return letters.slice(0, length)
}

/** Skips the highest byte values, which would favor the first letters (modulo bias). So there may be fewer letters than bytes. */
export function lettersFrom(bytes: Uint8Array, alphabet: string): string {
  const fair = 256 - (256 % alphabet.length)
  return [...bytes]
    .filter((byte) => byte < fair)
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')
}

export const isCodeOf = (alphabet: string, length: number, text: string): boolean =>
  text.length === length && [...text].every((letter) => alphabet.includes(letter))

/** @returns like `BCDF-GHJK` */
export const inGroups = (letters: string): string => (letters.match(/.{1,4}/g) ?? []).join('-')

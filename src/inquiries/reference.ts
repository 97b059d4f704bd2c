/**
 * The reference of an inquiry: what a person quotes on the telephone, like `K7QM-2F9D`.
 * Not a secret and not a key: nothing can be read with it.
 */

/** Digits and consonants that cannot be taken for one another when read out; no vowels, so no words. */
const ALPHABET = '23456789BCDFGHJKMNPQRSTVWXYZ'
const LENGTH = 8
/** Bytes from here on would favour the first letters. */
const UNBIASED_BYTES = 256 - (256 % ALPHABET.length)

const FORMAT = new RegExp(`^[${ALPHABET}]{4}-[${ALPHABET}]{4}$`)

/** @returns a new reference, 28⁸ (about 3.8 × 10¹¹) possible */
export function createReference(): string {
  let letters = ''
  while (letters.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < UNBIASED_BYTES && letters.length < LENGTH) letters += ALPHABET[byte % ALPHABET.length]
    }
  }
  return formatReference(letters)
}

/**
 * Reads a reference as people write it: any case, with or without the hyphen.
 * @returns the reference as it is shown, or undefined when the text is none
 */
export function parseReference(text: string): string | undefined {
  const reference = formatReference(text.toUpperCase().replace(/[\s-]/g, ''))
  return FORMAT.test(reference) ? reference : undefined
}

function formatReference(letters: string): string {
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

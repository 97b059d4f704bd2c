/**
 * Codes that people read, type and say on the telephone, like `BCDF-GHJK`: RFC 8628 section 6.1.
 * Not secrets by themselves (34.6 bits): whoever checks one counts the tries.
 */

/** No vowels, so no words; nothing that is taken for another when read out. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8
/** Bytes from here on would favour the first letters. */
const UNBIASED_BYTES = 256 - (256 % ALPHABET.length)

/** @returns a new code, 20⁸ possible */
export function createCode(): string {
  let letters = ''
  while (letters.length < LENGTH) letters += lettersFromBytes(crypto.getRandomValues(new Uint8Array(LENGTH)))
  return formatCode(letters)
}

/**
 * A code that belongs to something, the same each time.
 * @param mac a keyed hash of it, base64url; holds enough bytes for the few that are skipped
 */
export function codeFromHash(mac: string): string {
  return formatCode(lettersFromBytes(Buffer.from(mac, 'base64url')))
}

/**
 * Reads a code as people write it: any case, with or without hyphen, spaces and full stops.
 * @returns the code as it is shown, or undefined when the text is none
 */
export function parseCode(text: string): string | undefined {
  const letters = text.toUpperCase().replace(/[\s.\-–_]/g, '')
  return letters.length === LENGTH && [...letters].every((letter) => ALPHABET.includes(letter))
    ? formatCode(letters)
    : undefined
}

function lettersFromBytes(bytes: Uint8Array): string {
  return [...bytes]
    .filter((byte) => byte < UNBIASED_BYTES)
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
}

const formatCode = (letters: string) => `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2, LENGTH)}`

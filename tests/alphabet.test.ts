import { expect, it } from 'vitest'
import { CODE_ALPHABET, inGroups, isCodeOf, KEY_ALPHABET, lettersFrom, REFERENCE_ALPHABET } from '../src/alphabet.ts'

/** Codes already issued use these letters, so a change of an alphabet must fail here. */
const ISSUED: [name: string, alphabet: string, letters: string][] = [
  ['codes of claims', CODE_ALPHABET, 'BCDFGHJKLMNPQRSTVWXZ'],
  ['references', REFERENCE_ALPHABET, '23456789BCDFGHJKMNPQRSTVWXYZ'],
  ['keys of the staff', KEY_ALPHABET, '0123456789ABCDEFGHJKMNPQRSTVWXYZ'],
]

it.each(ISSUED)('the alphabet of %s was always this, and favours none of its letters', (_name, alphabet, letters) => {
  expect(alphabet).toBe(letters)
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  expect(lettersFrom(bytes, alphabet)).toBe(alphabet.repeat(Math.floor(256 / alphabet.length)))
})

it('letters are shown in groups of four', () =>
  expect(['', 'B', 'BCDF', 'BCDFGHJK', 'BCDFGHJKL'].map(inGroups).join()).toBe(',B,BCDF,BCDF-GHJK,BCDF-GHJK-L'))

it.each(['', 'BCDFGHJ', 'BCDFGHJKL', 'BCDFGHJA', 'bcdfghjk', 'BCDF-GHJ', '😀BCDFGH'])('letters are not %j', (text) => {
  expect(isCodeOf(CODE_ALPHABET, 8, text)).toBe(false)
})

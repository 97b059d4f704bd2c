import { describe, expect, it } from 'vitest'
import { CODE_ALPHABET, inGroups, isCodeOf, KEY_ALPHABET, lettersFrom, REFERENCE_ALPHABET } from '../src/alphabet.ts'

/** Codes already issued use these letters, so a change of an alphabet must fail here. */
const ISSUED: [name: string, alphabet: string, letters: string][] = [
  ['codes of claims', CODE_ALPHABET, 'BCDFGHJKLMNPQRSTVWXZ'],
  ['references', REFERENCE_ALPHABET, '23456789BCDFGHJKMNPQRSTVWXYZ'],
  ['keys of the staff', KEY_ALPHABET, '0123456789ABCDEFGHJKMNPQRSTVWXYZ'],
]

describe.each(ISSUED)('the alphabet of %s', (_name, alphabet, letters) => {
  it('is the one that was always used', () => expect(alphabet).toBe(letters))

  it('passes over the bytes that would favour its first letters', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const each = Math.floor(256 / alphabet.length)
    expect(lettersFrom(bytes, alphabet)).toBe(alphabet.repeat(each))
  })
})

it('letters are shown in groups of four', () =>
  expect(['', 'B', 'BCDF', 'BCDFGHJK', 'BCDFGHJKL'].map(inGroups).join()).toBe(',B,BCDF,BCDF-GHJK,BCDF-GHJK-L'))

it.each(['', 'BCDFGHJ', 'BCDFGHJKL', 'BCDFGHJA', 'bcdfghjk', 'BCDF-GHJ', '😀BCDFGH'])('letters are not %j', (text) => {
  expect(isCodeOf(CODE_ALPHABET, 8, text)).toBe(false)
})

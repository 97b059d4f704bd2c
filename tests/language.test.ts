import { expect, it } from 'vitest'
import { LANGUAGES, languageInWords, listInWords, withCommas } from '../src/language.ts'

it('names languages in English, and lists Spanish words as Spanish does', () => {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  for (const tag of [...LANGUAGES, 'es-MX', 'ht']) expect(languageInWords(tag)).toBe(names.of(tag))
  expect(languageInWords('no language')).toBe('no language')
  expect(listInWords(['lunes', 'martes', 'miércoles'], 'and', 'es')).toBe('lunes, martes y miércoles')
  expect(listInWords(['español', 'inglés'], 'and', 'es')).toBe('español e inglés')
})

it.each([0, 1, 2, 3, 4])('lists %i words as British English does', (count) => {
  const words = ['red', 'green', 'blue', 'black'].slice(0, count)
  const format = (type: 'conjunction' | 'disjunction') => new Intl.ListFormat('en-GB', { type }).format(words)
  expect(listInWords(words, 'and')).toBe(format('conjunction'))
  expect(listInWords(words, 'or')).toBe(format('disjunction'))
})

it.each([0, 7, 999, 1000, 4000, 12_345, 1_234_567])('writes %i as in the United States', (number) => {
  expect(withCommas(number)).toBe(number.toLocaleString('en-US'))
})

/**
 * Which languages a site is in.
 */
import { expect, it } from 'vitest'
import { findLanguages } from '../src/site-languages.ts'

it.each([
  [[], ['en']],
  [['firm.md'], ['en']],
  [['firm.md', 'es/notices.md', 'es/pages/about.md'], ['en']],
  [
    ['firm.md', 'es/firm.md'],
    ['en', 'es'],
  ],
  [['firm.md', 'fr/firm.md'], ['en']],
])('with %j it is in %j', (files, languages) => {
  const exists = (path: string) => files.some((file) => `texts/${file}` === path)
  expect(findLanguages('texts', exists)).toEqual(languages)
})

/**
 * Which languages a site is in, and what a language needs besides the words that the compiler asks for.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LANGUAGES, TRANSLATIONS } from '../src/language.ts'
import { findLanguages } from '../src/site-languages.ts'
import { SAMPLE_CONTENT, STARTER_CONTENT } from '../src/settings.ts'

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

it('the texts, the glossary and the styles know each language in the table', () => {
  const missing = TRANSLATIONS.flatMap((language) => [
    ...[SAMPLE_CONTENT, STARTER_CONTENT].flatMap((root) =>
      globSync('**/*.md', { cwd: root })
        .filter((file) => !LANGUAGES.some((other) => file.startsWith(`${other}/`)))
        .map((file) => `${root}/${language}/${file}`),
    ),
    `content/${language}/README.md`,
  ])
  expect(missing.filter((file) => !existsSync(file))).toEqual([])
  // The words that the staff read to a caller are shown in one language at a time.
  const styles = readFileSync('src/styles/desk-inquiry.css', 'utf8')
  const unstyled = LANGUAGES.filter((language) => !styles.includes(`.read-out:not([lang='${language}'])`))
  expect(unstyled, 'src/styles/desk-inquiry.css').toEqual([])
})

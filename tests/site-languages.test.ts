/** Which languages a site is in, and what a language needs besides the words that the compiler asks for. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FIRST_LANGUAGE, LANGUAGES, TRANSLATIONS } from '../src/language.ts'
import { fill, PLACEHOLDER, WORDS } from '../src/words.ts'
import { findLanguages, SAMPLE_CONTENT, STARTER_CONTENT } from '../src/settings.ts'
import { yamlOf } from './table.ts'

const FOUND = yamlOf<{ languages: [string[], string[]][] }>('tests/site-languages.yaml').languages
it.each(FOUND)('with %j it is in %j', (files, languages) => {
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

const SAME_IN_SPANISH = ['Error', 'No']
/** The Bar has no name in Spanish. */
const ENGLISH = /\b(the(?! Florida Bar)|of|to|and|for|with|your|you|this)\b/i

/** Words that our English texts have and our texts in the other language do not, and that are right in that language all the same. */
const RIGHT_IN_BOTH = ['bcdf', 'chat', 'com', 'error', 'ghjk', 'ignore']
const wordsIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const prose = text.replace(/\{[\w.]+\}|\]\([^)]*\)|`[^`]*`/g, ' ').toLowerCase()
    return prose.match(/\p{L}{3,}/gu) ?? []
  })
const wordsOfTexts = (isWanted: (file: string) => boolean): Set<string> => {
  const files = [SAMPLE_CONTENT, STARTER_CONTENT].flatMap((root) => globSync(`${root}/**/*.md`)).filter(isWanted)
  return new Set(wordsIn(files.map((file) => readFileSync(file, 'utf8'))))
}

function textsIn(words: unknown, place = ''): [place: string, text: string][] {
  if (typeof words === 'string') return [[place, words]]
  return Object.entries(words as object).flatMap(([name, part]) => textsIn(part, `${place}.${name}`))
}

it.each(TRANSLATIONS)('%s.json has no text in English, and each asks for the same values', (language) => {
  const places = (text = '') => [...new Set(text.match(PLACEHOLDER))].sort()
  const english = textsIn(WORDS[FIRST_LANGUAGE])
  const translated = new Map(textsIn(WORDS[language]))
  expect([...translated.keys()]).toEqual(english.map(([place]) => place))
  const same = english.filter(([place, text]) => /\p{L}{2}/u.test(text) && translated.get(place) === text)
  expect(same.map(([, text]) => text)).toEqual(SAME_IN_SPANISH)
  expect([...translated.values()].filter((text) => ENGLISH.test(text))).toEqual([])
  const own = wordsOfTexts((file) => file.includes(`/${language}/`))
  const ours = wordsOfTexts((file) => !file.includes(`/${language}/`)).union(
    new Set(wordsIn(english.map(([, text]) => text))),
  )
  const foreign = new Set(wordsIn([...translated.values()])).intersection(ours).difference(own)
  expect([...foreign].sort()).toEqual(RIGHT_IN_BOTH)
  const other = english.filter(([place, text]) => String(places(text)) !== String(places(translated.get(place))))
  expect(other).toEqual([])
})

const STOPS = yamlOf<{ stops: [string, string][] }>('tests/site-languages.yaml').stops
it.each(STOPS)('%s has one full stop at the end of a sentence', (text, filled) => {
  expect(fill(text, { firm: 'Heron, P.A.', time: 'at 2:30 a.m.', name: 'Ana' })).toBe(filled)
  expect(() => fill(text, {})).toThrow('has no value')
})

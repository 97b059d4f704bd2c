/** Sentences that texts must or must not say in both languages, by law, by The Florida Bar's rules, or for a true translation. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FIELD_NAMES } from '../../src/inquiries/inquiry-fields.ts'
import { type Language, LANGUAGES, pathIn } from '../../src/language.ts'
import { WORDS } from '../../src/words.ts'
import { blocksOf, rowsOf, yamlOf } from '../table.ts'

const inOneLine = (text: string) => text.replace(/\s+/g, ' ')
const holds = (file: string, pattern: string) => new RegExp(pattern).test(inOneLine(readFileSync(file, 'utf8')))

/** Each file has sentences that it must say, and others that it must not. */
const ROWS = readFileSync('tests/firm/texts.txt', 'utf8')
  .split('\n\n')
  .slice(1)
  .map((block): [file: string, says: string[], not: string[]] => {
    const [file = '', ...lines] = block.trim().split('\n')
    const after = (sign: string) => lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(sign.length)] : []))
    return [file, after('+ '), after('- ')]
  })

it.each(ROWS)('%s says what is right, and no longer what is wrong', (file, says, not) => {
  const text = inOneLine(readFileSync(`content/${file}.md`, 'utf8'))
  expect(says.length).toBeGreaterThan(0)
  expect(says.filter((words) => !text.includes(words))).toEqual([])
  expect(not.filter((words) => text.includes(words))).toEqual([])
})

const ALL_AREAS = LANGUAGES.flatMap((language) =>
  ['sample', 'starters'].flatMap((root) =>
    globSync(`content/${root}${pathIn(language, '/practice-areas/[!_]*.md')}`).map((file) => [file, language] as const),
  ),
)

/** What other texts promise of each practice area: the home page, that it says how fees work; the form, that it asks for no story. */
const OF_AREAS = yamlOf<Record<Language, string[]>>('tests/firm/texts.yaml')
it.each(ALL_AREAS)('%s asks for no story in writing, and says how the fee works', (file, language) => {
  expect(ALL_AREAS).toHaveLength(20)
  const text = inOneLine(readFileSync(file, 'utf8'))
  for (const promised of OF_AREAS[language]) expect(text).toMatch(new RegExp(promised))
})

const OF_SAMPLE = ALL_AREAS.filter(([file]) => file.startsWith('content/sample/'))
const FREE = {
  en: [/costs nothing/, /, up to half an hour, costs nothing/],
  es: [/no cuesta nada/, /, de hasta media hora, no cuesta nada/],
}
it.each(OF_SAMPLE)('%s says how long the conversation is that costs nothing', (file, language) => {
  const [bare = /^/, limited = /^/] = FREE[language]
  const text = inOneLine(readFileSync(file, 'utf8'))
  expect(text).toMatch(bare)
  expect(text.replace(limited, '')).not.toMatch(bare)
})

const OF_FORM =
  yamlOf<Record<Language, Record<'label' | 'former' | 'warned' | 'noPromise', string>>>('tests/firm/form-texts.yaml')
it.each(LANGUAGES)('the form (%s) asks for no confession, and promises nothing for a date', (language) => {
  const { fields } = WORDS[language].form
  const { label, former, warned, noPromise } = OF_FORM[language]
  expect(fields.message.label).toBe(label)
  expect(FIELD_NAMES.map((name) => fields[name].label)).not.toContain(former)
  expect(fields.message.hint.startsWith(warned)).toBe(true)
  expect(fields.date.hint).toContain(noPromise)
})

const [NOT_IN_SPANISH = [], NOT_IN_ENGLISH = []] = blocksOf('tests/firm/wrong-words.txt')

/** Pages for the staff's own eyes are left out. */
it.each(NOT_IN_SPANISH)('no Spanish text has %s', (_why, wrong = '') => {
  const files = globSync('content/{sample,starters}/es/**/*.md')
    .concat('content/words/es.json')
    .filter((file) => !/accessibility|README/.test(file))
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((file) => holds(file, wrong))).toEqual([])
})

it.each(rowsOf('tests/firm/commands.txt'))('the Spanish command %s is an infinitive', (command = '') => {
  const words = command.split('.').reduce((part: unknown, name) => (part as Record<string, unknown>)[name], WORDS.es)
  expect(words).toMatch(/^\p{Lu}\p{Ll}*[aei]r(nos|lo)?\b|^Ir\b/u)
})

it.each(NOT_IN_ENGLISH)('no English text has %s', (_why, wrong = '') => {
  const files = globSync(['content/{sample,starters}/**/*.md', 'content/words/{en.json,agents.json,auth.md}'])
  const english = files.filter((file) => !file.includes('/es/'))
  expect(english.filter((file) => holds(file, wrong))).toEqual([])
})

it('the pages for agents say of every block of code its language', () => {
  for (const language of LANGUAGES) {
    const text = readFileSync(`content/sample${pathIn(language, '/pages/for-agents.md')}`, 'utf8')
    const fences = text.match(/^```.*$/gm) ?? []
    expect(fences.length).toBeGreaterThan(4)
    expect(fences.filter((fence, index) => index % 2 === 0 && fence === '```')).toEqual([])
  }
})

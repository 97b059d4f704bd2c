/** Which languages a site is in, and what a language needs besides the words that the compiler asks for. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
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

/** Labels that are the same in both languages. */
const SAME_IN_SPANISH = ['Error', 'No']
/** Words that Spanish does not have. The Bar has no name in Spanish. */
const ENGLISH = /\b(the(?! Florida Bar)|of|to|and|for|with|your|you|this)\b/i

/** The words of a table, by their place in it; those of a function are one text. */
function wordsIn(node: ts.Node, place = ''): [place: string, words: string][] {
  if (ts.isSatisfiesExpression(node) || ts.isAsExpression(node)) return wordsIn(node.expression, place)
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((one) =>
      ts.isPropertyAssignment(one) ? wordsIn(one.initializer, `${place}.${one.name.getText()}`) : [],
    )
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap((one, index) => wordsIn(one, `${place}.${index}`))
  const literals: string[] = []
  const visit = (one: ts.Node): void => {
    if (ts.isStringLiteralLike(one) || ts.isTemplateHead(one) || ts.isTemplateMiddle(one) || ts.isTemplateTail(one))
      literals.push(one.text)
    one.forEachChild(visit)
  }
  visit(node)
  return [[place, literals.join(' ').trim()]]
}

it('no label of another language is left in English', () => {
  const tables: Record<string, ts.Node>[] = []
  // A table of each language, in a file that has all of them or in one of its own.
  const constants = new Map<string, Record<string, ts.Node>>()
  const note = (file: string, node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && /^E[NS]$/.test(node.name.getText())) {
      const place = file.replace(/-e[ns]\.ts$/, '')
      constants.set(place, { ...constants.get(place), [node.name.getText().toLowerCase()]: node.initializer })
    }
    if (ts.isObjectLiteralExpression(node))
      tables.push(
        Object.fromEntries(
          node.properties.filter(ts.isPropertyAssignment).map((one) => [one.name.getText(), one.initializer]),
        ),
      )
    node.forEachChild((child) => note(file, child))
  }
  for (const file of globSync('src/**/*.ts')) {
    const text = readFileSync(file, 'utf8')
    if (/\bes: |\bconst E[NS]\b/.test(text)) note(file, ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  }
  const pairs = [...tables, ...constants.values()].flatMap(({ en, es }) => (en && es ? [[en, es] as const] : []))
  expect(pairs.length).toBeGreaterThan(15)
  const same = pairs.flatMap(([en, es]) => {
    const translated = new Map(wordsIn(es))
    return wordsIn(en).filter(([place, words]) => /\p{L}{2}/u.test(words) && translated.get(place) === words)
  })
  expect(same.map(([, words]) => words)).toEqual(SAME_IN_SPANISH)
  const ofSpanish = pairs.flatMap(([, es]) => wordsIn(es).map(([, words]) => words))
  expect(ofSpanish.filter((words) => ENGLISH.test(words))).toEqual([])
})

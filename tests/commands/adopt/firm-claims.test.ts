/** Decisions about the starters: those of the firm, and those that only its lawyer can make. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { Answers } from '../../../src/commands/adopt/answers.ts'
import { decisionsFor } from '../../../src/commands/adopt/own-folder.ts'
import {
  AFTER_HOURS,
  claimsIn,
  REPLY_TIMES,
  SPOKEN,
  STARTER_AREAS,
  STARTER_DECISIONS,
  STARTER_WORDS,
} from '../../../src/commands/adopt/starters.ts'
import { firmTexts } from '../../../src/commands/adopt/texts.ts'
import { readContent } from '../../../src/commands/content/files.ts'
import { LANGUAGES } from '../../../src/language.ts'
import { FIRMS } from '../../adopted-firm.ts'
import { removeFolder, temporaryFolder } from '../../journeys/server.ts'
import { yamlOf } from '../../table.ts'

const GIVEN = parse(readFileSync(FIRMS.rivas, 'utf8')) as object
const answersWith = (areas: readonly string[]) => Answers.parse({ ...GIVEN, areas })

const EVERYTHING = answersWith(STARTER_AREAS.map(({ slug }) => slug))
const root = temporaryFolder()
afterAll(() => removeFolder(root))
for (const [path, text] of firmTexts(EVERYTHING, '2026-11-22')) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const { files } = readContent(root)
const CLAIMS = claimsIn(files)

/** Texts that say it in words of one language only. */
const ALONE = yamlOf<string[]>('tests/commands/adopt/firm-claims.yaml')

/** This firm has no one on call. */
const ITS_CLAIMS = STARTER_DECISIONS.claims.filter(({ en }) => !en.includes('onCall'))

it.each(ITS_CLAIMS)('$ask: its sentences are in the same texts in both languages', ({ ask }) => {
  const files = new Set(CLAIMS.flatMap(({ decide, file }) => (decide === ask ? [file] : [])))
  const other = (file: string) => (file.startsWith('es/') ? file.slice('es/'.length) : `es/${file}`)
  expect(files.size).toBeGreaterThan(1)
  expect([...files].filter((file) => !files.has(other(file)) && !ALONE.includes(file))).toEqual([])
})

it('names for the lawyer what the law of each chosen area leaves open, and of no other', () => {
  const areaIn = (place = '') => /^practice-areas\/([\w-]+)\.md$/.exec(place)?.[1] ?? []
  const areaDecisions = (answers: typeof EVERYTHING) =>
    decisionsFor(answers).flatMap(({ places }) => areaIn(places[0]?.place))
  const slugs = STARTER_AREAS.map(({ slug }) => slug).filter((slug) => slug !== 'wills-and-trusts')
  expect(areaDecisions(EVERYTHING).sort()).toEqual(slugs.sort())
  for (const { slug } of STARTER_AREAS)
    expect(areaDecisions(answersWith([slug]))).toEqual(slug === 'wills-and-trusts' ? [] : [slug])
})

it('the tables beside the starters have every language, and areas that there are', () => {
  const rows = [...STARTER_DECISIONS.claims, ...SPOKEN, ...REPLY_TIMES, AFTER_HOURS, STARTER_WORDS]
  for (const row of rows) expect(Object.keys(row)).toEqual(expect.arrayContaining([...LANGUAGES]))
  for (const { en, es } of [...SPOKEN, ...REPLY_TIMES, AFTER_HOURS]) expect(es).not.toBe(en)
  const slugs = STARTER_AREAS.map(({ slug }) => slug)
  expect(slugs).toEqual(expect.arrayContaining(Object.keys(STARTER_DECISIONS.areas)))
})

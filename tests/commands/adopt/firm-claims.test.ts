/** Decisions about the starters: those of the firm, and those that only its lawyer can make. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { Answers } from '../../../src/commands/adopt/answers.ts'
import { pointsFor } from '../../../src/commands/adopt/own-folder.ts'
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

it.each([
  ['Does a person answer', 'pages/contact.md', 'A person answers within', 'Una persona le responderá'],
  ['Are these languages', 'pages/home.md', undefined, 'Hablamos {firm.languages}'],
  ['Are these the people', 'practice-areas/landlord-and-tenant.md', 'We act for tenants', 'Representamos a inquilinos'],
  ['Do you visit people', 'practice-areas/wills-and-trusts.md', 'come to the bedside', 'vamos al hospital'],
  ['Do you show drafts', 'practice-areas/wills-and-trusts.md', 'leave with the originals', 'lleva los originales'],
  ['Do you tell people', 'practice-areas/animal-law.md', 'would cost more', 'costaría más'],
  ['Do you never show', 'pages/about.md', 'show verdicts', 'mostramos veredictos'],
  ['Do you work in nearby', 'faq/first-conversation.md', 'tell you who might', 'le indicamos quién'],
  ['Do you practice only', 'faq/counties.md', 'only in Florida', 'solo en Florida'],
  ['Is there voicemail', 'faq/urgent.md', 'on the voicemail', 'buzón de voz'],
  ['Do you test and fix', 'pages/accessibility.md', 'tested by programs', 'lo prueban programas'],
])('%s: %s is listed in both languages', (decide, file, english, spanish) => {
  const listed = (path: string, words: string) =>
    CLAIMS.some((claim) => claim.decide.startsWith(decide) && claim.file === path && claim.sentence.includes(words))
  expect(english === undefined || listed(file, english)).toBe(true)
  expect(listed(`es/${file}`, spanish)).toBe(true)
})

it('names for the lawyer what the law of each chosen area leaves open, and of no other', () => {
  const areaPoints = (answers: typeof EVERYTHING) =>
    pointsFor(answers).flatMap(({ places }) => /^practice-areas\/([\w-]+)\.md$/.exec(places[0]?.place ?? '')?.[1] ?? [])
  expect(areaPoints(EVERYTHING).sort()).toEqual(
    STARTER_AREAS.map(({ slug }) => slug)
      .filter((slug) => slug !== 'wills-and-trusts')
      .sort(),
  )
  for (const { slug } of STARTER_AREAS)
    expect(areaPoints(answersWith([slug]))).toEqual(slug === 'wills-and-trusts' ? [] : [slug])
})

it('the tables beside the starters have every language, and areas that there are', () => {
  const rows = [...STARTER_DECISIONS.claims, ...SPOKEN, ...REPLY_TIMES, AFTER_HOURS, STARTER_WORDS]
  for (const row of rows) expect(Object.keys(row)).toEqual(expect.arrayContaining([...LANGUAGES]))
  for (const { en, es } of [...SPOKEN, ...REPLY_TIMES, AFTER_HOURS]) expect(es).not.toBe(en)
  const slugs = STARTER_AREAS.map(({ slug }) => slug)
  expect(slugs).toEqual(expect.arrayContaining(Object.keys(STARTER_DECISIONS.areas)))
})

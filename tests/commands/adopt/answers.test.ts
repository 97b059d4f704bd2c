/** The answers of a firm: what is said of a file that cannot be taken. */
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { Answers, answersFile, readAnswers, slugOf } from '../../../src/commands/adopt/answers.ts'
import { ACCENTS } from '../../../src/commands/adopt/starters.ts'
import { removeFolder, temporaryFolder } from '../../journeys/server.ts'
import { rowsOf } from '../../table.ts'

const FOLDER = temporaryFolder()
afterAll(() => removeFolder(FOLDER))
const LINK = join(FOLDER, 'logo.svg')
symlinkSync(import.meta.filename, LINK)
const EXAMPLE = readFileSync('content/starters/firm.yaml', 'utf8')
const GIVEN = parse(EXAMPLE) as Record<string, unknown>

it('the example can be taken, names each answer, and can be written again', () => {
  const { answers, faults } = readAnswers('firm.yaml', EXAMPLE)
  expect(faults).toEqual([])
  for (const name of Object.keys(Answers.shape)) expect(EXAMPLE).toMatch(new RegExp(`^(# )?${name}:`, 'm'))
  for (const area of Answers.shape.areas.element.def.options[0].options) expect(EXAMPLE).toContain(area)
  expect(readAnswers('firm.yaml', answersFile(GIVEN as never))).toEqual({ answers, faults: [] })
  expect(answers?.areas.map(slugOf)).toEqual(['family-law', 'probate', 'elder-law'])
})

it('each color to choose from can be read', () => {
  expect(ACCENTS.length).toBeGreaterThan(5)
  for (const { name, color } of ACCENTS) expect(Answers.shape.accent.safeParse(color).error, name).toBeUndefined()
})

it('what is usual is taken for what is left out', () => {
  const { holidays, afterHours, replyWithin, siteLanguages, languages, accent, logo, ...needed } = GIVEN
  expect([holidays, afterHours, replyWithin, siteLanguages, languages, accent, logo].filter(Boolean)).toHaveLength(6)
  expect(Answers.parse(needed)).toMatchObject({
    replyWithin: 'one business day',
    siteLanguages: ['en'],
    languages: ['English'],
    holidays: expect.not.arrayContaining(['Columbus Day']),
  })
})

it.each(rowsOf('tests/commands/adopt/answers.txt'))('%s cannot be %s', (name, written, field, says) => {
  const value: unknown = parse(written.replace('{link}', LINK))
  const { answers, faults } = readAnswers('firm.yaml', stringify({ ...GIVEN, [name]: value }))
  expect(answers).toBeUndefined()
  expect(faults).toMatchObject([{ file: 'firm.yaml', field, message: expect.stringContaining(says) }])
})

it.each([
  ['name: Diaz: Cole\n', 1, 'into double quotes'],
  ['# A firm\nname: Diaz\nphone: 5\n', 3, 'is not a field here'],
])('a slip is named with its line: %j', (text, line, says) => {
  const found = readAnswers('firm.yaml', text).faults.filter(({ message }) => message.includes(says))
  expect(found.map((fault) => fault.line)).toEqual([line])
})

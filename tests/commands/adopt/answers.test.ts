/** The answers of a firm: what is said of a file that cannot be taken. */
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { Answers, answersFile, readAnswers, slugOf } from '../../../src/commands/adopt/answers.ts'
import { ACCENTS } from '../../../src/commands/adopt/starters.ts'
import { removeFolder, temporaryFolder } from '../../journeys/server.ts'

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

it.each<[name: string, value: unknown, field: string, says: string]>([
  ['postalCode', 32202, 'postalCode', 'must be text: put it into double quotes'],
  ['telephone', '211-0100', 'telephone', 'must be a number like "+1-904-555-0100"'],
  ['name', 'A *B*, P.A.', 'name', 'must be plain words in one line without the signs < > *'],
  ['name', 'A\nB, P.A.', 'name', 'must be plain words in one line'],
  ['city', 'A\0B', 'city', 'must be plain words in one line'],
  ['street', '\u200b', 'street', 'must be plain words in one line'],
  ['areas', [{ en: 'Elder\nlaw' }], 'areas.0.en', 'must be words'],
  ['hours', [{ days: 'Monday', opens: '9:00', closes: '17:00' }], 'hours.0.opens', 'must be a time like "08:30"'],
  ['hours', [{ days: 'Monday', opens: '09:00', closes: '05:00' }], 'hours.0.closes', 'must be later than `opens`'],
  ['replyWithin', 'one hour', 'replyWithin', 'must be one of: one business day, '],
  ['counties', ['Duvall'], 'counties.0', 'must be one of: Alachua, '],
  ['areas', [{ es: 'Divorcio' }], 'areas.0', 'must have a name in English'],
  ['areas', ['probate', { en: 'Probate' }], 'areas', 'must name each area once'],
  ['lawyers', ['A. Díaz', 'A. Diaz'].map((name) => ({ name, admitted: '2009' })), 'lawyers', 'must name each lawyer'],
  ['lawyers', [{ name: '李明', admitted: '2009' }], 'lawyers.0.name', 'must be written in letters from A to Z'],
  [
    ...(['lawyers', [{ name: 'A. Diaz', admitted: '2009', areas: ['divorce'] }], 'lawyers.0.areas'] as const),
    'must be areas of the firm: family-law, probate, elder-law',
  ],
  ['logo', 'nowhere/logo.svg', 'logo', 'must be a file that exists'],
  ['logo', LINK, 'logo', 'not a link to one'],
  ['parking', true, 'parking', 'is not a field here: the fields are name, lawyers, '],
])('%s cannot be %j', (name, value, field, says) => {
  const { answers, faults } = readAnswers('firm.yaml', stringify({ ...GIVEN, [name]: value }, { keepUndefined: false }))
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

/** The answers of a firm: what is said of a file that cannot be taken, and the interview that writes one. */
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import {
  Answers,
  answersFile,
  type Draft,
  readAnswers,
  readDraft,
  slugOf,
} from '../../../src/commands/adopt/answers.ts'
import { interview } from '../../../src/commands/adopt/interview.ts'
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

describe('the interview', () => {
  const [ENTER, DOWN, TAB, STOP] = ['\r', '\u001B[B', '\t', '\u0003']
  const erase = (typed: string) => '\u007f'.repeat(typed.length)
  /** Questions without keys are answered with what they offer. */
  async function answeredWith(
    keys: readonly [question: string, ...keys: string[]][],
    draft: Draft = {},
    keep: (answers: Draft) => void = () => undefined,
  ) {
    const [input, output, left] = [new PassThrough(), new PassThrough(), [...keys]]
    output.on('data', (shown: Buffer) => {
      const [next] = left
      if (!next || !shown.toString().includes(next[0])) return
      left.shift()
      // A prompt listens to keys after it has been drawn.
      setImmediate(() => next.slice(1).forEach((key) => input.write(key)))
    })
    return interview(draft, keep, { input, output })
  }
  const NAME: [string, ...string[]] = ['The name under which', 'Diaz', ENTER]

  it('asks one thing after the other, and its answers are those of a file', async () => {
    const typed = await answeredWith([
      NAME,
      ['Name of the lawyer', 'Grace Baker', ENTER],
      ['Bar number', '0123456', ENTER],
      ['admitted this lawyer', '2009', ENTER],
      ['another lawyer', 'y'],
      ['Name of the lawyer', 'Mateo Ruiz', ENTER],
      ['Bar number', ENTER],
      ['admitted this lawyer', ENTER],
      ['must be answered', '2015', ENTER],
      ['another lawyer', ENTER],
      ['Street and number', '12 Bay Street', ENTER],
      ['City of the office', 'Jacksonville', ENTER],
      ['ZIP code', '322', ENTER],
      ['must be a ZIP code of five digits', '02', ENTER],
      ['Telephone', '(904) 211 0100', ENTER],
      ['E-mail', 'office@diazcole.test', ENTER],
      ['Days on which', ENTER],
      ['select at least one', 'Mon', TAB, erase('Mon'), 'Tue', TAB, ENTER],
      ['When does it open', '1:30 p', ENTER],
      ['must be a time', erase('1:30 p'), '13:30', ENTER],
      ['When does it close', '12:00', ENTER],
      ['must be later', erase('12:00'), '17:00', ENTER],
      ['Other hours', 'y'],
      ['Days on which', 'Fri', TAB, ENTER],
      ['When does it open', '08:30', ENTER],
      ['When does it close', '12:00', ENTER],
      ['Other hours', ENTER],
      ['Holidays', ENTER],
      ['What a person can do', ENTER],
      ['When a person who wrote', DOWN, ENTER],
      ['Counties', 'St. J', TAB, erase('St. J'), 'Miami', TAB, ENTER],
      ['Languages of the site', 'Spanish', TAB, ENTER],
      ['Practice areas that have', 'testamentos', TAB, erase('testamentos'), 'probate', TAB, ENTER],
      ['Add an area of your own', 'y'],
      ['Its name in English', 'Elder law', ENTER],
      ['Its name in Spanish', 'Derecho de mayores', ENTER],
      ['Add an area of your own', ENTER],
      ['Languages spoken', 'Kreyòl', TAB, ENTER],
      ['Color', 'burgundy', ENTER],
      ['File of the logo', ENTER],
      // The first line is that all is right; the second is the name.
      ['Is all of this right?', DOWN, ENTER],
      ['The name under which', ' & Cole', ENTER],
      ['Is all of this right?', ENTER],
    ])
    expect(readAnswers('firm.yaml', answersFile(typed))).toEqual({ answers: Answers.parse(typed), faults: [] })
    expect(Answers.parse(typed).telephone).toBe('+1-904-211-0100')
    expect(typed).toMatchObject({
      name: 'Diaz & Cole',
      postalCode: '32202',
      lawyers: [
        { name: 'Grace Baker', barNumber: '0123456', admitted: '2009' },
        { name: 'Mateo Ruiz', admitted: '2015' },
      ],
      hours: [
        { days: 'Monday and Tuesday', opens: '13:30', closes: '17:00' },
        { days: 'Friday', opens: '08:30', closes: '12:00' },
      ],
      languages: ['English', 'Haitian Creole'],
      accent: '#7a1f35',
      replyWithin: 'two business days',
      counties: ['St. Johns', 'Miami-Dade'],
      siteLanguages: ['en', 'es'],
      areas: ['wills-and-trusts', 'probate', { en: 'Elder law', es: 'Derecho de mayores' }],
    })
  })

  it('is stopped by Ctrl-C, and goes on with the answers that were kept', async () => {
    let file = ''
    const keep = (draft: object) => void (file = answersFile(draft))
    await expect(answeredWith([NAME, ['Name of the lawyer', STOP]], {}, keep)).rejects.toThrow('Stopped.')
    expect(file).toMatch(/^# The name under which .*\nname: Diaz\n$/)
    const { name, lawyers, accent, logo, ...rest } = GIVEN
    const draft = readDraft(`${file}${stringify({ ...rest, postalCode: '322', parking: true })}`)
    const { postalCode: _, ...kept }: Record<string, unknown> = { ...rest, name }
    expect(Object.keys(draft).sort()).toEqual(Object.keys(kept).sort())
    const typed = await answeredWith(
      [
        ['Name of the lawyer', 'Ana Diaz', ENTER],
        ['Bar number', ENTER],
        ['admitted this lawyer', '2009', ENTER],
        ['another lawyer', ENTER],
        ['ZIP code', '32202', ENTER],
        ['Color', ENTER],
        ['File of the logo', ENTER],
        ['Is all of this right?', ENTER],
      ],
      draft,
    )
    expect(typed).toMatchObject({ ...rest, name: 'Diaz', lawyers: [{ name: 'Ana Diaz' }] })
    expect([name, lawyers, accent, logo].filter(Boolean)).toHaveLength(3)
  })
})

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
      ['Languages of the site', 'Spanish', TAB, ENTER],
      ['Practice areas that have', 'testamentos', TAB, erase('testamentos'), 'probate', TAB, ENTER],
      ['Add an area of your own', 'y'],
      ['Its name in English', 'Elder law', ENTER],
      ['Its name in Spanish', 'Derecho de mayores', ENTER],
      ['Add an area of your own', ENTER],
      ['Languages spoken', 'Kreyòl', TAB, ENTER],
      ['Name of the lawyer', 'Grace Baker, Esq.', ENTER],
      ['Bar number', 'FBN 0123456', ENTER],
      ['admitted this lawyer', '2009', ENTER],
      ['Areas in which', 'probate', TAB, ENTER],
      ['Languages that this lawyer', 'Eng', TAB, ENTER],
      ['Board certified', 'Wills, Trusts and Estates', ENTER],
      ['Called in Spanish', ENTER],
      ['sentences in English', 'Grace settles estates.', ENTER],
      ['sentences in Spanish', ENTER],
      ['another lawyer', 'y'],
      ['Name of the lawyer', 'Mateo Ruiz', ENTER],
      ['Bar number', ENTER],
      ['admitted this lawyer', ENTER],
      ['Type an answer', '2015', ENTER],
      ['Areas in which', 'elder', TAB, ENTER],
      ['Languages that this lawyer', 'Haitian', TAB, ENTER],
      ['Board certified', 'no', ENTER],
      ['Called in Spanish', 'Abogado', ENTER],
      ['sentences in English', ENTER],
      ['sentences in Spanish', ENTER],
      ['another lawyer', ENTER],
      ['Street and number', '12 Bay Street', ENTER],
      ['City of the office', 'Jacksonville and Ocala', ENTER],
      ['Type one city', erase(' and Ocala'), ENTER],
      ['ZIP code', '322', ENTER],
      ['Type five digits', '02', ENTER],
      ['Telephone of the office', '(904) 211 0100', ENTER],
      ['Open on Monday to Friday', 'each', ENTER],
      ['Open on Monday', '1:30', ENTER],
      ['Until when?', 'noon', ENTER],
      ['Type a later time', erase('noon'), '5', ENTER],
      ['Open on Tuesday', '1:30 to 5 pm', ENTER],
      ['Open on Wednesday', 'closed', ENTER],
      ['Open on Thursday', 'mornings', ENTER],
      ['Type it like 9-5', erase('mornings'), 'closed', ENTER],
      ['Open on Friday', '8:30 - noon', ENTER],
      ['Open on Saturday', 'closed', ENTER],
      ['Open on Sunday', 'closed', ENTER],
      ['another office', 'y'],
      ['Street and number', '4 River Road', ENTER],
      ['City of that office', 'Ocala, FL', ENTER],
      ['ZIP code', '34470', ENTER],
      ['Telephone of that office', ENTER],
      ['opening hours?', ENTER],
      ['another office', ENTER],
      ['E-mail', 'office@diazcole.test', ENTER],
      ['on call', '904 211 0102', ENTER],
      ['Holidays', ENTER],
      ['What a person can do', ENTER],
      ['When a person who wrote', DOWN, ENTER],
      ['Counties', 'St. J', TAB, erase('St. J'), 'Miami', TAB, ENTER],
      ['Color', 'burgundy', ENTER],
      ['File of the logo', ENTER],
      // The first line is that all is right; the second is the name.
      ['Is all of this right?', DOWN, ENTER],
      ['The name under which', ' & Cole', ENTER],
      ['Is all of this right?', ENTER],
    ])
    expect(readAnswers('firm.yaml', answersFile(typed))).toEqual({ answers: Answers.parse(typed), faults: [] })
    expect(typed).toMatchObject({
      name: 'Diaz & Cole',
      telephone: '+1-904-211-0100',
      postalCode: '32202',
      lawyers: [
        {
          ...{
            name: 'Grace Baker',
            barNumber: '0123456',
            admitted: '2009',
            areas: ['probate'],
            languages: ['English'],
          },
          ...{
            certified: 'Wills, Trusts and Estates',
            about: { en: 'Grace settles estates.' },
            role: { es: 'Abogada' },
          },
        },
        {
          name: 'Mateo Ruiz',
          admitted: '2015',
          areas: ['elder-law'],
          languages: ['Haitian Creole'],
          certified: undefined,
        },
      ],
      hours: [
        { days: 'Monday and Tuesday', opens: '13:30', closes: '17:00' },
        { days: 'Friday', opens: '08:30', closes: '12:00' },
      ],
      moreOffices: [{ street: '4 River Road', city: 'Ocala', postalCode: '34470' }],
      onCall: '+1-904-211-0102',
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
    await expect(answeredWith([NAME, ['Languages of the site', STOP]], {}, keep)).rejects.toThrow('Stopped.')
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
        ['Areas in which', 'probate', TAB, ENTER],
        ['Languages that this lawyer', 'Eng', TAB, ENTER],
        ['Board certified', 'no', ENTER],
        ['Called in Spanish', ENTER],
        ['sentences in English', ENTER],
        ['sentences in Spanish', ENTER],
        ['another lawyer', ENTER],
        ['ZIP code', '32202', ENTER],
        ['another office', ENTER],
        ['on call', ENTER],
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

/** The interview that writes the answers of a firm. */
import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { Answers, answersFile, type Draft, readAnswers, readDraft } from '../../../src/commands/adopt/answers.ts'
import { interview } from '../../../src/commands/adopt/interview.ts'

const GIVEN = parse(readFileSync('content/starters/firm.yaml', 'utf8')) as Record<string, unknown>
const [ENTER, DOWN, STOP] = ['\r', '\u001B[B', '\u0003']
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
    // Long questions are wrapped.
    if (!next || !shown.toString().replace(/\s+/g, ' ').includes(next[0])) return
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
    ['Languages of the site', 'French', ENTER],
    ['or all. Not understood: French', erase('French'), 'English y español', ENTER],
    ['Practice areas', 'testamentos, probate; Elder law, divorce', ENTER],
    ['no text for “Elder law”', 'y', ENTER],
    ['“Elder law” in Spanish', 'Derecho de mayores', ENTER],
    // Whoever does not write it types again.
    ['no text for “divorce”', 'no', ENTER],
    ['Practice areas', 'Wills and trusts and probate, Elder law', ENTER],
    ['no text for “Elder law”', 'yes', ENTER],
    ['“Elder law” in Spanish', 'Derecho de mayores', ENTER],
    ['Languages spoken', ', Kreyòl', ENTER],
    ['Name of the lawyer', 'Grace Baker, Esq.', ENTER],
    ['Bar number', 'FBN 0123456', ENTER],
    ['admitted this lawyer', '2009', ENTER],
    ['Areas in which Grace Baker', 'probate', ENTER],
    ['Languages that Grace Baker', 'Eng', ENTER],
    ['Board certified', 'yes', ENTER],
    ['Type the area', erase('yes'), 'Wills, Trusts and Estates', ENTER],
    ['is called in Spanish', 'Abogada', ENTER],
    ['sentences in English', 'Grace settles estates.', ENTER],
    ['sentences in Spanish', ENTER],
    ['another lawyer', ENTER],
    ['Type yes or no.', 'yes', ENTER],
    ['Name of the lawyer', 'Mateo Ruiz', ENTER],
    ['Bar number', 'none', ENTER],
    ['admitted this lawyer', ENTER],
    ['Type a year', '2015', ENTER],
    ['Areas in which Mateo Ruiz', 'elder', ENTER],
    ['Languages that Mateo Ruiz', 'all', ENTER],
    ['Board certified', 'n', ENTER],
    ['is called in Spanish', 'abogado', ENTER],
    ['sentences in English', ENTER],
    ['sentences in Spanish', ENTER],
    ['another lawyer', 'n', ENTER],
    ['Street and number', '12 Bay Street, Jacksonville 32202', ENTER],
    ['Type street and number only', erase(', Jacksonville 32202'), ENTER],
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
    ['another office', 'y', ENTER],
    ['Street and number', '4 River Road', ENTER],
    ['City of that office', 'Ocala, FL', ENTER],
    ['ZIP code', '34470', ENTER],
    ['Its own telephone', 'same', ENTER],
    ['opening hours?', 'no', ENTER],
    ['another office', 'no', ENTER],
    ['E-mail', 'office@diazcole.test', ENTER],
    ['on call', '904 211 0102', ENTER],
    ['Holidays', ENTER],
    ['What a person can do', ENTER],
    ['When a person who wrote', 'two', ENTER],
    ['Counties', 'St. J, Duvall', ENTER],
    ['Not understood: Duvall', erase('Duvall'), 'Miami-Dade county', ENTER],
    ['Color', 'burgundy', ENTER],
    ['File of the logo', ENTER],
    // The first line is that all is right; the second is the name.
    ['Is all of this right?', DOWN, ENTER],
    ['The name under which', ' & Cole', ENTER],
    // What a lawyer does not have any more is asked again, and who helps tonight is asked where somebody defends.
    ['Is all of this right?', DOWN, DOWN, DOWN, ENTER],
    ['Practice areas', 'wills, criminal, probate', ENTER],
    ['Areas in which Mateo Ruiz', 'criminal', ENTER],
    ['county jail', 'none', ENTER],
    ['public defender', '904 211 0104', ENTER],
    ['Is all of this right?', ...Array<string>(5).fill(DOWN), ENTER],
    ['Grace Baker,', 'keep', ENTER],
    ['Mateo Ruiz,', 'keep', ENTER],
    ['another lawyer', 'yes', ENTER],
    ['Name of the lawyer', 'Ana Gil', ENTER],
    ['Bar number', ENTER],
    ['admitted this lawyer', '2020', ENTER],
    ['Areas in which', 'all', ENTER],
    ['Languages that', 'all', ENTER],
    ['Board certified', 'no', ENTER],
    ['is called in Spanish', 'abogada', ENTER],
    ['sentences in English', ENTER],
    ['sentences in Spanish', ENTER],
    ['another lawyer', 'no', ENTER],
    ['Is all of this right?', ...Array<string>(5).fill(DOWN), ENTER],
    // A change begins with what was answered before.
    ['Grace Baker,', 'change', ENTER],
    ['Name of the lawyer', ENTER],
    ['Bar number', ENTER],
    ['admitted this lawyer', ENTER],
    ['Areas in which Grace Baker', ENTER],
    ['Languages that Grace Baker', ENTER],
    ['Board certified', ENTER],
    ['is called in Spanish', ENTER],
    ['sentences in English', ENTER],
    ['sentences in Spanish', ENTER],
    ['Mateo Ruiz,', 'keep', ENTER],
    ['Ana Gil,', 'leave out', ENTER],
    ['another lawyer', 'no', ENTER],
    ['Is all of this right?', ...Array<string>(11).fill(DOWN), ENTER],
    ['4 River Road, Ocala', 'change', ENTER],
    ['Street and number', erase('4 River Road'), '9 River Road', ENTER],
    ['City of that office', ENTER],
    ['ZIP code', ENTER],
    ['Its own telephone', ENTER],
    ['opening hours?', 'no', ENTER],
    ['another office', 'no', ENTER],
    ['Is all of this right?', ENTER],
  ])
  expect(readAnswers('firm.yaml', answersFile(typed))).toEqual({ answers: Answers.parse(typed), faults: [] })
  expect(typed.lawyers).toHaveLength(2)
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
        areas: ['criminal-and-traffic'],
        languages: ['English', 'Haitian Creole'],
        certified: undefined,
      },
    ],
    hours: [
      { days: 'Monday and Tuesday', opens: '13:30', closes: '17:00' },
      { days: 'Friday', opens: '08:30', closes: '12:00' },
    ],
    moreOffices: [{ street: '9 River Road', city: 'Ocala', postalCode: '34470' }],
    onCall: '+1-904-211-0102',
    languages: ['English', 'Haitian Creole'],
    accent: '#7a1f35',
    replyWithin: 'two business days',
    counties: ['St. Johns', 'Miami-Dade'],
    siteLanguages: ['en', 'es'],
    areas: ['wills-and-trusts', 'criminal-and-traffic', 'probate'],
    publicDefender: '+1-904-211-0104',
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
  const lawyer = answeredWith(
    [
      ['Name of the lawyer', 'Ana Diaz', ENTER],
      ['Bar number', ENTER],
      ['admitted this lawyer', '2009', ENTER],
      ['Areas in which', 'probate', ENTER],
      ['Languages that', 'Eng', ENTER],
      ['Board certified', 'no', ENTER],
      ['is called in Spanish', 'abogada', ENTER],
      ['sentences in English', ENTER],
      ['sentences in Spanish', ENTER],
      ['another lawyer', STOP],
    ],
    draft,
    keep,
  )
  await expect(lawyer).rejects.toThrow('Stopped.')
  const typed = await answeredWith(
    [
      ['another lawyer', 'no', ENTER],
      ['Street and number', String(GIVEN.street), ENTER],
      ['ZIP code', '32202', ENTER],
      ['another office', 'no', ENTER],
      ['on call', ENTER],
      ['Color', ENTER],
      ['File of the logo', ENTER],
      ['Is all of this right?', ENTER],
    ],
    { ...readDraft(file), street: undefined },
  )
  expect(typed).toMatchObject({ ...rest, name: 'Diaz', lawyers: [{ name: 'Ana Diaz' }] })
  expect([name, lawyers, accent, logo].filter(Boolean)).toHaveLength(3)
})

/**
 * What an answer may be, and what is said of one that cannot be taken; one by one, and all at once in a file.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Answers, type AnswerName } from '../../../src/commands/adopt/firm-answers.ts'
import { answersFile, readAnswers } from '../../../src/commands/adopt/answers-file.ts'
import { ANSWER_NAMES, QUESTIONS, usualOf } from '../../../src/commands/adopt/questions.ts'
import { removeFolder, temporaryFolder } from '../../journeys/server.ts'

const PICTURES = temporaryFolder()
mkdirSync(join(PICTURES, 'd.svg'))
afterAll(() => removeFolder(PICTURES))

const read = (name: AnswerName, given: unknown) => Answers.shape[name].safeParse(given)

it.each<[AnswerName, unknown, unknown]>([
  ['telephone', '904 211-0100', '+1-904-211-0100'],
  ['telephone', '+1 (904) 211-0100', '+1-904-211-0100'],
  ['zip', 32202, '32202'],
  ['city', 'Key West, FL', 'Key West'],
  ['hours', 'Mon-Fri 9 to 5 p.m.', [{ days: 'Monday to Friday', opens: '09:00', closes: '17:00' }]],
  [
    'hours',
    ['Monday to Friday, 8:30 a.m. to noon', 'de lunes a viernes from 13:00 until 17:00'.replace('until', 'to')],
    [
      { days: 'Monday to Friday', opens: '08:30', closes: '12:00' },
      { days: 'Monday to Friday', opens: '13:00', closes: '17:00' },
    ],
  ],
  ['hours', 'M-F 9am-5pm', [{ days: 'Monday to Friday', opens: '09:00', closes: '17:00' }]],
  ['hours', 'Mon-Fri 9-5', [{ days: 'Monday to Friday', opens: '09:00', closes: '17:00' }]],
  ['hours', 'Mon 6:00 to 14:00', [{ days: 'Monday', opens: '06:00', closes: '14:00' }]],
  ['hours', 'Mon 6 to 9', [{ days: 'Monday', opens: '06:00', closes: '09:00' }]],
  ['hours', 'Mon 5-2pm', [{ days: 'Monday', opens: '05:00', closes: '14:00' }]],
  ['hours', 'Mon 12 to 4', [{ days: 'Monday', opens: '12:00', closes: '16:00' }]],
  ['hours', 'Tu/Th 2 to 5 p.m.', [{ days: 'Tuesday and Thursday', opens: '14:00', closes: '17:00' }]],
  ...['M-F 9-5, and Sat 10-2', 'M-F 9-5; and Sat 10-2', 'M-F 9-5,Sat 10-2'].map(
    (hours): [AnswerName, unknown, unknown] => [
      'hours',
      hours,
      [
        { days: 'Monday to Friday', opens: '09:00', closes: '17:00' },
        { days: 'Saturday', opens: '10:00', closes: '14:00' },
      ],
    ],
  ),
  ['hours', 'T, Th 8:30–8:30', [{ days: 'Tuesday and Thursday', opens: '08:30', closes: '20:30' }]],
  [
    'hours',
    'M, Tu, W, F 1 to 5 and Sa 10-noon, Su 06:00-11',
    [
      { days: 'Monday to Wednesday and Friday', opens: '13:00', closes: '17:00' },
      { days: 'Saturday', opens: '10:00', closes: '12:00' },
      { days: 'Sunday', opens: '06:00', closes: '11:00' },
    ],
  ],
  ['hours', 'Monday, Wednesday, and Friday 9 to 10', [expect.objectContaining({ closes: '10:00' })]],
  ['hours', 'Saturday 12 a.m. to 12 p.m.', [{ days: 'Saturday', opens: '00:00', closes: '12:00' }]],
  ['holidays', 'thanksgiving, Christmas', ['Thanksgiving', 'Christmas']],
  ['holidays', 'none', []],
  ['holidays', 'No', []],
  ['holidays', 'None.', []],
  ['holidays', 'Thanksgiving & Christmas', ['Thanksgiving', 'Christmas']],
  [
    'holidays',
    'Martin Luther King, Jr. Day, the 4th of July and Labor Day',
    ['Martin Luther King Day', 'Independence Day', 'Labor Day'],
  ],
  ['holidays', 'usual, Presidents Day', expect.arrayContaining(['Presidents Day', 'Christmas'])],
  [
    'holidays',
    "New Year's Day, M.L.K. Day, President’s Day, Veterans' Day, July 4, 4th of July, Black Friday, Christmas Day",
    [
      'New Year',
      'Martin Luther King Day',
      'Presidents Day',
      'Veterans Day',
      'Independence Day',
      'Day after Thanksgiving',
      'Christmas',
    ],
  ],
  ['street', '12 Box Elder Street', '12 Box Elder Street'],
  ['street', '12 Po Box Court', '12 Po Box Court'],
  ['counties', 'duval, St. Johns and Clay counties', ['Duval', 'St. Johns', 'Clay']],
  ['counties', 'Duval County, Florida; Duval', ['Duval']],
  ['lawyers', 'Ana Diaz, Esq.', [{ name: 'Ana Diaz', barNumber: undefined, admitted: undefined }]],
  [
    'lawyers',
    'Ana Diaz, 0123456, 2009; Ben Cole',
    [
      { name: 'Ana Diaz', barNumber: '0123456', admitted: '2009' },
      { name: 'Ben Cole', barNumber: undefined, admitted: undefined },
    ],
  ],
  [
    'lawyers',
    'Ana Diaz, Jr., Esq., 0123456, 2009; Ana Diaz; Ben Cole, III',
    [
      { name: 'Ana Diaz, Jr.', barNumber: '0123456', admitted: '2009' },
      { name: 'Ana Diaz', barNumber: undefined, admitted: undefined },
      { name: 'Ben Cole, III', barNumber: undefined, admitted: undefined },
    ],
  ],
  ['counties', 'Miami Dade, St Johns, De Soto', ['Miami-Dade', 'St. Johns', 'DeSoto']],
  ['spanish', true, true],
  ['spanish', 'N', false],
  ['languages', 'english, spanish', ['English', 'Spanish']],
  ['spanish', 'Sí', true],
  ['spanish', 'si', true],
  ['replyWithin', undefined, 'one business day'],
  ['replyWithin', '1 business day', 'one business day'],
  ['replyWithin', 'Within 3 business days', 'three business days'],
  ['accent', '#1F3A6E', '#1f3a6e'],
  ['logo', undefined, undefined],
  ['logo', 'none', undefined],
  ['accent', 'Nothing', undefined],
  ['accent', false, undefined],
])('%s may be %j', (name, given, value) => expect(read(name, given).data).toEqual(value))

it('areas are starters, in any case, and areas of the firm itself', () => {
  const { data } = read('areas', 'Family Law, landlord-and-tenant, wills_trusts, Elder law = Derecho de los mayores')
  expect(data).toEqual([
    { slug: 'family-law', id: 'family_law', name: 'Family law', isOwn: false, spanishName: undefined },
    expect.objectContaining({ slug: 'landlord-and-tenant', isOwn: false }),
    expect.objectContaining({ slug: 'wills-and-trusts', id: 'wills_trusts' }),
    { slug: 'elder-law', id: 'elder_law', name: 'Elder law', isOwn: true, spanishName: 'Derecho de los mayores' },
  ])
})

it.each<[AnswerName, unknown, string]>([
  ['name', ' ', 'must not be empty'],
  ['city', { name: 'Tampa' }, 'must be text'],
  ['zip', '3220', 'must be a ZIP code'],
  ['telephone', '211-0100', 'must be a number with its area code'],
  ['email', 'office', 'must be'],
  ['hours', 'all day', 'must be days and times like “Monday to Friday 8:30 to 17:00; Saturday 9:00 to 12:00”'],
  ['hours', 'Monday 9 to 05', 'must close after opening: 05:00 is not after 09:00. Write 17:00 or 5 p.m.'],
  ['hours', 'Monday 22 to 5', 'must close after opening: 17:00 is not after 22:00'],
  ['hours', 'X-F 9 to 5', 'must be days and times like'],
  ['hours', 'Monday 9 to 12; Mon to Tue 11 to 17', 'must not repeat Monday'],
  ['hours', 'Monday 9 to 25', 'must be a time like "17:00"'],
  ['hours', 'Monday 9 a.m. to 13 p.m.', 'must have hours up to 12 before a.m. and p.m., and 13 is more. Write 17:00'],
  ['hours', '', 'must have a line'],
  ['holidays', 'Easter', 'must be one of: New Year, '],
  ['afterHours', '', 'must not be empty'],
  ['replyWithin', 'one hour', 'must be one of: one business day'],
  ['replyWithin', 'one business day, two business days', 'must be one time'],
  ['counties', 'Duvall', 'must be counties of Florida, and Duvall is none. Did you mean Duval?'],
  ['counties', 'Cook', 'must be counties of Florida, and Cook is none'],
  ['counties', ',', 'must name a county'],
  ['areas', 'famly law', 'must be areas, and “famly law” is none (did you mean family law?)'],
  [
    'areas',
    'famly law, probate, 1031, probat',
    'must be areas, and “famly law” is none (did you mean family law?); “1031” is none (name an area of your own in letters, like Elder law); “probat” is none (did you mean probate?)',
  ],
  ['areas', 'probate, Probate', 'must name each area once, and Probate is there twice'],
  ['areas', '1031', 'must be areas, and “1031” is none (name an area of your own in letters, like Elder law)'],
  ['areas', ';', 'must name an area'],
  ['lawyers', '', 'must be a name, the Florida Bar number'],
  ['lawyers', 'Ana Diaz and Ben Cole', 'must have a semicolon between lawyers'],
  ['lawyers', 'Ana Diaz, partner, 2009', 'and “Ana Diaz, partner, 2009” is none'],
  ['lawyers', 'Ana Diaz, Jr., Sr.', 'and “Ana Diaz, Jr., Sr.” is none'],
  ['lawyers', 'Ana Diaz, 0123456, 2009; Ben Cole; Ana Díaz', 'must name each lawyer once, and Ana Díaz is there twice'],
  ['lawyers', '李明, 0123456, 2009', 'must name each lawyer in letters from A to Z, and “李明” has none'],
  ['lawyers', 'Ana <b>Diaz', 'must be plain words without the signs <'],
  ['name', 'A *B*, P.A.', 'must be plain words without the signs < > *'],
  ['name', '{firm.city} Law', 'must be plain words'],
  ['street', '12 [Bay](x) Street', 'must be plain words'],
  ['city', '`Tampa`', 'must be plain words'],
  ['spanish', 'perhaps', 'must be yes or no'],
  [
    'street',
    'P.O. Box 12',
    'must be the office that clients can visit, and a P.O. box is none: advertising names where',
  ],
  ['street', 'PO box 12', 'must be the office that clients can visit'],
  ['street', 'Post Office Box 12', 'must be the office that clients can visit'],
  ['street', 'Box 12', 'must be the office that clients can visit'],
  ['street', 'POB 12', 'must be the office that clients can visit'],
  ['street', 'P.O. Drawer 12', 'must be the office that clients can visit'],
  ['street', '12 Main St, PO Box 12', 'must be the street and the number of the office: leave the box out'],
  ['street', '12 Main St PMB 12', 'must be the street and the number of the office: leave the box out'],
  ['languages', 'Latin', 'must be one of: English'],
  ['accent', 'navy', 'must be a color like "#1f3a6e"'],
  ['logo', 'logo.gif', 'must be a file that ends in .svg or .png'],
  ['logo', 'nothing/logo.svg', 'must be a file, and nothing/logo.svg is not there'],
  ['logo', join(PICTURES, 'd.svg'), 'd.svg is not there'],
])('%s cannot be %j: %s', (name, given, message) => {
  expect(read(name, given).error?.issues.map((issue) => issue.message)).toEqual([expect.stringContaining(message)])
})

it('the example and the usual answer of each question can be taken', () => {
  for (const name of ANSWER_NAMES.filter((each) => each !== 'logo')) {
    expect(read(name, QUESTIONS[name].example).error, name).toBeUndefined()
    expect(read(name, usualOf(name) ?? QUESTIONS[name].example).error, name).toBeUndefined()
  }
})

const WRONG = `# A firm
name: Diaz & Cole, PLLC
lawyer: Ana Diaz
street: 12 Bay Street
city:
zip: 322
telephone: (904) 211-0100
email: office@diazcole.test
hours: all day
accent: #1f3a6e
counties: Duval
areas: famly law
parking: yes
`

it('a file is read as a whole: each fault with its line, and what to write', () => {
  const { answers, faults } = readAnswers('firm.yaml', WRONG)
  expect(answers).toBeUndefined()
  expect(faults.map(({ file, line, field }) => [file, line, field])).toEqual([
    ['firm.yaml', 1, 'lawyers'],
    ['firm.yaml', 3, 'lawyer'],
    ['firm.yaml', 5, 'city'],
    ['firm.yaml', 6, 'zip'],
    ['firm.yaml', 9, 'hours'],
    ['firm.yaml', 10, 'accent'],
    ['firm.yaml', 12, 'areas'],
    ['firm.yaml', 13, 'parking'],
  ])
  const [missing, misspelt, empty, zip, , accent, , unknown] = faults.map(({ message }) => message)
  expect(missing).toBe(
    'is missing. The lawyers, first the one who is responsible for the site: name, Florida Bar number, year of admission. Write, for example: lawyers: Ana Diaz, 0123456, 2009; Ben Cole, 0765432, 2015',
  )
  expect(misspelt).toBe('is no question: did you mean `lawyers`?')
  expect(empty).toMatch(/^must not be empty\. City\. Write, for example: city: Jacksonville$/)
  expect(zip).toMatch(/^must be a ZIP code of five digits.* Write, for example: zip: "32202"$/)
  expect(accent).toMatch(/^must be a color like .* accent: "#1f3a6e"$/)
  expect(unknown).toMatch(/^is no question: the questions are name, lawyers,/)
})

it.each([
  ['a: b: c', 1],
  ['name: Diaz\n\tcity: Tampa', 2],
  ['- Diaz', 1],
  ['', 1],
])('a file that holds no answers is refused with a line: %j', (text, line) => {
  expect(readAnswers('firm.yaml', text)).toEqual({
    faults: [
      { file: 'firm.yaml', line, field: '', message: expect.stringContaining('like city: Jacksonville') as string },
    ],
  })
})

it('typed answers are kept so that they can be read again', () => {
  const typed = Object.fromEntries(
    ANSWER_NAMES.filter((name) => name !== 'logo').map((name) => [name, QUESTIONS[name].example]),
  )
  const { answers, faults } = readAnswers('_answers.yaml', answersFile(typed))
  expect([faults, answers]).toEqual([[], Answers.parse(typed)])
})

it('takes another name of an area for which there is a text', () => {
  const { data = [] } = Answers.shape.areas.safeParse('criminal law, Estate planning, Elder law')
  expect(data.map(({ slug, isOwn }) => [slug, isOwn])).toEqual([
    ['criminal-and-traffic', false],
    ['wills-and-trusts', false],
    ['elder-law', true],
  ])
})

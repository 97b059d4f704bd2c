import { expect, it } from 'vitest'
import { initialsOf, isNameOf, LawyerFile } from '../../src/firm/lawyer.ts'
import { blocksOf } from '../table.ts'

const LAWYER = {
  name: 'Ana Diaz',
  role: 'Attorney',
  barNumber: '0123456',
  admitted: 2009,
  languages: ['English'],
  areas: ['animal_law'],
  order: 1,
  reviewed: '2026-11-01',
}
const PORTRAIT = { portrait: './ana-diaz.jpg', portraitText: 'Ana Diaz at her desk.' }

const wrong = (change: object) =>
  LawyerFile.safeParse({ ...LAWYER, ...change }).error?.issues.map(({ path, message }) => [path.join('.'), message])

it.each([
  {},
  PORTRAIT,
  { barNumber: undefined },
  { portrait: './Ana.Diaz-2.PNG', portraitText: 'x' },
  { admissions: ['Georgia'] },
])('the file of a lawyer may hold %j', (change) => expect(wrong(change)).toBeUndefined())

it.each<[object, string, string]>([
  [{ portrait: PORTRAIT.portrait }, 'portraitText', 'must say what the portrait shows'],
  [{ ...PORTRAIT, portrait: '../ana.jpg' }, 'portrait', 'must be a picture beside this file'],
  [{ ...PORTRAIT, portrait: './ana.pdf' }, 'portrait', 'must be a picture beside this file'],
  [{ barNumber: 123456 }, 'barNumber', 'must be digits in quotes'],
  [{ admitted: 'spring 2009' }, 'admitted', 'must be a year like 2009'],
  [{ areas: [] }, 'areas', 'must name one practice area at least'],
])('the file of a lawyer may not hold %j', (change, field, message) =>
  expect(wrong(change)).toEqual([[field, expect.stringContaining(message)]]),
)

it.each([
  [2009, '2009'],
  ['2009', '2009'],
  ['2009-04-21', '2009-04-21'],
  // Astro's reader of YAML gives a day like this.
  [new Date('2009-04-21'), '2009-04-21'],
])('the file of a lawyer has the admission %s as a text', (admitted, text) =>
  expect(LawyerFile.parse({ ...LAWYER, admitted }).admitted).toBe(text),
)

const [INITIALS = [], NAMES = []] = blocksOf('tests/firm/lawyer.txt')
it.each(INITIALS)('the initials of %s are %s', (name = '', letters) => expect(initialsOf(name)).toBe(letters))

it.each(NAMES)('%s is the name of Ana Diaz: %s', (written = '', isName) =>
  expect(isNameOf(written, 'Ana Diaz') ? 'yes' : 'no').toBe(isName),
)

/** What people type at the questions of the interview. */
import { expect, it } from 'vitest'
import { COUNTIES } from '../../../src/commands/adopt/starters.ts'
import {
  admittedTyped,
  barNumberTyped,
  choicesTyped,
  cityTyped,
  hoursTyped,
  isTime,
  LONGEST,
  nameTyped,
  refusal,
  TYPED,
} from '../../../src/commands/adopt/typed.ts'

const inWords = (typed: string) => hoursTyped(typed)?.map(({ opens, closes }) => `${opens}-${closes}`)

it.each([
  ['9-5', '09:00-17:00'],
  ['9 to 5:30', '09:00-17:30'],
  ['8:30 - 5:30 pm', '08:30-17:30'],
  ['8:30 am – 5 p.m.', '08:30-17:00'],
  ['8.30 until noon', '08:30-12:00'],
  ['9 to 12 PM', '09:00-12:00'],
  ['0900 to 1730', '09:00-17:30'],
  ['830-5', '08:30-17:00'],
  ['1-5', '13:00-17:00'],
  ['7-7', '07:00-19:00'],
  ['6 am to 2', '06:00-14:00'],
  ['8:30 to noon, 1 to 5:30', '08:30-12:00 13:00-17:30'],
  ['9-12 and 1-5', '09:00-12:00 13:00-17:00'],
  ['Closed.', ''],
  ['no', ''],
])('the office is open %j', (typed, hours) => expect(inWords(typed)).toEqual(hours.split(' ').filter(Boolean)))

it.each(['', '9', '5-', '9-5-7', '25-26', '9:75-5', '5 pm to 9 am', '1-5, 9-12', 'mornings', '6-2'])(
  'no hours are read in %j',
  (typed) => expect(hoursTyped(typed)).toBeUndefined(),
)

it.each(['8:30', '9', '5:30 pm', 'noon'])('%j is a time alone, and the next question asks until when', (typed) => {
  expect(isTime(typed)).toBe(true)
  expect(hoursTyped(`${typed} - 11 pm`)).toHaveLength(1)
})

it.each([
  [nameTyped, 'Maria Lopez, Esq.', 'Maria Lopez'],
  [nameTyped, '  Maria   Lopez, Esq., LL.M. ', 'Maria Lopez'],
  [nameTyped, 'María-José López Jr.', 'María-José López Jr.'],
  [nameTyped, 'Tom Esquivel, Attorney at Law', 'Tom Esquivel'],
  [nameTyped, 'Dr. Ngozi Okafor, J.D.', 'Ngozi Okafor'],
  [nameTyped, 'Maria', undefined],
  [nameTyped, '李 明', undefined],
  [nameTyped, '0123 456', undefined],
  [barNumberTyped, 'FBN 0123457', '0123457'],
  [barNumberTyped, '123457', '123457'],
  [barNumberTyped, 'Florida Bar No. 0123457', '0123457'],
  [barNumberTyped, 'Bar #123457', '123457'],
  [barNumberTyped, '0000000', undefined],
  [barNumberTyped, '12345678', undefined],
  [barNumberTyped, 'none', undefined],
  [admittedTyped, 'in May 2009', '2009'],
  [admittedTyped, '09', undefined],
  [admittedTyped, '2099', undefined],
  [cityTyped, 'Ocala, FL', 'Ocala'],
  [cityTyped, 'Port St. Lucie', 'Port St. Lucie'],
  [cityTyped, 'Ocala and Gainesville', undefined],
  [cityTyped, 'Ocala / Gainesville', undefined],
  [cityTyped, 'Ocala, near the old depot on the square', undefined],
  [TYPED.telephone[0], '904.211.0100', '+1-904-211-0100'],
  [TYPED.telephone[0], '211-0100', undefined],
  [TYPED.certified[0], 'No.', ''],
  [TYPED.certified[0], 'yes', undefined],
  [TYPED.certified[0], 'n', ''],
  [TYPED.certified[0], 'all', undefined],
  [TYPED.certified[0], 'Elder Law', 'Elder Law'],
  [TYPED.certified[0], 'Board certified by The Florida Bar in Elder Law', 'Elder Law'],
  [TYPED.sentence[0], 'y', undefined],
  [TYPED.sentence[0], 'She settles estates.', 'She settles estates.'],
  [TYPED.street[0], '12 Oak Street, Ocala 34471', undefined],
  [TYPED.street[0], 'P.O. Box 12', undefined],
  [TYPED.street[0], '12 Oak Street, Suite 400', '12 Oak Street, Suite 400'],
  [TYPED.area[0], 'elder law', 'Elder law'],
  [TYPED.words[0], 'no', 'no'],
  [TYPED.words[0], '0123', '0123'],
  [TYPED.words[0], 'Ana: "x" # 1', 'Ana: "x" # 1'],
  [TYPED.words[0], 'Ana: *x* # 1', undefined],
])('%o reads %j as %j', (take, typed, answer) => expect(take(typed)).toBe(answer))

it.each([
  ['Marion and Alachua', 'Marion Alachua', ''],
  ['St. Johns County; dade, and Lake', 'St. Johns Miami-Dade Lake', ''],
  ['Marion, marion', 'Marion', ''],
  ['Duvall, Palm Beach', 'Palm Beach', 'Duvall'],
  // Several have it, and nothing is guessed.
  ['la, ee', '', 'la ee'],
  [', ,', '', ''],
])('%j names counties', (typed, values, left) => {
  const counties = COUNTIES.map((value) => ({ value, label: value }))
  expect(choicesTyped(counties, typed)).toEqual({
    values: values.match(/(?:St\. |Palm )?\S+/g) ?? [],
    left: left.split(' ').filter(Boolean),
  })
  expect(choicesTyped(counties, 'all').values).toEqual(COUNTIES)
})

it('what is too long or holds control characters is refused, and no refusal speaks of a file', () => {
  expect(refusal('x'.repeat(2000))).toBe(`Type at most ${LONGEST} characters. These are 2000`)
  expect(refusal('a\u0007b')).toContain('without control characters')
  expect(refusal('a b')).toBeUndefined()
  for (const [, otherwise] of Object.values(TYPED)) expect(otherwise).not.toMatch(/quotes|yaml|field|"/i)
})

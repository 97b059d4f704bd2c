/** What people type at the questions of the interview. */
import { expect, it } from 'vitest'
import { COUNTIES } from '../../../src/commands/adopt/starters.ts'
import { choicesTyped, hoursTyped, isTime, LONGEST, refusal, TYPED } from '../../../src/commands/adopt/typed.ts'
import { blocksOf } from '../../table.ts'

const [HOURS = [], OTHERS = [], OF_COUNTIES = []] = blocksOf('tests/commands/adopt/typed.txt')
const inWords = (typed: string) => hoursTyped(typed)?.map(({ opens, closes }) => `${opens}-${closes}`)

it.each(HOURS)('the office is open %j: %s', (typed, hours) =>
  expect(inWords(typed)).toEqual(hours === '✗' ? undefined : hours.split(' ').filter(Boolean)),
)

it.each(['8:30', '9', '5:30 pm', 'noon'])('%j is a time alone, and the next question asks until when', (typed) => {
  expect(isTime(typed)).toBe(true)
  expect(hoursTyped(`${typed} - 11 pm`)).toHaveLength(1)
})

it.each(OTHERS)('%s reads %j as %j', (question, typed, answer) =>
  expect(TYPED[question as keyof typeof TYPED][0](typed)).toBe(answer === '✗' ? undefined : answer),
)

it.each(OF_COUNTIES)('%j names counties: %s', (typed, values, left) => {
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

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { dayAt } from '../../src/dates.ts'
import { DAY_MS } from '../../src/duration.ts'
import { HOLIDAYS, isHoliday } from '../../src/firm/holidays.ts'

const daysOf = (year: number, names = HOLIDAYS as readonly (typeof HOLIDAYS)[number][]) =>
  Array.from({ length: 366 }, (_, index) => dayAt(Date.UTC(year, 0, 1) + index * DAY_MS)).filter(
    (day) => day.startsWith(String(year)) && isHoliday(day, names),
  )

// As the Office of Personnel Management lists them, and the day after Thanksgiving, which is Florida's.
it.each([
  [2026, '01-01 01-19 02-16 05-25 06-19 07-03 07-04 09-07 10-12 11-11 11-26 11-27 12-25'],
  [2027, '01-01 01-18 02-15 05-31 06-18 06-19 07-04 07-05 09-06 10-11 11-11 11-25 11-26 12-24 12-25 12-31'],
  [2028, '01-01 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-11 11-23 11-24 12-25'],
])('of %i', (year, days) => expect(daysOf(year)).toEqual(days.split(' ').map((day) => `${year}-${day}`)))

it('are all named in the manual of editors', () => {
  const manual = readFileSync('content/README.md', 'utf8').replace(/\s+/g, ' ')
  expect(manual).toContain(`by name: ${HOLIDAYS.join(', ')}.`)
})

it('are only those that the firm names', () => {
  expect(daysOf(2026, ['Labor Day'])).toEqual(['2026-09-07'])
  expect(daysOf(2026, [])).toEqual([])
})

import { expect, it } from 'vitest'
import { daysUntil, officeDayStart, officeTimeWithZone } from '../src/dates.ts'

it.each([
  ['2026-11-21T15:04:05.000Z', 'Nov 21, 2026, 10:04 a.m. EST'],
  ['2026-07-01T03:30:00.000Z', 'Jun 30, 2026, 11:30 p.m. EDT'],
])('%s is %s', (iso, words) => expect(officeTimeWithZone(iso)).toBe(words))

it('days are counted from the day in Florida', () =>
  expect(daysUntil('2026-11-23', new Date('2026-11-22T03:30:00.000Z'))).toBe(2))

it.each([
  ['2026-11-21', 0, '2026-11-21T05:00:00.000Z'],
  ['2026-07-01', 0, '2026-07-01T04:00:00.000Z'],
  // Clocks are changed during this day.
  ['2026-11-01', 0, '2026-11-01T04:00:00.000Z'],
  ['2026-11-01', 1, '2026-11-02T05:00:00.000Z'],
  ['2026-02-28', 1, '2026-03-01T05:00:00.000Z'],
])('%s and %d days later begins at %s', (day, later, start) => expect(officeDayStart(day, later)).toBe(start))

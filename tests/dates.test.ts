import { expect, it } from 'vitest'
import { daysUntil, officeClock, officeDayStart, officeTimeWithZone } from '../src/dates.ts'
import { DAY_MS, HOUR_MS } from '../src/duration.ts'

it('days and hours are those in Florida', () => {
  expect(officeTimeWithZone('2026-11-21T15:04:05.000Z')).toBe('Nov 21, 2026, 10:04 a.m. EST')
  expect(officeTimeWithZone('2026-07-01T03:30:00.000Z')).toBe('Jun 30, 2026, 11:30 p.m. EDT')
  expect(daysUntil('2026-11-23', new Date('2026-11-22T03:30:00.000Z'))).toBe(2)
})

it.each([
  ['2026-11-21', 0, '2026-11-21T05:00:00.000Z'],
  ['2026-07-01', 0, '2026-07-01T04:00:00.000Z'],
  // Clocks are changed during this day.
  ['2026-11-01', 0, '2026-11-01T04:00:00.000Z'],
  ['2026-11-01', 1, '2026-11-02T05:00:00.000Z'],
  ['2026-02-28', 1, '2026-03-01T05:00:00.000Z'],
])('%s and %d days later begins at %s', (day, later, start) => expect(officeDayStart(day, later)).toBe(start))

it('the clock is that of New York in each hour around its changes, and on each day, for twenty years', () => {
  const zone = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'America/New_York' })
  const isWrong = (time: number) => officeClock(new Date(time)).join(' ') !== zone.format(time)
  const wrong: string[] = []
  for (let day = Date.UTC(2020, 0, 1); day < Date.UTC(2040, 0, 1); day += DAY_MS) {
    const isChange = zone.format(day).slice(11) !== zone.format(day + DAY_MS).slice(11)
    for (let hour = 0; hour < (isChange ? 24 : 1); hour++)
      for (const time of [day + hour * HOUR_MS - 1, day + hour * HOUR_MS])
        if (isWrong(time)) wrong.push(new Date(time).toISOString())
  }
  expect(wrong).toEqual([])
})

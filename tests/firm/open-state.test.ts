import { expect, it, vi } from 'vitest'
import { type OpenState, openInWords, openState } from '../../src/firm/open-state.ts'
import { scheduleFrom } from '../../src/firm/opening-hours.ts'
import { WORDS } from '../../src/words.ts'
import { readFileSync } from 'node:fs'
import { dayAt } from '../../src/dates.ts'
import { DAY_MS } from '../../src/duration.ts'
import { HOLIDAYS, isHoliday } from '../../src/firm/holidays.ts'

const WEEKDAYS = { days: 'Monday to Friday', opens: '08:30', closes: '17:00' }
const OFFICE = {
  hours: [WEEKDAYS, { days: 'Saturday', opens: '09:00', closes: '12:00' }],
  holidays: ['Thanksgiving', 'Day after Thanksgiving', 'Christmas', 'New Year'] as const satisfies string[],
  otherDays: [
    { date: '2026-12-24', opens: '08:30', closes: '12:00' },
    { date: '2026-12-28' },
    { date: '2026-12-27', opens: '10:00', closes: '11:00' },
  ],
}
const LUNCH = {
  hours: [
    { days: 'Monday to Friday', opens: '13:00', closes: '17:00' },
    { days: 'Monday to Friday', opens: '08:30', closes: '12:00' },
  ],
}
const MONDAYS = { hours: [{ days: 'Monday', opens: '08:00', closes: '12:00' }] }
const TOUCHING = { hours: [...MONDAYS.hours, { days: 'Monday', opens: '12:00', closes: '17:00' }] }

const at = (office: typeof OFFICE | typeof LUNCH, now: string) => {
  const schedule = scheduleFrom(office, now.slice(0, 10))
  return (['en', 'es'] as const).map((language) =>
    openInWords(openState(schedule, new Date(now)), WORDS[language].open, language),
  )
}

// Until November 1, 2026 the office is four hours behind UTC, until March 14, 2027 five. November 23, 2026 is a Monday.
it.each([
  ['the minute before it opens', OFFICE, '2026-11-23T13:29:59Z', 'Closed now, opens today at 8:30 a.m.'],
  ['when it opens', OFFICE, '2026-11-23T13:30:00Z', 'Open now, until 5:00 p.m.'],
  ['when it closes', OFFICE, '2026-11-23T22:00:00Z', 'Closed now, opens tomorrow at 8:30 a.m.'],
  ['at midnight in Florida', OFFICE, '2026-11-24T05:00:00Z', 'Closed now, opens today at 8:30 a.m.'],
  ['before a holiday', OFFICE, '2026-11-25T22:00:00Z', 'Closed now, opens Saturday at 9:00 a.m.'],
  ['on a holiday at noon', OFFICE, '2026-11-26T17:00:00Z', 'Closed now, opens Saturday at 9:00 a.m.'],
  ['on a Saturday', OFFICE, '2026-11-28T14:00:00Z', 'Open now, until 12:00 p.m.'],
  ['on a day with other hours', OFFICE, '2026-12-24T16:59:00Z', 'Open now, until 12:00 p.m.'],
  ['before a Sunday that is open', OFFICE, '2026-12-26T20:00:00Z', 'Closed now, opens tomorrow at 10:00 a.m.'],
  ['over the end of the year', OFFICE, '2026-12-31T22:00:00Z', 'Closed now, opens Saturday at 9:00 a.m.'],
  ['between them', LUNCH, '2026-11-23T17:00:00Z', 'Closed now, opens today at 1:00 p.m.'],
  ['in two halves that touch', TOUCHING, '2026-11-23T14:00:00Z', 'Open now, until 5:00 p.m.'],
  ['a week before', MONDAYS, '2026-11-23T18:00:00Z', 'Closed now, opens Monday, November 30 at 8:00 a.m.'],
  ['after they did', OFFICE, '2026-11-02T13:29:59Z', 'Closed now, opens today at 8:30 a.m.'],
  ['the night they go forward', OFFICE, '2027-03-14T07:30:00Z', 'Closed now, opens tomorrow at 8:30 a.m.'],
])('%s', (_title, office, now, words) => expect(at(office as typeof OFFICE, now)[0]).toBe(words))

it.each([
  [OFFICE, '2026-11-23T23:00:00Z', 'Cerrado ahora; abre mañana a las 8:30\u00a0a.\u00a0m.'],
  [OFFICE, '2026-11-28T17:00:00Z', 'Cerrado ahora; abre el lunes a las 8:30\u00a0a.\u00a0m.'],
  [LUNCH, '2026-11-23T17:00:00Z', 'Cerrado ahora; abre hoy a la 1:00\u00a0p.\u00a0m.'],
  [MONDAYS, '2026-11-23T18:00:00Z', 'Cerrado ahora; abre el lunes, 30 de noviembre a las 8:00\u00a0a.\u00a0m.'],
])('in Spanish, %#', (office, now, words) => expect(at(office as typeof OFFICE, now)[1]).toBe(words))

it('is not claimed after the last day that the schedule knows, nor when the next opening is after it', () => {
  const schedule = { ...scheduleFrom(OFFICE, '2026-11-23'), until: '2026-11-24' }
  const state = (now: string): OpenState | undefined => openState(schedule, new Date(now))
  expect(state('2026-11-24T14:00:00Z')).toEqual({ time: '17:00', day: '2026-11-24', wait: -1 })
  expect(state('2026-11-24T22:00:00Z')).toBeUndefined()
  expect(state('2026-11-25T14:00:00Z')).toBeUndefined()
  expect(openInWords(undefined, WORDS.en.open, 'en')).toBe('')
})

it('follows the clock when it changes in the year that the schedule knows, and does not load `Intl` for the week to come', () => {
  const schedule = scheduleFrom(OFFICE, '2026-11-23')
  const intl = [vi.spyOn(Date.prototype, 'toLocaleString'), vi.spyOn(Date.prototype, 'toLocaleDateString')]
  intl.push(vi.spyOn(Intl, 'DateTimeFormat') as never)
  const line = (now: string) => openInWords(openState(schedule, new Date(now)), WORDS.en.open, 'en')
  expect(line('2027-03-12T13:29:59Z')).toBe('Closed now, opens today at 8:30 a.m.')
  expect(line('2027-03-15T12:30:00Z')).toBe('Open now, until 5:00 p.m.')
  expect(line('2027-11-08T13:29:59Z')).toBe('Closed now, opens today at 8:30 a.m.')
  expect(line('2027-03-13T17:00:00Z')).toBe('Closed now, opens Monday at 8:30 a.m.')
  for (const spy of intl) expect(spy).not.toHaveBeenCalled()
})

it('is known for a year, with the days that differ from the week', () => {
  const { days, until } = scheduleFrom(OFFICE, '2026-11-23')
  expect(until).toBe('2027-11-23')
  expect(days).toEqual({
    '2026-11-26': [],
    '2026-11-27': [],
    '2026-12-24': [['08:30', '12:00']],
    '2026-12-25': [],
    '2026-12-27': [['10:00', '11:00']],
    '2026-12-28': [],
    '2027-01-01': [],
  })
})

const daysOf = (year: number, names = HOLIDAYS as readonly (typeof HOLIDAYS)[number][]) =>
  Array.from({ length: 366 }, (_, index) => dayAt(Date.UTC(year, 0, 1) + index * DAY_MS)).filter(
    (day) => day.startsWith(String(year)) && isHoliday(day, names),
  )

// As the Office of Personnel Management lists them, and the day after Thanksgiving, which is Florida's.
it.each([
  [2026, '01-01 01-19 02-16 05-25 06-19 07-03 07-04 09-07 10-12 11-11 11-26 11-27 12-25'],
  [2027, '01-01 01-18 02-15 05-31 06-18 06-19 07-04 07-05 09-06 10-11 11-11 11-25 11-26 12-24 12-25 12-31'],
  [2028, '01-01 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-11 11-23 11-24 12-25'],
])('the holidays of %i', (year, days) => expect(daysOf(year)).toEqual(days.split(' ').map((day) => `${year}-${day}`)))

it('the holidays are all named in the manual of editors', () => {
  const manual = readFileSync('content/README.md', 'utf8').replace(/\s+/g, ' ')
  expect(manual).toContain(`by name: ${HOLIDAYS.join(', ')}.`)
})

it('the holidays are only those that the firm names', () => {
  expect(daysOf(2026, ['Labor Day'])).toEqual(['2026-09-07'])
  expect(daysOf(2026, [])).toEqual([])
})

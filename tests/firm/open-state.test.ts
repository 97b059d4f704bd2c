import { expect, it, vi } from 'vitest'
import { type OpenState, openInWords, openState } from '../../src/firm/open-state.ts'
import { scheduleFrom } from '../../src/firm/opening-hours.ts'
import { WORDS } from '../../src/words.ts'
import { readFileSync } from 'node:fs'
import { dayAt } from '../../src/dates.ts'
import { DAY_MS } from '../../src/duration.ts'
import { HOLIDAYS, isHoliday } from '../../src/firm/holidays.ts'
import type { Language } from '../../src/language.ts'
import { blocksOf, yamlOf } from '../table.ts'

type Office = Parameters<typeof scheduleFrom>[0]
const OFFICES = yamlOf<Record<string, Office>>('tests/firm/offices.yaml')
const OFFICE = OFFICES.office ?? expect.unreachable('no office')
const lineAt = (language: Language, [, office = '', now = '']: string[]) => {
  const schedule = scheduleFrom(OFFICES[office] ?? expect.unreachable(office), now.slice(0, 10))
  return openInWords(openState(schedule, new Date(now)), WORDS[language].open, language)
}

const [ENGLISH = [], SPANISH = [], YEARS = []] = blocksOf('tests/firm/open-state.txt')
it.each(ENGLISH)('%s', (...row) => expect(lineAt('en', row)).toBe(row[3]))
it.each(SPANISH)('in Spanish, %s', (...row) => expect(lineAt('es', row)).toBe(row[3]))

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
  expect(days).toEqual(yamlOf('tests/firm/open-state.yaml'))
})

const daysOf = (year: number, names = HOLIDAYS as readonly (typeof HOLIDAYS)[number][]) =>
  Array.from({ length: 366 }, (_, index) => dayAt(Date.UTC(year, 0, 1) + index * DAY_MS)).filter(
    (day) => day.startsWith(String(year)) && isHoliday(day, names),
  )

it.each(YEARS)('the holidays of %s', (year, days = '') =>
  expect(daysOf(Number(year))).toEqual(days.split(' ').map((day) => `${year}-${day}`)),
)

it('the holidays are all named in the manual of editors', () => {
  const manual = readFileSync('content/README.md', 'utf8').replace(/\s+/g, ' ')
  expect(manual).toContain(`by name: ${HOLIDAYS.join(', ')}.`)
})

it('the holidays are only those that the firm names', () => {
  expect(daysOf(2026, ['Labor Day'])).toEqual(['2026-09-07'])
  expect(daysOf(2026, [])).toEqual([])
})

import { expect, it } from 'vitest'
import { Firm } from '../../src/firm/firm.ts'
import { hoursInWords, publishedOffices } from '../../src/firm/opening-hours.ts'
import type { Language } from '../../src/language.ts'
import { daysInWords, parseDays } from '../../src/firm/weekdays.ts'
import { blocksOf, yamlOf } from '../table.ts'

const [HOURS = [], DAYS = [], NO_DAYS = []] = blocksOf('tests/firm/opening-hours.txt')

it.each(HOURS)('from %s to %s is %s', (opens = '', closes = '', english, spanish) => {
  const hours = [{ days: 'Every day', opens, closes }]
  const inWords = (language: Language) =>
    hoursInWords({ hours }, language).map((line) => line.replaceAll('\u00a0', '~'))
  expect([inWords('en'), inWords('es')]).toEqual([[`Every day, ${english}`], [`Every day, ${spanish}`]])
})

it('names the days once when the office closes at noon', () => {
  const days = 'Every day'
  const hours = [
    { days, opens: '09:00', closes: '12:00' },
    { days, opens: '13:00', closes: '17:00' },
  ]
  const inWords = (language: Language) => hoursInWords({ hours }, language).join('; ').replaceAll('\u00a0', ' ')
  expect(inWords('en')).toBe('Every day, 9:00 a.m. to 12:00 p.m. and 1:00 p.m. to 5:00 p.m.')
  expect(inWords('es')).toBe('Every day, de 9:00 a. m. a 12:00 p. m. y de 1:00 p. m. a 5:00 p. m.')
})

const { file: FILE, published: PUBLISHED } = yamlOf<{
  file: Parameters<typeof publishedOffices>[0]
  published: unknown[]
}>('tests/firm/opening-hours.yaml')

it('are published in words of each language, for programs, and with the closed days of the year to come', () => {
  const english = publishedOffices(FILE, 'en', '2026-11-23')
  const [first, other] = FILE.offices
  const main = { ...first, hours: PUBLISHED }
  expect(english).toEqual({
    ...main,
    offices: [main, other],
    // July 4, 2027 is a Sunday, so the day is left out.
    closed: ['2026-11-26', '2026-12-28', '2027-07-05'],
  })
  const spanish = publishedOffices(FILE, 'es', '2026-11-23')
  expect(spanish.hours.map(({ days }) => days)).toEqual(['De lunes a viernes', 'Sábado'])
  expect(Firm.partial().safeParse(english).error).toBeUndefined()
})

it('may be published without the members that programs did not have before', () => {
  const hours = [{ days: 'Monday to Friday', opens: '08:30', closes: '17:00' }]
  expect(Firm.partial().parse({ hours })).toEqual({ hours })
})

it.each(DAYS)('the days %s', (text = '', numbers = '', english = '', spanish = '') => {
  const days = [...numbers].map(Number)
  expect(parseDays(text)).toEqual(days)
  expect([daysInWords(days, 'en'), daysInWords(days, 'es')]).toEqual([english, spanish])
  expect(parseDays(english)).toEqual(days)
  expect(parseDays(spanish)).toEqual(days)
})

it.each([...NO_DAYS.flat(), ''])('days are not %j', (text) => expect(parseDays(text)).toBeUndefined())

import { expect, it } from 'vitest'
import { Firm, FirmFile } from '../../src/firm/firm.ts'
import { hoursInWords, publishedHours } from '../../src/firm/opening-hours.ts'

it.each([
  [
    '00:00',
    '12:00',
    'Every day, 12:00\u00a0a.m. to 12:00\u00a0p.m.',
    'Every day, de 12:00\u00a0a.\u00a0m. a 12:00\u00a0p.\u00a0m.',
  ],
  [
    '08:30',
    '17:00',
    'Every day, 8:30\u00a0a.m. to 5:00\u00a0p.m.',
    'Every day, de 8:30\u00a0a.\u00a0m. a 5:00\u00a0p.\u00a0m.',
  ],
  [
    '12:05',
    '23:59',
    'Every day, 12:05\u00a0p.m. to 11:59\u00a0p.m.',
    'Every day, de 12:05\u00a0p.\u00a0m. a 11:59\u00a0p.\u00a0m.',
  ],
])('from %s to %s is %s', (opens, closes, english, spanish) => {
  const hours = [{ days: 'Every day', opens, closes }]
  expect([hoursInWords({ hours }, 'en'), hoursInWords({ hours }, 'es')]).toEqual([[english], [spanish]])
})

const FILE = {
  hours: [
    { days: 'monday to friday', opens: '08:30', closes: '17:00' },
    { days: 'sábado', opens: '09:00', closes: '12:00' },
  ],
  holidays: ['Thanksgiving', 'Independence Day'] as FirmFile['holidays'],
  otherDays: [{ date: '2026-12-24', opens: '08:30', closes: '12:00' }, { date: '2026-12-28' }, { date: '2020-01-02' }],
}

it('are published in words of each language, for programs, and with the closed days of the year to come', () => {
  const english = publishedHours(FILE, 'en', '2026-11-23')
  expect(english).toEqual({
    hours: [
      {
        days: 'Monday to Friday',
        opens: '08:30',
        closes: '17:00',
        daysOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      },
      { days: 'Saturday', opens: '09:00', closes: '12:00', daysOfWeek: ['Saturday'] },
    ],
    holidays: FILE.holidays,
    otherDays: FILE.otherDays,
    // July 4, 2027 is a Sunday, so the day is left out.
    closed: ['2026-11-26', '2026-12-28', '2027-07-05'],
  })
  const spanish = publishedHours(FILE, 'es', '2026-11-23')
  expect(spanish.hours.map(({ days }) => days)).toEqual(['De lunes a viernes', 'Sábado'])
  expect(Firm.partial().safeParse(english).error).toBeUndefined()
})

it('may be published without the members that programs did not have before', () => {
  const hours = [{ days: 'Monday to Friday', opens: '08:30', closes: '17:00' }]
  expect(Firm.partial().parse({ hours })).toEqual({ hours })
  expect(FirmFile.partial().parse({ hours })).toEqual({ hours })
})

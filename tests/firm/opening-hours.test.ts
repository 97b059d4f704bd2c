import { expect, it } from 'vitest'
import { hoursInWords } from '../../src/firm/opening-hours.ts'

it.each([
  ['00:00', '12:00', 'daily, 12:00 a.m. to 12:00 p.m.', 'daily, de 12:00\u00a0a.\u00a0m. a 12:00\u00a0p.\u00a0m.'],
  ['08:30', '17:00', 'daily, 8:30 a.m. to 5:00 p.m.', 'daily, de 8:30\u00a0a.\u00a0m. a 5:00\u00a0p.\u00a0m.'],
  ['12:05', '23:59', 'daily, 12:05 p.m. to 11:59 p.m.', 'daily, de 12:05\u00a0p.\u00a0m. a 11:59\u00a0p.\u00a0m.'],
])('from %s to %s is %s', (opens, closes, english, spanish) => {
  const hours = [{ days: 'daily', opens, closes }]
  expect([hoursInWords({ hours }, 'en'), hoursInWords({ hours }, 'es')]).toEqual([[english], [spanish]])
})

import { expect, it } from 'vitest'
import { daysInWords, parseDays } from '../../src/firm/weekdays.ts'

it.each([
  ['Monday to Friday', [1, 2, 3, 4, 5], 'Monday to Friday', 'De lunes a viernes'],
  ['De lunes a viernes', [1, 2, 3, 4, 5], 'Monday to Friday', 'De lunes a viernes'],
  ['Monday to Thursday and Saturday', [1, 2, 3, 4, 6], 'Monday to Thursday and Saturday', 'De lunes a jueves y sábado'],
  ['saturday', [6], 'Saturday', 'Sábado'],
  ['sábado y domingo', [6, 0], 'Saturday and Sunday', 'Sábado y domingo'],
  ['tuesday, Wednesday and SATURDAY', [2, 3, 6], 'Tuesday, Wednesday and Saturday', 'Martes, miércoles y sábado'],
  ['Monday and Friday to Sunday', [1, 5, 6, 0], 'Monday and Friday to Sunday', 'Lunes y de viernes a domingo'],
  ['every day', [1, 2, 3, 4, 5, 6, 0], 'Every day', 'Todos los días'],
  ['Monday, Monday and Tuesday', [1, 2], 'Monday and Tuesday', 'Lunes y martes'],
])('%s', (text, days, english, spanish) => {
  expect(parseDays(text)).toEqual(days)
  expect([daysInWords(days, 'en'), daysInWords(days, 'es')]).toEqual([english, spanish])
  expect(parseDays(english)).toEqual(days)
  expect(parseDays(spanish)).toEqual(days)
})

it.each([
  '',
  'by appointment',
  'Mon-Fri',
  'Friday to Monday',
  'Monday to Friday 8 to 5',
  'Monday to Tuesday to Friday',
])('are not %j', (text) => expect(parseDays(text)).toBeUndefined())

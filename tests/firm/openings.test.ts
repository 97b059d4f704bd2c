import { expect, it } from 'vitest'
import { officeInstant } from '../../src/dates.ts'
import { Consultations } from '../../src/firm/consultations.ts'
import type { OfficeHours } from '../../src/firm/hours-fields.ts'
import { openings, parseTalkTime } from '../../src/firm/openings.ts'

const ALWAYS: OfficeHours = { hours: [{ days: 'Every day', opens: '00:00', closes: '23:59' }] }
const WEEK: OfficeHours = {
  hours: [
    { days: 'Monday to Friday', opens: '08:30', closes: '12:00' },
    { days: 'Monday to Friday', opens: '13:00', closes: '17:00' },
  ],
  holidays: ['Thanksgiving'],
  otherDays: [{ date: '2026-12-24', opens: '08:30', closes: '10:00' }, { date: '2026-12-28' }],
}

/** The window is days, from, to and minutes; of two offices one is always open. */
type Case = [name: string, office: OfficeHours, now: string, window: string, expected: string[], aheadDays?: number]

const WINTER = '2026-11-30T12:00Z'
const CASES: Case[] = [
  [
    'one after the other, in winter',
    ALWAYS,
    WINTER,
    'Tuesday,09:00,10:40,30',
    ['12-01T14:00', '12-01T14:30', '12-01T15:00'],
  ],
  ['the same hours of the clock in summer', ALWAYS, '2026-06-29T12:00Z', 'Tuesday,09:00,10:00,60', ['06-30T13:00']],
  ['not sooner than the notice says', ALWAYS, '2026-11-30T14:31Z', 'Tuesday,09:00,10:30,30', ['12-01T15:00']],
  ['not later than so many days ahead', ALWAYS, WINTER, 'Every day,09:00,10:00,60', ['12-01T14:00', '12-02T14:00'], 2],
  [
    'not on a holiday, on a closed day, after an early closing or in the break',
    WEEK,
    '2026-12-22T12:00Z',
    'Monday to Thursday,09:00,14:00,60',
    ['23T14', '23T15', '23T16', '23T18', '24T14'].map((time) => `12-${time}:00`),
    6,
  ],
  ['not on Thanksgiving', WEEK, '2026-11-24T12:00Z', 'Thursday,09:00,10:00,60', []],
  ['not on a day on which the office is never open', WEEK, WINTER, 'Saturday,09:00,10:00,60', []],
  [
    'without the hour that the clock leaves out in March, and without overlaps',
    ALWAYS,
    '2026-03-06T12:00Z',
    'Sunday,01:00,04:45,45',
    ['03-08T06:00', '03-08T06:45', '03-08T08:00'],
  ],
  [
    'with the hour that the clock shows twice in November once',
    ALWAYS,
    '2026-10-30T12:00Z',
    'Sunday,00:00,03:00,60',
    ['11-01T04:00', '11-01T05:00', '11-01T07:00'],
  ],
]
const offered = (given: string, aheadDays = 7) => {
  const [days, opens, closes, minutes] = given.split(',')
  const window = { days, opens, closes, minutes: Number(minutes), lawyer: 'ana-diaz', kinds: ['telephone'] }
  return Consultations.parse({ noticeHours: 24, aheadDays, changeHours: 24, windows: [window] })
}

it.each(CASES)('%s', (...row) => {
  const [, office, now, window, expected, aheadDays] = row
  const found = openings(offered(window, aheadDays), office, [], new Date(now))
  expect(found.map(({ startsAt }) => startsAt)).toEqual(expected.map((time) => `2026-${time}:00.000Z`))
  for (const one of found) expect(parseTalkTime(one.id)).toEqual(one)
})

it('are without what overlaps a time that was taken when talks had another length, by the same lawyer', () => {
  const takenOf = (lawyer: string) => {
    const taken = [{ lawyer, startsAt: '2026-12-01T14:15:00.000Z', minutes: 45 }]
    const found = openings(offered('Tuesday,09:00,11:00,30'), ALWAYS, taken, new Date(WINTER))
    return found.map(({ startsAt }) => startsAt.slice('2026-12-01T'.length, -':00.000Z'.length))
  }
  expect(takenOf('ana-diaz')).toEqual(['15:00', '15:30'])
  expect(takenOf('ben-cole')).toEqual(['14:00', '14:30', '15:00', '15:30'])
})

it('are offered in each way in which a lawyer talks, by two lawyers at once', () => {
  const line = { days: 'Tuesday', opens: '09:00', closes: '10:00', minutes: 60 }
  const consultations = Consultations.parse({
    noticeHours: 1,
    aheadDays: 3,
    changeHours: 1,
    windows: [
      { ...line, lawyer: 'ana-diaz', kinds: ['telephone', 'office'] },
      { ...line, lawyer: 'ben-cole', kinds: ['video'] },
    ],
  })
  const found = openings(consultations, ALWAYS, [], new Date('2026-11-30T12:00Z'))
  expect(found.map(({ id }) => id)).toEqual([
    '20261201T1400Z-60-telephone-ana-diaz',
    '20261201T1400Z-60-office-ana-diaz',
    '20261201T1400Z-60-video-ben-cole',
  ])
})

it.each([
  '',
  'x',
  '20261201T1400Z-60-fax-ana-diaz',
  '20261399T1400Z-60-video-ana-diaz',
  '20261201T1400Z-60-video-../x',
])('%j names no time', (id) => expect(parseTalkTime(id)).toBeUndefined())

it('a time of the office that its clock leaves out is not there', () => {
  expect(officeInstant('2026-03-08', '02:30')).toBeUndefined()
  expect(officeInstant('2026-11-01', '01:30')?.toISOString()).toBe('2026-11-01T05:30:00.000Z')
})

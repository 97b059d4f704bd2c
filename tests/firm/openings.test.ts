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

interface Case {
  name: string
  office?: OfficeHours
  now: string
  window: { days: string; opens: string; closes: string; minutes: number }
  more?: Partial<Consultations>
  taken?: readonly [startsAt: string, minutes: number][]
  expected: string[]
}

const CASES: Case[] = [
  {
    name: 'one after the other, in winter',
    now: '2026-11-30T12:00Z',
    window: { days: 'Tuesday', opens: '09:00', closes: '10:40', minutes: 30 },
    expected: ['2026-12-01T14:00', '2026-12-01T14:30', '2026-12-01T15:00'],
  },
  {
    name: 'the same hours of the clock in summer',
    now: '2026-06-29T12:00Z',
    window: { days: 'Tuesday', opens: '09:00', closes: '10:00', minutes: 60 },
    expected: ['2026-06-30T13:00'],
  },
  {
    name: 'not sooner than the notice says',
    now: '2026-11-30T14:31Z',
    window: { days: 'Tuesday', opens: '09:00', closes: '10:30', minutes: 30 },
    expected: ['2026-12-01T15:00'],
  },
  {
    name: 'not later than so many days ahead',
    now: '2026-11-30T12:00Z',
    window: { days: 'Every day', opens: '09:00', closes: '10:00', minutes: 60 },
    more: { aheadDays: 2 },
    expected: ['2026-12-01T14:00', '2026-12-02T14:00'],
  },
  {
    name: 'not on a holiday, on a closed day, after an early closing or in the break',
    office: WEEK,
    now: '2026-12-22T12:00Z',
    window: { days: 'Monday to Thursday', opens: '09:00', closes: '14:00', minutes: 60 },
    more: { aheadDays: 6 },
    expected: ['23T14', '23T15', '23T16', '23T18', '24T14'].map((time) => `2026-12-${time}:00`),
  },
  {
    name: 'not on Thanksgiving',
    office: WEEK,
    now: '2026-11-24T12:00Z',
    window: { days: 'Thursday', opens: '09:00', closes: '10:00', minutes: 60 },
    expected: [],
  },
  {
    name: 'not on a day on which the office is never open',
    office: WEEK,
    now: '2026-11-30T12:00Z',
    window: { days: 'Saturday', opens: '09:00', closes: '10:00', minutes: 60 },
    expected: [],
  },
  {
    name: 'without the hour that the clock leaves out in March, and without overlaps',
    now: '2026-03-06T12:00Z',
    window: { days: 'Sunday', opens: '01:00', closes: '04:45', minutes: 45 },
    expected: ['2026-03-08T06:00', '2026-03-08T06:45', '2026-03-08T08:00'],
  },
  {
    name: 'with the hour that the clock shows twice in November once',
    now: '2026-10-30T12:00Z',
    window: { days: 'Sunday', opens: '00:00', closes: '03:00', minutes: 60 },
    expected: ['2026-11-01T04:00', '2026-11-01T05:00', '2026-11-01T07:00'],
  },
  {
    name: 'without what overlaps a time that was taken when talks had another length',
    now: '2026-11-30T12:00Z',
    window: { days: 'Tuesday', opens: '09:00', closes: '11:00', minutes: 30 },
    taken: [['2026-12-01T14:15', 45]],
    expected: ['2026-12-01T15:00', '2026-12-01T15:30'],
  },
]

it.each(CASES)('$name', ({ office = ALWAYS, now, window, more, taken = [], expected }) => {
  const consultations = Consultations.parse({
    noticeHours: 24,
    aheadDays: 7,
    changeHours: 24,
    windows: [{ ...window, lawyer: 'ana-diaz', kinds: ['telephone'] }],
    ...more,
  })
  const iso = (time: string) => `${time}:00.000Z`
  const others = taken.map(([start, minutes]) => ({ lawyer: 'ana-diaz', startsAt: iso(start), minutes }))
  const found = openings(consultations, office, others, new Date(now))
  expect(found.map(({ startsAt }) => startsAt)).toEqual(expected.map(iso))
  // What another lawyer has to do does not matter.
  const ofBen = others.map((part) => ({ ...part, lawyer: 'ben-cole' }))
  expect(openings(consultations, office, ofBen, new Date(now)).length).toBeGreaterThanOrEqual(found.length)
  for (const one of found) expect(parseTalkTime(one.id)).toEqual(one)
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

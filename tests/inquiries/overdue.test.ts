import { expect, it } from 'vitest'
import { ageInWords, overdueAt, type Promised, replyBy } from '../../src/inquiries/overdue.ts'

it.each([
  ['2026-11-21T15:03:05Z', '1 minute'],
  ['2026-11-21T14:04:05Z', '1 hour'],
  ['2026-11-19T15:04:06Z', '47 hours'],
  ['2026-11-19T15:04:05Z', '2 days'],
  ['2026-11-21T15:05:00Z', 'just now'],
  ['2026-11-21T15:05:06Z', 'time not known'],
])('the age in words since %s: %s', (receivedAt, words) => {
  expect(ageInWords(receivedAt, new Date('2026-11-21T15:04:05Z'))).toBe(words)
})

const OFFICE: Promised = {
  replyWithin: 'one business day',
  hours: [{ days: 'Monday to Friday', opens: '08:30', closes: '17:00' }],
  holidays: ['Thanksgiving', 'Day after Thanksgiving', 'Veterans Day', 'New Year', 'Independence Day'],
}
const SATURDAYS = { days: 'Saturday', opens: '09:00', closes: '12:00' }
const WITH_SATURDAYS: Promised = { ...OFFICE, hours: [...OFFICE.hours, SATURDAYS] }
/** The rules as the data of the file are: a closed day, and a Sunday that is open. */
const STORM: Promised = {
  ...OFFICE,
  otherDays: [{ date: '2026-10-09' }, { date: '2026-10-11', opens: '10:00', closes: '12:00' }],
}

// November 20, 2026 is a Friday; the office is five hours behind UTC.
it.each([
  ['one business day', '2026-11-19T15:00:00Z', '2026-11-21T04:59:59Z', false],
  ['one business day', '2026-11-19T15:00:00Z', '2026-11-21T05:00:00Z', true],
  ['one business day', '2026-11-20T15:00:00Z', '2026-11-24T05:00:00Z', true],
  ['One Business Day.', '2026-11-20T04:59:59Z', '2026-11-21T05:00:00Z', true],
  ['within 2 working days', '2026-11-20T15:00:00Z', '2026-11-25T05:00:00Z', true],
  ['24 hours', '2026-11-20T15:00:00Z', '2026-11-21T15:00:00Z', false],
  // The clock was ahead when it came.
  ['24 hours', '2026-12-21T15:00:00Z', '2026-11-21T15:00:00Z', true],
  ['24 hours', '2026-11-20T15:00:00Z', '2026-11-21T15:00:01Z', true],
  ['three days', '2026-11-20T15:00:00Z', '2026-11-23T15:00:01Z', true],
  ['soon', '2026-11-20T15:00:00Z', '2026-11-24T05:00:00Z', true],
])('the promised time: %s, received %s, at %s: over %s', (promise, receivedAt, now, over) => {
  expect(overdueAt(new Date(now), { ...OFFICE, replyWithin: promise })(receivedAt)).toBe(over)
})

it('is worked out once for thousands of inquiries', () => {
  let read = 0
  const isOverdue = overdueAt(new Date('2026-11-24T15:00:00Z'), {
    ...OFFICE,
    get hours() {
      read++
      return OFFICE.hours
    },
  })
  const readOnce = read
  expect(['2026-11-21T04:59:59Z', '2026-11-23T05:00:00Z'].map(isOverdue)).toEqual([true, false])
  expect(read).toBe(readOnce)
})

// The office is four hours behind UTC until November 1, 2026, five until March 14, 2027.
it.each([
  ['over a weekend', OFFICE, '2026-11-20T15:00:00Z', '2026-11-23'],
  ['received before midnight in Florida', OFFICE, '2026-11-24T04:59:59Z', '2026-11-24'],
  ['received at midnight in Florida', OFFICE, '2026-11-24T05:00:00Z', '2026-11-25'],
  ['over a holiday observed on a Friday', OFFICE, '2026-07-02T15:00:00Z', '2026-07-06'],
  ['where Saturdays are open', WITH_SATURDAYS, '2026-11-20T15:00:00Z', '2026-11-21'],
  ['over a single closed day, before a Sunday that is open', STORM, '2026-10-08T15:00:00Z', '2026-10-11'],
  ['24 hours', { ...OFFICE, replyWithin: '24 hours' }, '2026-11-26T15:00:00Z', '2026-11-27'],
  ['24 hours, when the clocks go back', { ...OFFICE, replyWithin: '24 hours' }, '2026-11-01T04:30:00Z', '2026-11-01'],
  ['when the clocks go back', OFFICE, '2026-10-31T03:30:00Z', '2026-11-02'],
  ['when the clocks go forward', OFFICE, '2027-03-13T04:30:00Z', '2027-03-15'],
])('the day on which the promised time ends %s', (_title, office, receivedAt, day) => {
  expect(replyBy(receivedAt, office)).toBe(day)
})

it('the day on which the promised time ends comes even where the office is closed for months', () => {
  const days = Array.from({ length: 100 }, (_, index) => new Date(Date.UTC(2026, 10, 20 + index)))
  const otherDays = days.map((day) => ({ date: day.toISOString().slice(0, 10) }))
  expect(replyBy('2026-11-20T15:00:00Z', { ...OFFICE, otherDays })).toBe('2027-01-19')
})

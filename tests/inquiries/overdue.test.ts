import { expect, it } from 'vitest'
import { ageInWords, overdueAt, type Promised, replyBy } from '../../src/inquiries/overdue.ts'
import { blocksOf, yamlOf } from '../table.ts'

const [AGES = [], PROMISES = [], DAYS = []] = blocksOf('tests/inquiries/overdue.txt')

it.each(AGES)('the age in words since %s: %s', (receivedAt, words) => {
  expect(ageInWords(receivedAt, new Date('2026-11-21T15:04:05Z'))).toBe(words)
})

const OFFICES = yamlOf<Record<string, Promised>>('tests/inquiries/overdue.yaml')
const OFFICE = OFFICES.office ?? expect.unreachable()

it.each(PROMISES)('the promised time: %s, received %s, at %s: over %s', (promise, receivedAt, now, over) => {
  expect(overdueAt(new Date(now), { ...OFFICE, replyWithin: promise })(receivedAt)).toBe(over === 'yes')
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

it.each(DAYS)('the day on which the promised time ends %s', (_title, office, receivedAt, day) => {
  expect(replyBy(receivedAt, OFFICES[office]!)).toBe(day)
})

it('the day on which the promised time ends comes even where the office is closed for months', () => {
  const days = Array.from({ length: 100 }, (_, index) => new Date(Date.UTC(2026, 10, 20 + index)))
  const otherDays = days.map((day) => ({ date: day.toISOString().slice(0, 10) }))
  expect(replyBy('2026-11-20T15:00:00Z', { ...OFFICE, otherDays })).toBe('2027-01-19')
})

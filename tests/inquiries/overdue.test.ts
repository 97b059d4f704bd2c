import { describe, expect, it } from 'vitest'
import { ageInWords, isOverdue } from '../../src/inquiries/overdue.ts'

describe('an age in words', () => {
  it.each([
    ['2026-11-21T15:03:06Z', 'just now'],
    ['2026-11-21T15:03:05Z', '1 minute'],
    ['2026-11-21T14:05:05Z', '59 minutes'],
    ['2026-11-21T14:04:05Z', '1 hour'],
    ['2026-11-21T12:04:05Z', '3 hours'],
    ['2026-11-19T15:04:06Z', '47 hours'],
    ['2026-11-19T15:04:05Z', '2 days'],
    ['2025-11-21T15:04:05Z', '365 days'],
    ['2026-11-21T15:05:00Z', 'just now'],
  ])('since %s: %s', (receivedAt, words) => {
    expect(ageInWords(receivedAt, new Date('2026-11-21T15:04:05Z'))).toBe(words)
  })
})

// November 20, 2026 is a Friday; the office is five hours behind UTC.
describe('the promised time', () => {
  it.each([
    ['one business day', '2026-11-19T15:00:00Z', '2026-11-21T04:59:59Z', false],
    ['one business day', '2026-11-19T15:00:00Z', '2026-11-21T05:00:00Z', true],
    ['one business day', '2026-11-20T15:00:00Z', '2026-11-24T04:59:59Z', false],
    ['one business day', '2026-11-20T15:00:00Z', '2026-11-24T05:00:00Z', true],
    ['one business day', '2026-11-21T15:00:00Z', '2026-11-24T05:00:00Z', true],
    ['One Business Day.', '2026-11-20T04:59:59Z', '2026-11-21T05:00:00Z', true],
    ['two business days', '2026-11-20T15:00:00Z', '2026-11-24T05:00:00Z', false],
    ['within 2 working days', '2026-11-20T15:00:00Z', '2026-11-25T05:00:00Z', true],
    ['24 hours', '2026-11-20T15:00:00Z', '2026-11-21T15:00:00Z', false],
    ['24 hours', '2026-11-20T15:00:00Z', '2026-11-21T15:00:01Z', true],
    ['three days', '2026-11-20T15:00:00Z', '2026-11-23T15:00:01Z', true],
    ['soon', '2026-11-20T15:00:00Z', '2026-11-24T04:59:59Z', false],
    ['soon', '2026-11-20T15:00:00Z', '2026-11-24T05:00:00Z', true],
  ])('%s, received %s, at %s: over %s', (promise, receivedAt, now, over) => {
    expect(isOverdue(receivedAt, new Date(now), promise)).toBe(over)
  })
})

/** Figures of a month: what counts as an answer, how long half waited, and which weeks and months a time belongs to. */
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/duration.ts'
import type { InquiryChange } from '../../src/inquiries/change.ts'
import { type Case, figuresOf, readMonth, waitsOf, weeksOf } from '../../src/service/month.ts'
import { makeChanges } from '../inquiries/member-change.ts'
import { desk, STAFF_INBOX, useDesk } from '../test-desk.ts'
import { yamlOf } from '../table.ts'

/** @param hours until each was answered; null while it waits */
const casesOf = (hours: (number | null)[], receivedAt = '2026-11-04T15:00:00.000Z') =>
  hours.map((one): Case => {
    const answeredAfter = one === null ? undefined : one * HOUR_MS
    return { receivedAt, answeredAfter, isWaiting: one === null, status: 'new' }
  })

const HALVES = yamlOf<{
  halves: [string, (number | null)[], [half: number | null, nineOfTen: number | null, waiting: number]][]
}>('tests/service/month.yaml').halves
it.each(HALVES)('of %s, half and nine of ten are of all that were received', (_, hours, [half, nineOfTen, waiting]) => {
  const inHours = (time: number | undefined) => (time === undefined ? null : time / HOUR_MS)
  const figures = figuresOf(casesOf(hours))
  expect([inHours(figures.half), inHours(figures.nineOfTen), figures.waiting]).toEqual([half, nineOfTen, waiting])
  expect(figures.received - figures.answered).toBe(waiting)
})

it('puts each answer into one wait, a limit into the shorter one', () => {
  expect(waitsOf(casesOf([0, 1, 1.5, 4, 24, 72, 73, null]))).toEqual([2, 2, 1, 1, 1])
})

const WEEKS = yamlOf<{ weeks: [string, string, string][] }>('tests/service/month.yaml').weeks
it.each(WEEKS)('counts in weeks of the office: %s', (_, receivedAt, from) => {
  expect(weeksOf(casesOf([1], receivedAt)).map((week) => week.from)).toEqual([from])
})

it('has a week without an inquiry between two, and none for none', () => {
  const cases = [...casesOf([1]), ...casesOf([null], '2026-11-18T15:00:00.000Z')]
  const figures = weeksOf(cases).map((week) => `${week.figures.received} ${week.figures.answered}`)
  expect(figures).toEqual(['1 1', '0 0', '1 0'])
  expect(weeksOf([])).toEqual([])
})

describe('a month', () => {
  useDesk()
  const read = (month: string) => readMonth(desk.store, STAFF_INBOX, month)

  it('is one of the office: the last evening of November is December by UTC', async () => {
    desk.advance(Date.parse('2026-12-01T04:59:59.000Z') - desk.service.clock.now().getTime())
    await desk.inquire()
    desk.advance(MINUTE_MS)
    await desk.inquire()
    expect([(await read('2026-11')).all.received, (await read('2026-12')).all.received]).toEqual([1, 1])
  })

  const ANSWERS = yamlOf<{ answers: [string, InquiryChange[], boolean][] }>('tests/service/month.yaml').answers
  it.each(ANSWERS)('counts as an answer: %s', async (_, changes, isAnswer) => {
    const id = await desk.submit()
    desk.advance(DAY_MS)
    await makeChanges(desk, id, ...changes)
    const figures = isAnswer ? { answered: 1, half: DAY_MS } : { answered: 0, half: undefined }
    expect((await read('2026-11')).all).toMatchObject(figures)
  })
})

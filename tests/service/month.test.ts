/** Figures of a month: what counts as an answer, how long half waited, and which weeks and months a time belongs to. */
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/duration.ts'
import type { InquiryChange } from '../../src/inquiries/change.ts'
import { type Case, figuresOf, readMonth, waitsOf, weeksOf } from '../../src/service/month.ts'
import { makeChanges } from '../inquiries/member-change.ts'
import { desk, STAFF_INBOX, useDesk } from '../test-desk.ts'

/** @param hours until each was answered; undefined while it waits */
const casesOf = (hours: (number | undefined)[], receivedAt = '2026-11-04T15:00:00.000Z') =>
  hours.map((one): Case => {
    const answeredAfter = one === undefined ? undefined : one * HOUR_MS
    return { receivedAt, answeredAfter, isWaiting: one === undefined, status: 'new' }
  })

it.each<[string, (number | undefined)[], [half: number | undefined, nineOfTen: number | undefined, waiting: number]]>([
  ['none', [], [undefined, undefined, 0]],
  ['one that was answered', [3], [3, 3, 0]],
  ['one that waits', [undefined], [undefined, undefined, 1]],
  ['an odd number', [9, 1, 5], [5, 9, 0]],
  ['an even number', [4, 1, 2, 3], [2, 4, 0]],
  ['half of them waiting', [1, 2, undefined, undefined], [2, undefined, 2]],
  ['more than half waiting', [1, undefined, undefined], [undefined, undefined, 2]],
  ['one of ten waiting', [1, 2, 3, 4, 5, 6, 7, 8, 9, undefined], [5, 9, 1]],
])('of %s, half and nine of ten are of all that were received', (_, hours, [half, nineOfTen, waiting]) => {
  const inHours = (time: number | undefined) => (time === undefined ? undefined : time / HOUR_MS)
  const figures = figuresOf(casesOf(hours))
  expect([inHours(figures.half), inHours(figures.nineOfTen), figures.waiting]).toEqual([half, nineOfTen, waiting])
  expect(figures.received - figures.answered).toBe(waiting)
})

it('puts each answer into one wait, a limit into the shorter one', () => {
  expect(waitsOf(casesOf([0, 1, 1.5, 4, 24, 72, 73, undefined]))).toEqual([2, 2, 1, 1, 1])
})

it.each([
  ['a Sunday evening that is Monday by UTC', '2026-11-09T04:30:00.000Z', '2026-11-02'],
  ['the hour that the clock shows twice', '2026-11-01T05:30:00.000Z', '2026-10-26'],
  ['the Monday after summer time ended', '2026-11-02T05:00:00.000Z', '2026-11-02'],
  ['an hour before, still Sunday', '2026-11-02T04:00:00.000Z', '2026-10-26'],
])('counts in weeks of the office: %s', (_, receivedAt, from) => {
  expect(weeksOf(casesOf([1], receivedAt)).map((week) => week.from)).toEqual([from])
})

it('has a week without an inquiry between two, and none for none', () => {
  const cases = [...casesOf([1]), ...casesOf([undefined], '2026-11-18T15:00:00.000Z')]
  expect(weeksOf(cases).map(({ figures: { received, answered } }) => [received, answered])).toEqual([
    [1, 1],
    [0, 0],
    [1, 0],
  ])
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

  it.each<[string, InquiryChange[], boolean]>([
    ['a reply', [{ reply: 'Dear Ana' }], true],
    ['a call in which they answered', [{ contact: 'answered' }], true],
    ['a call that reached nobody', [{ contact: 'none' }, { contact: 'message' }], false],
    ['a status', [{ status: 'contacted' }], false],
    ['a note', [{ note: 'I will call.' }], false],
    ['an automatic e-mail', [{ mail: 'automatic', answer: 'I am away.' }], false],
  ])('counts as an answer: %s', async (_, changes, isAnswer) => {
    const id = await desk.submit()
    desk.advance(DAY_MS)
    await makeChanges(desk, id, ...changes)
    expect((await read('2026-11')).all).toMatchObject({
      answered: isAnswer ? 1 : 0,
      half: isAnswer ? DAY_MS : undefined,
    })
  })
})

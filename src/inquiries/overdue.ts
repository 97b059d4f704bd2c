/** The age of an inquiry in words, and whether it exceeds the firm's promised reply time. */
import { dayAt, officeDay, officeDayStart, TIME_NOT_KNOWN } from '../dates.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SKEW_MS } from '../duration.ts'
import type { Firm } from '../firm/firm.ts'
import { isBusinessDay } from '../firm/opening-hours.ts'
import type { Clock } from '../ports.ts'
import { awaitsAnswer, callDay, type ListedInquiry } from './status.ts'

/** An office may be closed for months, so the search for a business day must end. */
const LONGEST_WAIT_MS = 60 * DAY_MS

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const PROMISE = /\b(\d+|[a-z]+) (business |working )?(hour|day)s?\b/

/** If the clock was ahead when an inquiry came, its time is in the future, and its age is not known. */
const isOfFuture = (receivedAt: string, now: Date): boolean => Date.parse(receivedAt) > now.getTime() + SKEW_MS

/** Like `3 hours` or `2 days`. */
export function ageInWords(receivedAt: string, now: Date): string {
  if (isOfFuture(receivedAt, now)) return TIME_NOT_KNOWN
  const age = now.getTime() - Date.parse(receivedAt)
  return age < MINUTE_MS ? 'just now' : spanInWords(age)
}

export function spanInWords(span: number): string {
  if (span < HOUR_MS) return pluralize(Math.floor(span / MINUTE_MS), 'minute')
  return span < 2 * DAY_MS ? pluralize(Math.floor(span / HOUR_MS), 'hour') : pluralize(Math.floor(span / DAY_MS), 'day')
}

export type Promised = Pick<Firm, 'replyWithin' | 'hours' | 'holidays' | 'otherDays'>

/** Business days count from the day after arrival; they are counted back once, for all inquiries. An inquiry of unknown age is overdue. */
export function overdueAt(now: Date, firm: Promised): (receivedAt: string) => boolean {
  const { number, unit } = parsePromise(firm.replyWithin)
  let earliest = now.getTime() - number * (unit === 'hour' ? HOUR_MS : DAY_MS)
  if (unit === 'business day') {
    const today = officeDay(now)
    let day = Date.parse(today)
    while (endOfWait(day, number, firm) >= today) day -= DAY_MS
    earliest = Date.parse(officeDayStart(dayAt(day), 1))
  }
  return (receivedAt) => Date.parse(receivedAt) < earliest || isOfFuture(receivedAt, now)
}

/** @returns whether an inquiry is late. For a call, the firm promises the day that was named to the person, also if it is later than usual. */
export function lateIn({ clock, firm }: { clock: Clock; firm: Promised }): (listed: ListedInquiry) => boolean {
  const isOverdue = overdueAt(clock.now(), firm)
  const today = officeDay(clock.now())
  return (listed) => {
    const day = callDay(listed.state)
    return awaitsAnswer(listed.state) && (day === undefined ? isOverdue(waitsSince(listed)) : today > day)
  }
}

/** The day is in the office's time zone. */
export const promisedDay = (listed: ListedInquiry, firm: Promised): string =>
  callDay(listed.state) ?? replyBy(waitsSince(listed), firm)

const waitsSince = ({ id, state }: ListedInquiry): string => state.answeredAt ?? id.receivedAt

/** @returns a day like 2026-11-24, in the office's time zone */
export function replyBy(receivedAt: string, firm: Promised): string {
  const { number, unit } = parsePromise(firm.replyWithin)
  const arrived = Date.parse(receivedAt)
  if (unit !== 'business day') return officeDay(new Date(arrived + number * (unit === 'hour' ? HOUR_MS : DAY_MS)))
  return endOfWait(Date.parse(officeDay(new Date(arrived))), number, firm)
}

/** `start` is the start of a UTC day. */
function endOfWait(start: number, number: number, firm: Promised): string {
  let day = start
  for (let left = number; left > 0 && day < start + LONGEST_WAIT_MS;) {
    day += DAY_MS
    if (isBusinessDay(firm, dayAt(day))) left--
  }
  return dayAt(day)
}

function parsePromise(words: string): { number: number; unit: 'hour' | 'day' | 'business day' } {
  const [, count = '', business, unit] = PROMISE.exec(words.toLowerCase()) ?? []
  const number = /^\d+$/.test(count) ? Number(count) : NUMBERS.indexOf(count)
  // The firm's text may have no number.
  if (number < 1) return { number: 1, unit: 'business day' }
  return { number, unit: unit === 'hour' ? 'hour' : business ? 'business day' : 'day' }
}

const pluralize = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

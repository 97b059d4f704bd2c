/** The age of an inquiry in words, the day by which the firm promises to reply, and whether a reply is late. */
import { dayAt, officeDay, officeDayStart, TIME_NOT_KNOWN } from '../dates.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SKEW_MS } from '../duration.ts'
import type { Firm } from '../firm/firm.ts'
import { isBusinessDay } from '../firm/opening-hours.ts'
import type { Clock } from '../ports.ts'
import { awaitsAnswer, callDay, type ListedInquiry } from './status.ts'

/** The search for business days ends after this time, because an office may be closed for months. */
const LONGEST_WAIT_MS = 60 * DAY_MS

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const PROMISE = /\b(\d+|[a-z]+) (business |working )?(hour|day)s?\b/

/** An inquiry has a time in the future if the clock was ahead when it arrived. Its age is then not known. */
const isInFuture = (receivedAt: string, now: Date): boolean => Date.parse(receivedAt) > now.getTime() + SKEW_MS

/** @returns a text like `just now` or `3 hours`; `TIME_NOT_KNOWN` for a time in the future */
export function ageInWords(receivedAt: string, now: Date): string {
  if (isInFuture(receivedAt, now)) return TIME_NOT_KNOWN
  const age = now.getTime() - Date.parse(receivedAt)
  return age < MINUTE_MS ? 'just now' : spanInWords(age)
}

export function spanInWords(ms: number): string {
  if (ms < HOUR_MS) return pluralize(Math.floor(ms / MINUTE_MS), 'minute')
  return ms < 2 * DAY_MS ? pluralize(Math.floor(ms / HOUR_MS), 'hour') : pluralize(Math.floor(ms / DAY_MS), 'day')
}

export type Promised = Pick<Firm, 'replyWithin' | 'hours' | 'holidays' | 'otherDays'>

/** @returns a test whether the promised time since `receivedAt` has passed; it is true for a time in the future */
export function overdueAt(now: Date, firm: Promised): (receivedAt: string) => boolean {
  const { number, unit } = parsePromise(firm.replyWithin)
  let earliest = now.getTime() - number * (unit === 'hour' ? HOUR_MS : DAY_MS)
  if (unit === 'business day') {
    // Business days count from the day after arrival. The earliest arrival in time is found once, for all inquiries.
    const today = officeDay(now)
    let day = Date.parse(today)
    while (endOfWait(day, number, firm) >= today) day -= DAY_MS
    earliest = Date.parse(officeDayStart(dayAt(day), 1))
  }
  return (receivedAt) => Date.parse(receivedAt) < earliest || isInFuture(receivedAt, now)
}

/** @returns a test whether an inquiry is late. A caller was promised a day, which counts even if it is later than the usual promise. */
export function lateIn({ clock, firm }: { clock: Clock; firm: Promised }): (listed: ListedInquiry) => boolean {
  const isOverdue = overdueAt(clock.now(), firm)
  const today = officeDay(clock.now())
  return (listed) => {
    const day = callDay(listed.state)
    return awaitsAnswer(listed.state) && (day === undefined ? isOverdue(waitsSince(listed)) : today > day)
  }
}

/** @returns the day by which the firm promised to reply or to call back, in the office's time zone */
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

/** @param start of a UTC day, milliseconds since 1970 @param number of business days, without the first day @returns the last day */
function endOfWait(start: number, number: number, firm: Promised): string {
  let day = start
  for (let left = number; left > 0 && day < start + LONGEST_WAIT_MS;) {
    day += DAY_MS
    if (isBusinessDay(firm, dayAt(day))) left--
  }
  return dayAt(day)
}

/** @param words like `one business day` or `24 hours` */
function parsePromise(words: string): { number: number; unit: 'hour' | 'day' | 'business day' } {
  const [, count = '', business, unit] = PROMISE.exec(words.toLowerCase()) ?? []
  const number = /^\d+$/.test(count) ? Number(count) : NUMBERS.indexOf(count)
  // A text without a number counts as one business day.
  if (number < 1) return { number: 1, unit: 'business day' }
  return { number, unit: unit === 'hour' ? 'hour' : business ? 'business day' : 'day' }
}

const pluralize = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

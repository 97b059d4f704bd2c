/**
 * The age of an inquiry in words, and whether it exceeds the firm's promised reply time.
 */
import { officeDay } from '../dates.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'

/** Ages below this are given in hours. */
const HOURS_UNTIL_MS = 2 * DAY_MS

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const PROMISE = /\b(\d+|[a-z]+) (business |working )?(hour|day)s?\b/
/** Used when the firm's text names no number. */
const DEFAULT_DEADLINE = { number: 1, unit: 'business day' } as const

interface Deadline {
  number: number
  unit: 'hour' | 'day' | 'business day'
}

/** An age in words, like `3 hours` or `2 days`. */
export function ageInWords(receivedAt: string, now: Date): string {
  const age = Math.max(0, now.getTime() - Date.parse(receivedAt))
  if (age < MINUTE_MS) return 'just now'
  if (age < HOUR_MS) return pluralize(Math.floor(age / MINUTE_MS), 'minute')
  return age < HOURS_UNTIL_MS
    ? pluralize(Math.floor(age / HOUR_MS), 'hour')
    : pluralize(Math.floor(age / DAY_MS), 'day')
}

/**
 * Whether an inquiry has waited longer than the firm promises. Business days are Monday to Friday, counted from the day
 * after arrival; holidays are not considered.
 * @param replyWithin the firm's text, like `one business day` or `24 hours`
 */
export function isOverdue(receivedAt: string, now: Date, replyWithin: string): boolean {
  const { number, unit } = parsePromise(replyWithin)
  const arrived = Date.parse(receivedAt)
  if (unit !== 'business day') return now.getTime() - arrived > number * (unit === 'hour' ? HOUR_MS : DAY_MS)
  const today = Date.parse(officeDay(now))
  let daysLeft = number
  for (let day = Date.parse(officeDay(new Date(arrived))) + DAY_MS; day < today; day += DAY_MS) {
    const weekday = new Date(day).getUTCDay()
    if (weekday !== 0 && weekday !== 6 && --daysLeft === 0) return true
  }
  return false
}

function parsePromise(words: string): Deadline {
  const [, count = '', business, unit] = PROMISE.exec(words.toLowerCase()) ?? []
  const number = /^\d+$/.test(count) ? Number(count) : NUMBERS.indexOf(count)
  if (number < 1) return DEFAULT_DEADLINE
  return { number, unit: unit === 'hour' ? 'hour' : business ? 'business day' : 'day' }
}

const pluralize = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

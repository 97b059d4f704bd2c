/** Holidays by rule (5 U.S.C. 6103, section 110.117 of the Florida Statutes), with the days on which they are observed. */
import { memoize } from '../memoize.ts'
import { dayAt, nthWeekday } from '../dates.ts'
import { DAY_MS } from '../duration.ts'

const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const SATURDAY = 6

const thanksgiving = (year: number) => nthWeekday(4, THURSDAY, 11, year)

/** Each rule returns the start of the day in UTC, in milliseconds since 1970. */
const RULES = {
  'New Year': (year) => Date.UTC(year, 0, 1),
  'Martin Luther King Day': (year) => nthWeekday(3, MONDAY, 1, year),
  'Presidents Day': (year) => nthWeekday(3, MONDAY, 2, year),
  'Memorial Day': (year) => nthWeekday(-1, MONDAY, 5, year),
  Juneteenth: (year) => Date.UTC(year, 5, 19),
  'Independence Day': (year) => Date.UTC(year, 6, 4),
  'Labor Day': (year) => nthWeekday(1, MONDAY, 9, year),
  'Columbus Day': (year) => nthWeekday(2, MONDAY, 10, year),
  'Veterans Day': (year) => Date.UTC(year, 10, 11),
  Thanksgiving: thanksgiving,
  'Day after Thanksgiving': (year) => thanksgiving(year) + DAY_MS,
  Christmas: (year) => Date.UTC(year, 11, 25),
} as const satisfies Record<string, (year: number) => number>

type Holiday = keyof typeof RULES
export const HOLIDAYS = Object.keys(RULES) as [Holiday, ...Holiday[]]

export const isHoliday = (day: string, holidays: readonly Holiday[]): boolean =>
  daysOffIn(JSON.stringify([Number(day.slice(0, 4)), holidays])).has(day)

/** Cached, because a schedule asks for the same holidays on each day of a year. */
const daysOffIn = memoize((yearAndHolidays) => {
  const [year, holidays] = JSON.parse(yearAndHolidays) as [number, Holiday[]]
  // New Year of the next year may be observed on December 31.
  return new Set([year, year + 1].flatMap((each) => holidays.flatMap((name) => daysOff(RULES[name](each)))))
})

/** A holiday on Saturday is observed on Friday too, and one on Sunday on Monday too. */
function daysOff(time: number): string[] {
  const weekday = new Date(time).getUTCDay()
  const shift = weekday === SATURDAY ? -1 : weekday === SUNDAY ? 1 : 0
  return [...new Set([time, time + shift * DAY_MS].map(dayAt))]
}

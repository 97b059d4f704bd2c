/** Holidays by rule (5 U.S.C. 6103, section 110.117 of the Florida Statutes), with the days on which they are observed. */
import { remembered } from '../remembered.ts'
import { dayAt, nthWeekday } from '../dates.ts'
import { DAY_MS } from '../duration.ts'

const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const SATURDAY = 6

/** Returns milliseconds since 1970. */
type Rule = (year: number) => number

const fixed =
  (month: number, date: number): Rule =>
  (year) =>
    Date.UTC(year, month - 1, date)

const nth =
  (count: number, weekday: number, month: number): Rule =>
  (year) =>
    nthWeekday(count, weekday, month, year)

const thanksgiving = nth(4, THURSDAY, 11)

const RULES = {
  'New Year': fixed(1, 1),
  'Martin Luther King Day': nth(3, MONDAY, 1),
  'Presidents Day': nth(3, MONDAY, 2),
  'Memorial Day': nth(-1, MONDAY, 5),
  Juneteenth: fixed(6, 19),
  'Independence Day': fixed(7, 4),
  'Labor Day': nth(1, MONDAY, 9),
  'Columbus Day': nth(2, MONDAY, 10),
  'Veterans Day': fixed(11, 11),
  Thanksgiving: thanksgiving,
  'Day after Thanksgiving': (year) => thanksgiving(year) + DAY_MS,
  Christmas: fixed(12, 25),
} as const satisfies Record<string, Rule>

type Holiday = keyof typeof RULES
export const HOLIDAYS = Object.keys(RULES) as [Holiday, ...Holiday[]]

export const isHoliday = (day: string, holidays: readonly Holiday[]): boolean =>
  daysOffIn(JSON.stringify([Number(day.slice(0, 4)), holidays])).has(day)

/** A schedule asks for the same holidays on each day of a year. */
const daysOffIn = remembered((asked) => {
  const [year, holidays] = JSON.parse(asked) as [number, Holiday[]]
  // New Year of the next year may be observed on December 31.
  return new Set([year, year + 1].flatMap((each) => holidays.flatMap((name) => daysOff(RULES[name](each)))))
})

/** A holiday on Saturday is observed on Friday too, and one on Sunday on Monday too. */
function daysOff(time: number): string[] {
  const weekday = new Date(time).getUTCDay()
  const shift = weekday === SATURDAY ? -1 : weekday === SUNDAY ? 1 : 0
  return [...new Set([time, time + shift * DAY_MS].map(dayAt))]
}

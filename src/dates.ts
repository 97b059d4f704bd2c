import * as z from 'zod'
import { DAY_MS, HOUR_MS } from './duration.ts'
import { type Language, OTHER_LANGUAGE, siteLanguage } from './language.ts'

/** Functions with `office` in their name count in this time zone; `dayOf`, `dayAt`, `monthOf` and `monthAt` count in UTC. */
const TIME_ZONE = 'America/New_York'

/** Some YAML parsers turn an unquoted day into a Date. The mark `PURE` keeps this schema and zod out of the site's script. */
export const Day = /* @__PURE__ */ z.preprocess(
  (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
  /* @__PURE__ */ z.iso.date({ error: ({ input }) => noSuchDay(String(input)) ?? 'must be a day like 2026-11-01' }),
)

function noSuchDay(text: string): string | undefined {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])-\d\d$/.exec(text) ?? []
  if (!year) return undefined
  const last = new Date(Date.UTC(Number(year), Number(month), 0))
  const name = last.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' })
  return `must be a day that there is: ${name} ${year} has ${last.getUTCDate()} days`
}

/** Cached, because making a formatter for each time on a page would take longer than the rest of the page. */
const formatters = /* @__PURE__ */ new Map<string, Intl.DateTimeFormat>()

function format(time: Date, locale: string, style: Intl.DateTimeFormatOptions): string {
  const name = `${locale} ${JSON.stringify(style)}`
  const formatter = formatters.get(name) ?? new Intl.DateTimeFormat(locale, style)
  formatters.set(name, formatter)
  return formatter.format(time)
}

/** @returns like `November 1, 2026` */
export const dayInWords = (day: string, locale = 'en-US'): string =>
  format(new Date(day), locale, { dateStyle: 'long', timeZone: 'UTC' })

/** @param iso a time in UTC */
export const dayOf = (iso: string): string => iso.slice(0, 10)

/** @returns like 2026-11 */
export const monthOf = (iso: string): string => iso.slice(0, 7)

export const monthAt = (now: Date): string => monthOf(now.toISOString())

export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** @param time milliseconds since 1970 */
export const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** How a.m. and p.m. are written after an hour. */
const HALVES: Readonly<Record<Language, Readonly<Record<'a' | 'p', string>>>> = {
  en: { a: ' a.m.', p: ' p.m.' },
  es: { a: '\u00a0a.\u00a0m.', p: '\u00a0p.\u00a0m.' },
}

/** @param clock like `17:00` @returns like `5:00 p.m.` */
export function clockInWords(clock: string, language: Language): string {
  const hours = parseInt(clock)
  return `${hours % 12 || 12}${clock.slice(2)}${HALVES[language][hours < 12 ? 'a' : 'p']}`
}

/** The order is that of `Date.getUTCDay`. */
export const WEEKDAY_NAMES = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  es: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
} as const satisfies Record<Language, readonly string[]>

/** @returns like `Monday, November 23` */
export const weekdayInWords = (day: string, locale: string): string =>
  new Date(day).toLocaleDateString(locale, { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })

/** From this many days on, the name of a weekday could mean another week. */
export const DAYS_IN_WEEK = 7

/** @returns like `Monday`; like `Monday, November 23` when it is a week or more away */
export const comingDay = (day: string, daysAway: number, language: Language): string =>
  daysAway < DAYS_IN_WEEK ? (WEEKDAY_NAMES[language][new Date(day).getUTCDay()] ?? '') : weekdayInWords(day, language)

/**
 * @param count 1 for the first of the month, -1 for the last
 * @param weekday 0 is Sunday
 * @param month 1 is January
 * @returns milliseconds since 1970
 */
export function nthWeekday(count: number, weekday: number, month: number, year: number): number {
  // The last such weekday is a week before the first such weekday of the next month.
  const [start, weeks] = count > 0 ? [Date.UTC(year, month - 1, 1), count - 1] : [Date.UTC(year, month, 1), count]
  const days = (weekday - new Date(start).getUTCDay() + DAYS_IN_WEEK) % DAYS_IN_WEEK
  return start + (days + weeks * DAYS_IN_WEEK) * DAY_MS
}

/**
 * Summer time lasts from the second Sunday of March to the first Sunday of November, both at 2 a.m. (15 U.S.C. 260a). This is computed,
 * because `Intl` takes a tenth of a function's cold start, and a fifth of a second on a phone. A test compares it with `Intl`.
 */
function hoursBehind(time: number): number {
  const year = new Date(time).getUTCFullYear()
  const [starts, ends] = [nthWeekday(2, 0, 3, year), nthWeekday(1, 0, 11, year)]
  const [summer, winter] = HOURS_BEHIND
  return time >= starts + (2 + winter) * HOUR_MS && time < ends + (2 + summer) * HOUR_MS ? summer : winter
}

/** The office's clock is this many hours behind UTC, in summer and in winter. */
const HOURS_BEHIND = [4, 5] as const

/** @returns like `2026-11-21` and `17:00:59`, in the office's time zone */
export function officeClock(time: Date): [day: string, clock: string] {
  const local = new Date(time.getTime() - hoursBehind(time.getTime()) * HOUR_MS).toISOString()
  return [local.slice(0, 10), local.slice(11, 19)]
}

/** @returns like 2026-11-21, in the office's time zone */
export const officeDay = (time: Date): string => officeClock(time)[0]

/** Counts days from the office's day at `now`. @returns a negative number when the day has passed */
export const daysUntil = (day: string, now: Date): number => (Date.parse(day) - Date.parse(officeDay(now))) / DAY_MS

/** @returns like `tomorrow`, `in 3 days` or `2 days ago` */
export const daysLeftInWords = (day: string, now: Date): string =>
  new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(daysUntil(day, now), 'day')

export const TIME_NOT_KNOWN = 'time not known'

/** @returns like `Nov 21, 2026, 10:04 a.m.` or `21 de noviembre de 2026 a las 10:04 a. m.`; an empty `iso` is an unknown time */
export function officeTime(iso: string, locale = 'en-US', dateStyle: 'medium' | 'long' = 'medium'): string {
  if (iso === '') return TIME_NOT_KNOWN
  const language = siteLanguage(locale)
  const text = format(new Date(iso), locale, { dateStyle, timeStyle: 'short', timeZone: TIME_ZONE })
  // `HALVES` replaces what `Intl` writes: AM and PM in capitals, and `a. m.` with a space at which a line may break.
  return language === OTHER_LANGUAGE
    ? text
    : text.replace(/\s([ap])(\.\s?m\.|m)$/i, (_, half: string) => HALVES[language][half.toLowerCase() as 'a' | 'p'])
}

/** For lists and threads, in English. @returns like `10:04 a.m.` today, `Nov 20, 10:04 a.m.` this year, else with the year */
export function shortOfficeTime(iso: string, now: Date): string {
  const [whole, today] = [officeTime(iso), officeTime(now.toISOString())]
  const [day, year, hour] = whole.split(', ')
  if (hour === undefined || !today.includes(`, ${year}, `)) return whole
  return today.startsWith(`${day}, `) ? hour : `${day}, ${hour}`
}

/** @returns like `Nov 21, 2026, 10:04 a.m. EST` */
export const officeTimeWithZone = (iso: string): string =>
  `${officeTime(iso)} ${new Date(iso).toLocaleTimeString('en-US', { timeZone: TIME_ZONE, timeZoneName: 'short' }).split(' ').at(-1)}`

/** @returns when a day begins in the office, as ISO 8601 in UTC. @param later counts days after `day` */
export function officeDayStart(day: string, later = 0): string {
  const wanted = dayAt(Date.parse(day) + later * DAY_MS)
  // The office's clock is whole hours behind UTC, and never changes at midnight.
  let start = Date.parse(wanted)
  while (officeDay(new Date(start)) < wanted) start += HOUR_MS
  return new Date(start).toISOString()
}

/**
 * When summer time ends, the clock shows some times twice: the first moment counts.
 * @param clock like `17:00`
 * @returns undefined for a time that the clock skips when summer time begins
 */
export function officeInstant(day: string, clock: string): Date | undefined {
  const times = HOURS_BEHIND.map((hours) => new Date(Date.parse(`${day}T${clock}:00Z`) + hours * HOUR_MS))
  return times.find((time) => officeClock(time).join(' ') === `${day} ${clock}:00`)
}

/** @returns the time with its offset from UTC (RFC 3339), like `2026-12-01T10:00:00-05:00` */
export const officeTimestamp = (iso: string): string =>
  `${officeClock(new Date(iso)).join('T')}-${String(hoursBehind(Date.parse(iso))).padStart(2, '0')}:00`

/** @returns like `November 2026` */
export const monthInWords = (month: string): string =>
  new Date(month).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

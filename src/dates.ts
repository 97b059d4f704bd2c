/** Days and times: parsing, formatting, and the time zone of the office. */
import * as z from 'zod'
import { DAY_MS, HOUR_MS } from './duration.ts'
import { type Language, OTHER_LANGUAGE, siteLanguage } from './language.ts'

/** The office is in Florida. Its days are counted, not UTC days. */
const TIME_ZONE = 'America/New_York'

/**
 * A calendar day. Some YAML parsers turn an unquoted day into a Date, so both are accepted. It is marked as pure, so that the site's
 * script, which uses other parts of this file, does not include it and zod.
 */
export const Day = /* @__PURE__ */ z.preprocess(
  (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
  /* @__PURE__ */ z.iso.date({ error: ({ input }) => missingDay(String(input)) ?? 'must be a day like 2026-11-01' }),
)

/** The error for a day that its month does not have. */
function missingDay(text: string): string | undefined {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])-\d\d$/.exec(text) ?? []
  if (!year) return undefined
  const last = new Date(Date.UTC(Number(year), Number(month), 0))
  const name = last.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' })
  return `must be a day that there is: ${name} ${year} has ${last.getUTCDate()} days`
}

/** Cached by locale and style: making one for each day would take longer than the rest of a small page. */
const forms = /* @__PURE__ */ new Map<string, Intl.DateTimeFormat>()

function formatDay(day: Date, locale: string, style: Intl.DateTimeFormatOptions): string {
  const name = `${locale} ${JSON.stringify(style)}`
  const form = forms.get(name) ?? new Intl.DateTimeFormat(locale, style)
  forms.set(name, form)
  return form.format(day)
}

/** A day in the long form of a locale, like `November 1, 2026`. */
export const dayInWords = (day: string, locale = 'en-US'): string =>
  formatDay(new Date(day), locale, { dateStyle: 'long', timeZone: 'UTC' })

/** The day of a time (ISO 8601, UTC), like 2026-11-21. */
export const dayOf = (iso: string): string => iso.slice(0, 10)

/** The month of a day or time, like 2026-11. */
export const monthOf = (iso: string): string => iso.slice(0, 7)

/** The month of a moment. */
export const monthAt = (now: Date): string => monthOf(now.toISOString())

export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** The UTC day of a time in milliseconds since 1970. */
export const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** How each language writes a.m. and p.m. */
const HALVES: Readonly<Record<Language, Readonly<Record<'a' | 'p', string>>>> = {
  en: { a: ' a.m.', p: ' p.m.' },
  es: { a: '\u00a0a.\u00a0m.', p: '\u00a0p.\u00a0m.' },
}

/** A time of the day in words, like `5:00 p.m.` */
export function clockInWords(time: string, language: Language): string {
  const hours = parseInt(time)
  return `${hours % 12 || 12}${time.slice(2)}${HALVES[language][hours < 12 ? 'a' : 'p']}`
}

/** The order is that of `Date.getUTCDay`. */
export const WEEKDAY_NAMES = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  es: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
} as const satisfies Record<Language, readonly string[]>

/** A day with its weekday, like `Monday, November 23`. */
export const weekdayInWords = (day: string, locale: string): string =>
  new Date(day).toLocaleDateString(locale, { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })

/**
 * The day and the time of the day in the office's time zone.
 * @returns like `2026-11-21` and `17:00:59`
 */
export const officeClock = (time: Date) =>
  formatDay(time, 'sv', { dateStyle: 'short', timeStyle: 'medium', timeZone: TIME_ZONE }).split(' ') as [
    day: string,
    clock: string,
  ]

/** The office's clock is `behind` hours behind UTC, starting at `from`, in hours since 1970. */
export type ClockChange = readonly [from: number, behind: number]

/** The difference of the office's clock to UTC from one day until the end of another, the latest change first. */
export function officeClockChanges(from: string, until: string): ClockChange[] {
  const changes: ClockChange[] = []
  for (let time = Date.parse(from); time < Date.parse(until) + 2 * DAY_MS; time += HOUR_MS) {
    const behind = hoursBehind(time)
    if (changes[0]?.[1] !== behind) changes.unshift([time / HOUR_MS, behind])
  }
  return changes
}

/** The day in the office's time zone, like 2026-11-21. */
export const officeDay = (time: Date): string => formatDay(time, 'en-CA', { dateStyle: 'short', timeZone: TIME_ZONE })

/** The number of days in the office's calendar from a time to a day; negative when the day has passed. */
export const daysUntil = (day: string, now: Date): number => (Date.parse(day) - Date.parse(officeDay(now))) / DAY_MS

/** Like `tomorrow`, `in 3 days` or `2 days ago`. */
export const daysLeftInWords = (day: string, now: Date): string =>
  new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(daysUntil(day, now), 'day')

/** Shown instead of a time. */
export const TIME_NOT_KNOWN = 'time not known'

/** A time in the office's time zone, like `Nov 21, 2026, 10:04 a.m.` or `21 de noviembre de 2026 a las 10:04 a. m.`; '' is not known. */
export function officeTime(iso: string, locale = 'en-US', dateStyle: 'medium' | 'long' = 'medium'): string {
  if (iso === '') return TIME_NOT_KNOWN
  const language = siteLanguage(locale)
  const text = new Date(iso).toLocaleString(locale, { dateStyle, timeStyle: 'short', timeZone: TIME_ZONE })
  // `Intl` writes the halves of English in capitals, and those of Spanish with a space at which a line may break.
  return language === OTHER_LANGUAGE
    ? text
    : text.replace(/\s([ap])(\.\s?m\.|m)$/i, (_, half: string) => HALVES[language][half.toLowerCase() as 'a' | 'p'])
}

/** A time in the office's time zone with the name of the zone, like `Nov 21, 2026, 10:04 a.m. EST`. */
export const officeTimeWithZone = (iso: string): string =>
  `${officeTime(iso)} ${new Date(iso).toLocaleTimeString('en-US', { timeZone: TIME_ZONE, timeZoneName: 'short' }).split(' ').at(-1)}`

/**
 * When a day, or the day `later` days after it, begins in the office.
 * @returns ISO 8601, UTC, like 2026-11-21T05:00:00.000Z
 */
export function officeDayStart(day: string, later = 0): string {
  const wanted = dayAt(Date.parse(day) + later * DAY_MS)
  // The office's clock is whole hours behind UTC, and never changes at midnight.
  let start = Date.parse(wanted)
  while (officeDay(new Date(start)) < wanted) start += HOUR_MS
  return new Date(start).toISOString()
}

/** In summer and in winter. */
const HOURS_BEHIND = [4, 5]

/**
 * The moment when the office's clock shows a time. When summer time ends, the clock shows some times twice: the first moment counts.
 * @param clock like `17:00`
 * @returns undefined for a time that the clock skips when summer time begins
 */
export function officeInstant(day: string, clock: string): Date | undefined {
  const times = HOURS_BEHIND.map((hours) => new Date(Date.parse(`${day}T${clock}:00Z`) + hours * HOUR_MS))
  return times.find((time) => officeClock(time).join(' ') === `${day} ${clock}:00`)
}

/** A time by the office's clock with its offset from UTC (RFC 3339), like `2026-12-01T10:00:00-05:00`. */
export const officeTimestamp = (iso: string): string =>
  `${officeClock(new Date(iso)).join('T')}-${String(hoursBehind(Date.parse(iso))).padStart(2, '0')}:00`

const hoursBehind = (time: number) =>
  Math.round((time - Date.parse(`${officeClock(new Date(time)).join('T')}Z`)) / HOUR_MS)

/** A month in words, like `November 2026`. */
export const monthInWords = (month: string): string =>
  new Date(month).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

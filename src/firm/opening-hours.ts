/**
 * Opening hours in words, as written in Florida, in each language.
 */
import { clockInWords } from '../dates.ts'
import type { Language } from '../language.ts'
import type { Firm, FirmFile } from './firm.ts'
import { scheduleFrom } from './schedule.ts'
import { daysInWords, parseDays, WEEKDAYS } from './weekdays.ts'

const LINES: Readonly<Record<Language, (days: string, opens: string, closes: string) => string>> = {
  en: (days, opens, closes) => `${days}, ${opens} to ${closes}`,
  es: (days, opens, closes) => `${days}, de ${opens} a ${closes}`,
}

/** @returns one line for each group of days, like `Monday to Friday, 8:30 a.m. to 5:00 p.m.` */
export function hoursInWords({ hours }: Pick<Firm, 'hours'>, language: Language): string[] {
  return hours.map(({ days, opens, closes }) =>
    LINES[language](days, clockInWords(opens, language), clockInWords(closes, language)),
  )
}

/**
 * The opening hours as the API has them: the days in the words of a language and for programs, and the days on which the office is
 * closed in the year to come.
 * @param today like 2026-11-23
 */
export function publishedHours(
  { hours, holidays, otherDays }: Pick<FirmFile, 'hours' | 'holidays' | 'otherDays'>,
  language: Language,
  today: string,
): Pick<Firm, 'hours' | 'holidays' | 'otherDays' | 'closed'> {
  const { days: differing } = scheduleFrom({ hours, holidays, otherDays }, today)
  return {
    hours: hours.map(({ days, opens, closes }) => {
      const parsed = parseDays(days) ?? []
      const daysOfWeek = parsed.flatMap((day) => WEEKDAYS[day] ?? [])
      return { days: daysInWords(parsed, language), opens, closes, daysOfWeek }
    }),
    ...(holidays && { holidays }),
    ...(otherDays && { otherDays }),
    closed: Object.entries(differing).flatMap(([day, ranges]) => (ranges.length === 0 ? [day] : [])),
  }
}

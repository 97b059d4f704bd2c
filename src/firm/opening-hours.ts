/** Opening hours: as a schedule by day for the year to come, in words, and for the API. */
import { clockInWords, dayAt } from '../dates.ts'
import { DAY_MS } from '../duration.ts'
import { memoize } from '../memoize.ts'
import { isHoliday } from './holidays.ts'
import type { OfficeHours } from './office-fields.ts'
import type { Range, Schedule } from './open-state.ts'
import { linesIn, parseDays, WEEKDAYS } from './weekdays.ts'
import { type Language, listInWords } from '../language.ts'
import type { Firm, FirmFile } from './firm.ts'
import { mainOffice } from './offices.ts'

/** From today to the same day of the next year. */
const YEAR_DAYS = 366

/** @returns undefined when the day has the hours of its weekday */
function specialHoursOn({ holidays = [], otherDays = [] }: OfficeHours, day: string): readonly Range[] | undefined {
  const others = otherDays.filter(({ date }) => date === day)
  if (others.length > 0)
    return ordered(others.flatMap(({ opens, closes }) => (opens && closes ? [[opens, closes]] : [])))
  return isHoliday(day, holidays) ? [] : undefined
}

export const isBusinessDay = (office: OfficeHours, day: string): boolean =>
  (specialHoursOn(office, day) ?? weekHours(office, weekdayOf(day))).length > 0

export const scheduleFrom = ({ hours, holidays, otherDays }: OfficeHours, today: string): Schedule =>
  schedules(JSON.stringify([{ hours, holidays, otherDays }, today]))

/** Cached, because every page asks for the same schedule. */
const schedules = memoize((officeAndDay) => makeSchedule(...(JSON.parse(officeAndDay) as [OfficeHours, string])))

function makeSchedule(office: OfficeHours, today: string): Schedule {
  const week = WEEKDAYS.map((_name, weekday) => weekHours(office, weekday))
  const coming = Array.from({ length: YEAR_DAYS }, (_, later) => dayAt(Date.parse(today) + later * DAY_MS))
  const differing = coming.flatMap((day) => {
    const hours = specialHoursOn(office, day)
    const isSame = hours === undefined || JSON.stringify(hours) === JSON.stringify(week[weekdayOf(day)])
    return isSame ? [] : [[day, hours] as const]
  })
  return { week, days: Object.fromEntries(differing), until: coming.at(-1) ?? today }
}

const weekdayOf = (day: string) => new Date(day).getUTCDay()

const weekHours = ({ hours }: Pick<OfficeHours, 'hours'>, weekday: number): readonly Range[] =>
  ordered(hours.flatMap(({ days, opens, closes }) => (parseDays(days)?.includes(weekday) ? [[opens, closes]] : [])))

/** Sorts ranges, and joins those that touch. */
function ordered(ranges: readonly Range[]): Range[] {
  const joined: Range[] = []
  for (const [opens, closes] of ranges.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const last = joined.at(-1)
    if (last && opens <= last[1]) joined[joined.length - 1] = [last[0], closes > last[1] ? closes : last[1]]
    else joined.push([opens, closes])
  }
  return joined
}

const RANGES: Readonly<Record<Language, (opens: string, closes: string) => string>> = {
  // A time must not break at the end of a line.
  en: (opens, closes) => `${opens.replace(' ', '\u00a0')} to ${closes.replace(' ', '\u00a0')}`,
  es: (opens, closes) => `de ${opens} a ${closes}`,
}

/** @returns a line for each group of days, like `Monday to Friday, 8:30 a.m. to 12:00 p.m. and 1:00 p.m. to 5:00 p.m.` */
export function hoursInWords({ hours }: Pick<Firm, 'hours'>, language: Language): string[] {
  const inWords = ({ opens, closes }: { opens: string; closes: string }) =>
    RANGES[language](clockInWords(opens, language), clockInWords(closes, language))
  return [...Map.groupBy(hours, ({ days }) => days)].map(
    ([days, ranges]) => `${days}, ${listInWords(ranges.map(inWords), 'and', language)}`,
  )
}

/** Adds `daysOfWeek`, which programs read. */
const publishedLines = (lines: OfficeHours['hours'], language: Language): Firm['hours'] =>
  linesIn(lines, language).map((line) => ({
    ...line,
    daysOfWeek: parseDays(line.days)?.flatMap((day) => WEEKDAYS[day] ?? []),
  }))

/** Adds the main office's facts. `closed` lists the days of the year to come on which it is closed despite its weekly hours. */
export function publishedOffices(
  { offices, holidays, otherDays }: Pick<FirmFile, 'offices' | 'holidays' | 'otherDays'>,
  language: Language,
  today: string,
): Pick<Firm, 'address' | 'telephone' | 'hours' | 'directions' | 'offices' | 'closed'> {
  const { days: differing } = scheduleFrom({ hours: mainOffice(offices).hours, holidays, otherDays }, today)
  const published = offices.map(({ hours, ...office }) => ({
    ...office,
    ...(hours && { hours: publishedLines(hours, language) }),
  }))
  return {
    ...mainOffice(published),
    offices: published,
    closed: Object.entries(differing).flatMap(([day, ranges]) => (ranges.length === 0 ? [day] : [])),
  }
}

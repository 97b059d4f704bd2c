/**
 * Opening hours in words, as written in Florida, in each language.
 */
import { spanishClock } from '../dates.ts'
import type { Firm } from './firm.ts'
import type { Language } from '../language.ts'

interface TimeFormat {
  /** @param time in 24-hour format, `17:00` */
  clock(time: string): string
  line(days: string, opens: string, closes: string): string
}

const TIME_FORMATS: Readonly<Record<Language, TimeFormat>> = {
  en: { clock: clockTime, line: (days, opens, closes) => `${days}, ${opens} to ${closes}` },
  es: {
    clock: (time) => spanishClock(clockTime(time)),
    line: (days, opens, closes) => `${days}, de ${opens} a ${closes}`,
  },
}

/** @returns one line for each group of days, like `Monday to Friday, 8:30 a.m. to 5:00 p.m.` */
export function hoursInWords({ hours }: Pick<Firm, 'hours'>, language: Language): string[] {
  const { clock, line } = TIME_FORMATS[language]
  return hours.map(({ days, opens, closes }) => line(days, clock(opens), clock(closes)))
}

function clockTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'a.m.' : 'p.m.'}`
}

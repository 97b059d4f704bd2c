/**
 * Times as they are told at the office, in Florida.
 */
import { spanishClock } from './firm/opening-hours.ts'

/** Its days are counted, not those of Greenwich. */
const TIME_ZONE = 'America/New_York'

/** The day at the office, like 2026-11-21. */
export const officeDay = (time: Date): string => time.toLocaleDateString('en-CA', { timeZone: TIME_ZONE })

/** A time as people read it, like `Nov 21, 2026, 10:04 AM` or, where Spanish is spoken, `21 de noviembre de 2026 a las 10:04 a. m.` */
export const officeTime = (iso: string, locale = 'en-US', dateStyle: 'medium' | 'long' = 'medium'): string =>
  spanishClock(new Date(iso).toLocaleString(locale, { dateStyle, timeStyle: 'short', timeZone: TIME_ZONE }))

/**
 * A month as people read it, like `November 2026`.
 * @param month like 2026-11
 */
export const monthInWords = (month: string): string =>
  new Date(month).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/**
 * Days: in frontmatter, as people write them, and those of a moment.
 */
import * as z from 'zod'

/** A calendar day. Some YAML readers make a Date of it when it is not in quotes; either way it is the same day. */
export const Day = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
  z.iso.date('must be a day like 2026-11-01'),
)

/** @returns the day as people write it, like November 1, 2026, or as those of another locale write it */
export const dayInWords = (day: string, locale = 'en-US') =>
  new Date(day).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })

/** The day of a time (ISO 8601, UTC), like 2026-11-21. */
export const dayOf = (iso: string): string => iso.slice(0, 10)

/** The month of a day or time, like 2026-11. */
export const monthOf = (iso: string): string => iso.slice(0, 7)

/** The day, UTC, of a moment in milliseconds since 1970. */
export const dayAt = (time: number): string => dayOf(new Date(time).toISOString())

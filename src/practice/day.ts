/**
 * A day in frontmatter, like 2026-11-01.
 */
import * as z from 'zod'

/** A calendar day. Some YAML readers make a Date of it when it is not in quotes; either way it is the same day. */
export const Day = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
  z.iso.date('must be a day like 2026-11-01'),
)

/** @returns the day as people write it, like November 1, 2026, or as those of another locale write it */
export const dayInWords = (day: string, locale = 'en-US') => new Date(day).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })

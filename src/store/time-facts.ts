/** The rows of the table of facts about the times of lawyers that people chose, and the calendars that show them. */
import * as z from 'zod'
import { DAY_MS } from '../duration.ts'
import { type FactRow, Time, Written } from './fact.ts'

/** Longer than times can be chosen ahead. */
const TIMES = { afterMs: 120 * DAY_MS } as const

export const TIME_FACTS = {
  takenTime: {
    /** `start`: like 20261201T1500Z. */
    pattern: 'times/<month>/<start>/<lawyer>/<number>',
    /** `inquiry`: the path of its key. */
    value: z.object({ at: Time, minutes: z.number(), inquiry: z.string() }),
    removed: { ...TIMES, sooner: 'with the inquiry' },
  },
  // That its number is free again, and that the person was reminded of it.
  freeTime: { pattern: 'times/<month>/<start>/<lawyer>/<number>-free', value: Written, removed: TIMES },
  remindedTime: { pattern: 'times/<month>/<start>/<lawyer>/<number>-reminded', value: Written, removed: TIMES },
  staffCalendar: {
    pattern: 'staff-calendars/<member>/<hash>',
    value: Written,
    protection: 'the name is the SHA-256 of the secret in the address',
    removed: 'the next one; who revokes the member',
  },
} as const satisfies Record<string, FactRow>

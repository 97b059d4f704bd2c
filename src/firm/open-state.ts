/**
 * Whether the office is open at a time, and when that changes. The same code answers in functions and, as a part of the small script
 * of the site, in browsers: it imports nothing large.
 */
import { clockInWords, dayAt, officeClock, weekdayInWords } from '../dates.ts'
import { DAY_MS } from '../duration.ts'
import type { Language } from '../language.ts'

/** From opening until closing, 24 hours, local to the office, like `08:30` and `17:00`. */
export type Range = readonly [opens: string, closes: string]

/** When the office is open. The ranges of a day are in order and do not touch. */
export interface Schedule {
  /** From Sunday. */
  week: readonly (readonly Range[])[]
  /** The days that differ from the week, like 2026-11-26; without a range the office is closed. */
  days: Readonly<Record<string, readonly Range[]>>
  /** The last day that it is right for. */
  until: string
}

/** Either it is open and closes at `time`, or it is closed and opens on `day` at `time`. */
export interface OpenState {
  isOpen: boolean
  /** Like `17:00`. */
  time: string
  /** Like 2026-11-23. */
  day: string
  /** Days from today to `day`. */
  later: number
}

/**
 * The words of it; `{day}` and `{time}` stand for the day and time of the state. They end without a full stop: an hour in words has one.
 */
export interface OpenWords {
  open: string
  opensToday: string
  opensTomorrow: string
  opensOn: string
}

/** From so many days on, a weekday could be that of another week. */
const WEEK_DAYS = 7

/** @returns undefined when the schedule ends before the next opening: then nothing must be claimed */
export function openState({ week, days, until }: Schedule, now: Date): OpenState | undefined {
  const [today, clock] = officeClock(now)
  for (let later = 0; ; later++) {
    const at = Date.parse(today) + later * DAY_MS
    const day = dayAt(at)
    if (day > until) return undefined
    for (const [opens, closes] of days[day] ?? week[new Date(at).getUTCDay()] ?? []) {
      if (later > 0 || clock < opens) return { isOpen: false, time: opens, day, later }
      if (clock < closes) return { isOpen: true, time: closes, day, later }
    }
  }
}

/** One line, like `Open now, until 5:00 p.m.`; empty when nothing is known. */
export function openInWords(state: OpenState | undefined, words: OpenWords, language: Language): string {
  if (!state) return ''
  const { isOpen, time, day, later } = state
  const { open, opensToday, opensTomorrow, opensOn } = words
  const line = isOpen ? open : ([opensToday, opensTomorrow][later] ?? opensOn)
  return (
    line
      .replace('{time}', clockInWords(time, language))
      .replace('{day}', weekdayInWords(day, language, later >= WEEK_DAYS))
      // Spanish: one hour is singular.
      .replace('las 1:', 'la 1:')
  )
}

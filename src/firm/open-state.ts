/**
 * Whether the office is open at a time, and when that changes. The same code answers in functions and, as a part of the small script
 * of the site, in browsers: it imports nothing large, and asks `Intl` for nothing, which would take a phone a fifth of a second.
 */
import { type ClockChange, clockInWords, dayAt, WEEKDAY_NAMES, weekdayInWords } from '../dates.ts'
import { DAY_MS, HOUR_MS } from '../duration.ts'
import type { Language } from '../language.ts'

/** Opening and closing time, 24 hours, local to the office, like `08:30` and `17:00`. */
export type Range = readonly [opens: string, closes: string]

/** When the office is open. The ranges of a day are in order and do not touch. */
export interface Schedule {
  /** The ranges of each weekday, from Sunday. */
  week: readonly (readonly Range[])[]
  /** The days that differ from the week, like 2026-11-26; without a range the office is closed. */
  days: Readonly<Record<string, readonly Range[]>>
  /** How far the office's clock is behind UTC, the latest change first. */
  clock: readonly ClockChange[]
  /** The last day that it is right for. */
  until: string
}

/** The next change: closing or opening. */
export interface OpenState {
  /** The time of the change, like `17:00`. */
  time: string
  day: string
  /** Days from today until it opens; `OPEN` while it is open. */
  wait: number
}

/**
 * The words of it: open, opens today, tomorrow, on another day. `{day}` and `{time}` stand for the day and time of the state. They end
 * without a full stop: an hour in words has one.
 * A list, because pages carry it for the script.
 */
export type OpenWords = readonly string[]

/** The value of `wait` while the office is open. */
export const OPEN = -1
/** After this many days, the name of a weekday could mean another week. */
export const WEEK_DAYS = 7

/** @returns undefined when the schedule begins later or ends before the next opening: then nothing must be claimed */
export function openState({ week, days, clock: changes, until }: Schedule, now: Date): OpenState | undefined {
  const [, behind] = changes.find(([from]) => from * HOUR_MS <= now.getTime()) ?? []
  if (behind === undefined) return undefined
  const [today = '', clock = ''] = new Date(now.getTime() - behind * HOUR_MS).toISOString().split('T')
  for (let wait = 0; ; wait++) {
    const at = Date.parse(today) + wait * DAY_MS
    const day = dayAt(at)
    if (day > until) return undefined
    for (const [opens, closes] of days[day] ?? week[new Date(at).getUTCDay()] ?? []) {
      if (wait > 0 || clock < opens) return { time: opens, day, wait }
      if (clock < closes) return { time: closes, day, wait: OPEN }
    }
  }
}

/** One line, like `Open now, until 5:00 p.m.`; empty when nothing is known. */
export function openInWords(state: OpenState | undefined, words: OpenWords, language: Language): string {
  if (!state) return ''
  const { time, day, wait } = state
  const line = words[wait + 1] ?? words.at(-1) ?? ''
  const weekday = WEEKDAY_NAMES[language][new Date(day).getUTCDay()] ?? ''
  return (
    line
      .replace('{time}', clockInWords(time, language))
      .replace('{day}', wait < WEEK_DAYS ? weekday : weekdayInWords(day, language))
      // Spanish: one hour is singular.
      .replace('las 1:', 'la 1:')
  )
}

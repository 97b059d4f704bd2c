/** Whether the office is open. Browsers run this too, so it imports nothing large and avoids `Intl`, which takes a phone 0.2 seconds. */
import { clockInWords, comingDay, dayAt, officeClock } from '../dates.ts'
import { DAY_MS } from '../duration.ts'
import type { Language } from '../language.ts'

/** Times in the time zone of the office, 24 hours, like `08:30` and `17:00`. */
export type Range = readonly [opens: string, closes: string]

/** The ranges of a day are in order and do not touch. */
export interface Schedule {
  /** Ranges of each weekday, from Sunday. */
  week: readonly (readonly Range[])[]
  /** Days that differ from the week, like 2026-11-26; without a range the office is closed. */
  days: Readonly<Record<string, readonly Range[]>>
  /** The last day for which the schedule is right. */
  until: string
}

/** The next change: closing or opening. */
export interface OpenState {
  /** Like `17:00`. */
  time: string
  day: string
  /** Days from today until the office opens; `OPEN` while it is open. */
  wait: number
}

/** Lines for: open, opens today, opens tomorrow, opens later. They lack a full stop, because a time like `5:00 p.m.` ends with one. */
export type OpenWords = readonly string[]

export const OPEN = -1

/** @returns undefined when the schedule has no change up to `until` */
export function openState({ week, days, until }: Schedule, now: Date): OpenState | undefined {
  const [today, clock] = officeClock(now)
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

/** Example: `Open now, until 5:00 p.m.` */
export function openInWords(state: OpenState | undefined, words: OpenWords, language: Language): string {
  if (!state) return ''
  const { time, day, wait } = state
  const line = words[wait + 1] ?? words.at(-1) ?? ''
  return (
    line
      .replace('{time}', clockInWords(time, language))
      .replace('{day}', comingDay(day, wait, language))
      // In Spanish, one o'clock is singular.
      .replace('las 1:', 'la 1:')
  )
}

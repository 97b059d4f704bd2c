/** The times at which a person can talk with a lawyer: those of the weekly windows, as far as the office is open and nothing is taken. */
import { dayAt, officeClock, officeDay, officeInstant } from '../dates.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'
import type { Consultations } from './consultations.ts'
import { TALK_KINDS, type TalkKind } from './talk-kind.ts'
import type { OfficeHours } from './hours-fields.ts'
import { hoursOn, weekdayOf } from './opening-hours.ts'
import { parseDays } from './weekdays.ts'

export interface LawyerTime {
  lawyer: string
  /** ISO 8601, UTC. */
  startsAt: string
  minutes: number
}

export interface TalkTime extends LawyerTime {
  /** All of it in one word, like `20261201T1500Z-30-telephone-ana-diaz`. */
  id: string
  kind: TalkKind
  endsAt: string
}

const ID = new RegExp(`^(\\d{8}T\\d{4}Z)-(\\d+)-(${TALK_KINDS.join('|')})-([a-z\\d-]+)$`)

/** A time of the day in one word, like `20261201T1500Z`. */
export const compactTime = (iso: string): string => iso.replace(/:\d\d\.\d+Z$/, 'Z').replace(/[-:]/g, '')

/** @returns ISO 8601, UTC; undefined when it is not such a word, or there is no such time */
export function parseCompactTime(text: string): string | undefined {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:00.000Z')
  return Number.isNaN(Date.parse(iso)) || iso === text ? undefined : iso
}

const endOf = ({ startsAt, minutes }: LawyerTime) => new Date(Date.parse(startsAt) + minutes * MINUTE_MS).toISOString()

function talkTime(part: LawyerTime, kind: TalkKind): TalkTime {
  return {
    id: `${compactTime(part.startsAt)}-${part.minutes}-${kind}-${part.lawyer}`,
    kind,
    ...part,
    endsAt: endOf(part),
  }
}

/** @returns the time that an id names, whether or not it can be chosen; undefined when it is not an id */
export function parseTalkTime(id: string): TalkTime | undefined {
  const [, start = '', minutes, kind, lawyer = ''] = ID.exec(id) ?? []
  const startsAt = parseCompactTime(start)
  return startsAt === undefined ? undefined : talkTime({ lawyer, startsAt, minutes: Number(minutes) }, kind as TalkKind)
}

/** Whether two parts need the same lawyer at the same moment. */
const collide = (one: LawyerTime, other: LawyerTime): boolean =>
  one.lawyer === other.lawyer && one.startsAt < endOf(other) && other.startsAt < endOf(one)

/** The times that can be chosen, the earliest first. Within a window they follow one another; none overlaps what is taken. */
export function openings(
  consultations: Consultations,
  office: OfficeHours,
  taken: readonly LawyerTime[],
  now: Date,
): TalkTime[] {
  const { noticeHours, aheadDays, windows } = consultations
  const earliest = new Date(now.getTime() + noticeHours * HOUR_MS).toISOString()
  const today = Date.parse(officeDay(now))
  const days = Array.from({ length: aheadDays + 1 }, (_, later) => dayAt(today + later * DAY_MS))
  const open = days.flatMap((day) => windows.flatMap((window) => partsOn(day, window, office)))
  return open
    .filter(({ startsAt }) => startsAt >= earliest)
    .filter((part) => !taken.some((other) => collide(part, other)))
    .flatMap(({ kinds, ...part }) => kinds.map((kind) => talkTime(part, kind)))
    .sort((one, other) => (one.startsAt < other.startsAt ? -1 : one.startsAt > other.startsAt ? 1 : 0))
}

/** The parts of a window on a day, of which the office is open for the whole. */
function partsOn(day: string, window: Consultations['windows'][number], office: OfficeHours) {
  const { lawyer, days, opens, closes, minutes, kinds } = window
  if (!parseDays(days)?.includes(weekdayOf(day))) return []
  const hours = hoursOn(office, day)
  const parts: (LawyerTime & { kinds: readonly TalkKind[] })[] = []
  for (let start = minuteOf(opens); start + minutes <= minuteOf(closes); start += minutes) {
    // A time that the clock leaves out, when summer time begins, is not there.
    const startsAt = officeInstant(day, clockOf(start))?.toISOString()
    if (startsAt === undefined) continue
    const part = { lawyer, startsAt, minutes, kinds }
    const end = officeClock(new Date(endOf(part)))[1].slice(0, 'HH:MM'.length)
    const isOpen = hours.some(([from, to]) => from <= clockOf(start) && end <= to)
    if (isOpen && end <= closes && !parts.some((other) => collide(part, other))) parts.push(part)
  }
  return parts
}

const HOUR_MINUTES = 60
const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * HOUR_MINUTES + Number(clock.slice(3))
const clockOf = (minute: number) =>
  [Math.floor(minute / HOUR_MINUTES), minute % HOUR_MINUTES].map((part) => String(part).padStart(2, '0')).join(':')

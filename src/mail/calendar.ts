/** Talks as iCalendar files (RFC 5545), for the calendars of the person and of the staff. Nothing of the matter is in an entry. */
import { HOUR_SECONDS } from '../duration.ts'
import type { Firm } from '../firm/firm.ts'
import type { TalkTime } from '../firm/openings.ts'
import type { ShownTime } from '../inquiries/talk.ts'
import { FIRST_LANGUAGE } from '../language.ts'
import { WORDS } from '../words.ts'

export interface CalendarEntry extends Pick<TalkTime, 'startsAt' | 'endsAt'> {
  /** The same in all versions of the entry, like `K7QM-2F9D.mi8xxxxx.3`. */
  entry: string
  /** Rises with each version. */
  sequence: number
  summary: string
  location: string
  /** Of the page to which the entry leads. */
  url?: string
}

interface CalendarHead {
  firm: Pick<Firm, 'name' | 'email'>
  base: string
  /** REQUEST and CANCEL of RFC 5546 are for one person; PUBLISH is a calendar that others subscribe to. */
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  /** The one address that it is sent to. */
  to?: string
}

/** What the calendars of the staff show of a talk. */
export const staffEntry = (reference: string, { kind, lawyer }: Pick<ShownTime, 'kind' | 'lawyer'>) => ({
  summary: `Talk ${WORDS[FIRST_LANGUAGE].talk.kinds[kind]}: ${reference}`,
  location: lawyer,
})

export async function calendarFile({ firm, base, method, to }: CalendarHead, entries: readonly CalendarEntry[]) {
  // Loaded with the first one, to shorten the cold start of functions.
  const { default: ical, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator')
  const calendar = ical({
    prodId: { company: 'Front Desk', product: 'Talks' },
    method: ICalCalendarMethod[method],
    ...(method === 'PUBLISH' && { name: `Talks: ${firm.name}`, ttl: HOUR_SECONDS }),
  })
  for (const { entry, sequence, startsAt, endsAt, summary, location, url } of entries)
    calendar.createEvent({
      id: `${entry}@${new URL(base).hostname}`,
      sequence,
      stamp: new Date(),
      start: new Date(startsAt),
      end: new Date(endsAt),
      summary,
      location,
      ...(url !== undefined && { url }),
      status: ICalEventStatus[method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'],
      organizer: { name: firm.name, email: firm.email },
      ...(to !== undefined && { attendees: [{ email: to, status: ICalAttendeeStatus.ACCEPTED }] }),
    })
  return calendar.toString()
}

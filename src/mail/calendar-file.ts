/** Writes the iCalendar file (RFC 5545) of an appointment. The file does not mention the legal matter. */
import type { Firm } from '../firm/firm.ts'

export interface CalendarEntry {
  /** Id of the entry, the same in all its versions. */
  entry: string
  /** Number of the version, which rises with each change of the appointment. */
  sequence: number
  startsAt: string
  endsAt: string
  isCancelled: boolean
  summary: string
  location: string
  url?: string | undefined
  /** Address of the invited person. Without it the method is PUBLISH, and Outlook does not ask for an answer. */
  to?: string | undefined
}

export async function calendarFile({ firm, base }: { firm: Firm; base: string }, given: CalendarEntry) {
  // The library is loaded with the first file, to shorten the cold start of functions.
  const { default: ical, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator')
  const { entry, sequence, startsAt, endsAt, isCancelled, summary, location, url, to } = given
  const method = to === undefined ? 'PUBLISH' : isCancelled ? 'CANCEL' : 'REQUEST'
  const calendar = ical({
    prodId: { company: 'Front Desk', product: 'Appointments' },
    method: ICalCalendarMethod[method],
  })
  calendar.createEvent({
    id: `${entry}@${new URL(base).hostname}`,
    sequence,
    stamp: new Date(),
    start: new Date(startsAt),
    end: new Date(endsAt),
    summary,
    location,
    // Google Calendar does not show the URL of an entry, so the description repeats it.
    ...(url !== undefined && { url, description: url }),
    status: ICalEventStatus[isCancelled ? 'CANCELLED' : 'CONFIRMED'],
    organizer: { name: firm.name, email: firm.email },
    ...(to !== undefined && { attendees: [{ email: to, status: ICalAttendeeStatus.ACCEPTED }] }),
  })
  return { method, content: calendar.toString() } as const
}

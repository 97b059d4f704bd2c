/** Mails about appointments. All but reminders have an iCalendar file. The mail to the staff does not name the person. */
import * as z from 'zod'
import { noticesOf } from '../firm/notices.ts'
import { statusPath } from '../inquiries/status-address.ts'
import { MINUTE_MS } from '../duration.ts'
import { capitalized } from '../letters.ts'
import { FIRST_LANGUAGE, LANGUAGES, pathIn } from '../language.ts'
import { deskAddress, mail, type Paragraph, type Sender, small } from './letter.ts'
import { fill, WORDS } from '../words.ts'
import { KINDS_FOR_STAFF, ShownAppointment, momentInWords, wayInWords, withWhom } from '../inquiries/appointment.ts'
import { calendarFile, type CalendarEntry } from './calendar-file.ts'
import { toStaff } from './staff-letters.ts'

const commonMembers = () => ({
  reference: z.string(),
  what: z.enum(['set', 'moved', 'cancelled', 'reminder']),
  appointment: ShownAppointment,
  entry: z.string(),
  sequence: z.number(),
})
export type AppointmentMail = z.infer<z.ZodObject<ReturnType<typeof commonMembers>>>

/** A reminder has no file, because it changes nothing. */
async function calendarOf(
  sender: Sender,
  { what, appointment, entry, sequence }: AppointmentMail,
  rest: Pick<CalendarEntry, 'summary' | 'location' | 'url' | 'to'>,
) {
  if (what === 'reminder') return undefined
  return calendarFile(sender, { ...appointment, entry, sequence, isCancelled: what === 'cancelled', ...rest })
}

export const appointment = mail({
  about: 'inquiry',
  members: () => ({
    ...commonMembers(),
    to: z.string(),
    language: z.enum(LANGUAGES),
    telephone: z.string().optional(),
    /** This is the secret part of the inquiry's private address. */
    status: z.string(),
  }),
  async write(sender, data) {
    const { base, firm } = sender
    const { to, reference, language, what, appointment: shown, telephone, status } = data
    const { mail, appointment: words } = WORDS[language]
    const way = wayInWords(shown, language, firm, telephone)
    const howToAttend: Paragraph[] = [
      ...(shown.url === undefined ? [] : [{ href: shown.url, label: words.video }]),
      ...(firm.consultationCost === undefined ? [] : [firm.consultationCost]),
      { href: base + pathIn(language, statusPath(status)), label: mail.appointment.page },
      mail.appointment.cannotCome,
    ]
    const summary = fill(mail.appointment.entry, { firm: firm.name })
    return {
      subject: fill(mail.appointment.subject[what], { firm: firm.name }),
      paragraphs: [
        fill(mail.appointment.first[what], { firm: firm.name }),
        { style: 'moment', text: capitalized(momentInWords(shown.startsAt, language)) },
        `${words.zone} · ${way} · ${withWhom(shown, language)}`,
        ...(what === 'cancelled' ? [] : howToAttend),
        fill(mail.appointment.reference, { reference }),
        words.notice,
        ...small(noticesOf('appointmentMail', firm.notices)),
      ],
      calendar: await calendarOf(sender, data, { summary, location: way, url: shown.url, to }),
    }
  },
})

export const staffAppointment = mail({
  about: 'inquiry',
  members: () => ({ ...commonMembers(), ...toStaff() }),
  async write(sender, data) {
    const { reference, appointment: shown } = data
    const what = data.what === 'cancelled' ? 'canceled' : data.what
    const url = deskAddress(sender, reference)
    const how = KINDS_FOR_STAFF[shown.kind]
    const minutes = (Date.parse(shown.endsAt) - Date.parse(shown.startsAt)) / MINUTE_MS
    const entry = { summary: `Appointment: ${reference}, ${shown.with}`, location: shown.place ?? how, url }
    return {
      subject: `Appointment ${what}: inquiry ${reference}`,
      paragraphs: [
        `Inquiry ${reference}, appointment ${what}:`,
        { style: 'moment', text: momentInWords(shown.startsAt, FIRST_LANGUAGE) },
        `${shown.place ? `${how}, ${shown.place}` : how} · ${minutes} minutes · with ${shown.with}`,
        { href: url, label: 'Open it at the desk' },
      ],
      calendar: await calendarOf(sender, data, entry),
    }
  },
})

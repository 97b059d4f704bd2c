/**
 * Mails to a member of the staff: another member assigned an inquiry to them, or its person answered; and, once a day at most, which inquiries have waited
 * longer than the person was promised, which are to be looked at again, and which have a day that is near: a court date, a deadline, a call to make. Mail is not encrypted, so they name references only; the rest is at the desk.
 */
import * as z from 'zod'
import { dayInWords } from '../dates.ts'
import { PATHS } from '../site.ts'
import { deskAddress } from './inquiry-notice.ts'
import { composeLetter, type MailRow } from './letter.ts'

const StaffAssigned = z.object({ kind: z.literal('assigned'), to: z.string(), reference: z.string() })

export const staffAssigned: MailRow<z.infer<typeof StaffAssigned>, 'inquiry'> = {
  label: 'Assignment to a member of the staff',
  about: 'inquiry',
  channel: 'mailer',
  data: StaffAssigned,
  write: (sender, { to, reference }) =>
    composeLetter(sender, {
      to,
      subject: `Inquiry ${reference} is assigned to you`,
      paragraphs: [
        `At the desk, inquiry ${reference} was assigned to you.`,
        { href: deskAddress(sender, reference), label: 'Open it at the desk' },
      ],
    }),
}

const StaffAnswer = z.object({ kind: z.literal('answer'), to: z.string(), reference: z.string() })

export const staffAnswer: MailRow<z.infer<typeof StaffAnswer>, 'inquiry'> = {
  label: 'A person answered',
  about: 'inquiry',
  channel: 'mailer',
  isRepeated: true,
  data: StaffAnswer,
  write: (sender, { to, reference }) =>
    composeLetter(sender, {
      to,
      subject: `Answer to inquiry ${reference}`,
      paragraphs: [
        `The person answered what you asked: inquiry ${reference}.`,
        { href: deskAddress(sender, reference), label: 'Read it at the desk' },
      ],
    }),
}

const StaffUrgent = z.object({ kind: z.literal('urgent'), to: z.string(), reference: z.string() })

export const staffUrgent: MailRow<z.infer<typeof StaffUrgent>, 'inquiry'> = {
  label: 'Urgent inquiry, to the members on call',
  about: 'inquiry',
  channel: 'mailer',
  data: StaffUrgent,
  write: (sender, { to, reference }) =>
    composeLetter(sender, {
      to,
      subject: `Urgent: inquiry ${reference}`,
      paragraphs: [
        `Someone wrote through the website and marked it as urgent: inquiry ${reference}. No answer was promised before the office opens.`,
        { href: deskAddress(sender, reference), label: 'Read it at the desk' },
      ],
    }),
}

const StaffLate = z.object({
  kind: z.literal('late'),
  to: z.string(),
  /** References of those that are assigned to the member, longest waiting first. */
  own: z.array(z.string()),
  untaken: z.array(z.string()),
  /** Those to look at again today; earlier messages have none. */
  due: z.array(z.string()).optional(),
})

/** References that a list names. */
const MAX_NAMED = 20

/** A heading, and a line for each reference; nothing without any. */
const list = (heading: string, references: readonly string[]): string[][] => {
  const left = references.length - MAX_NAMED
  return references.length === 0
    ? []
    : [[heading, ...references.slice(0, MAX_NAMED), ...(left > 0 ? [`and ${left} more`] : [])]]
}

export const staffLate: MailRow<z.infer<typeof StaffLate>, 'member'> = {
  label: 'Late inquiries and those to look at again, to a member of the staff',
  about: 'member',
  channel: 'mailer',
  data: StaffLate,
  write: (sender, { to, own, untaken, due = [] }) => {
    const late = own.length + untaken.length
    return composeLetter(sender, {
      to,
      subject: late > 0 ? `Late inquiries: ${late}` : `Inquiries to look at again: ${due.length}`,
      paragraphs: [
        ...(late > 0 ? ['These people have waited longer for an answer than they were promised.'] : []),
        ...list('Assigned to you:', own),
        ...list('Assigned to no one:', untaken),
        ...list('To look at again: the day has come, or no answer came for a week.', due),
        { href: sender.base + PATHS.desk, label: 'Open the desk' },
      ],
    })
  },
}

const StaffDates = z.object({
  kind: z.literal('dates'),
  to: z.string(),
  /** The nearest first. */
  dates: z.array(
    z.object({
      date: z.string(),
      /** The day to call back. */
      isCall: z.boolean().optional(),
      reference: z.string(),
    }),
  ),
})

const linesOf = (dates: z.infer<typeof StaffDates>['dates']) =>
  dates.map(({ date, reference }) => `${dayInWords(date)}: ${reference}`)

export const staffDates: MailRow<z.infer<typeof StaffDates>, 'member'> = {
  label: 'Dates that are near, to a member of the staff',
  about: 'member',
  channel: 'mailer',
  data: StaffDates,
  write: (sender, { to, dates }) =>
    composeLetter(sender, {
      to,
      subject: `Upcoming dates: ${dates.length}`,
      paragraphs: [
        ...list('Call back today, as promised:', linesOf(dates.filter(({ isCall }) => isCall))),
        ...list('Court dates and deadlines, not checked:', linesOf(dates.filter(({ isCall }) => !isCall))),
        { href: sender.base + PATHS.desk, label: 'Open the desk' },
      ],
    }),
}

/** Mail is not encrypted, so these mails to the staff have references and days only; but the copy of an inbound e-mail has its words. */
import * as z from 'zod'
import { dayInWords } from '../dates.ts'
import { PATHS } from '../site.ts'
import { fill } from '../words.ts'
import { deskAddress, mail, small } from './letter.ts'
import words from './messages.json' with { type: 'json' }

/** The address is read when the mail is sent. Staff id; absent for a mail to the firm. */
export const toStaff = () => ({ member: z.string().optional() })

/** A mail about one inquiry, with its words in `messages.json`. */
const aboutOne = <Kind extends keyof typeof words.staff>(kind: Kind, isRepeated?: true) =>
  mail({
    about: 'inquiry',
    ...(isRepeated && { isRepeated }),
    members: () => ({ ...toStaff(), reference: z.string() }),
    write(sender, { reference }) {
      const { subject, says, link } = words.staff[kind]
      const paragraphs = [fill(says, { reference }), { href: deskAddress(sender, reference), label: link }]
      return { subject: fill(subject, { reference }), paragraphs }
    },
  })

export const staffAssigned = aboutOne('assigned')
export const staffAnswer = aboutOne('answer', true)
export const staffUrgent = aboutOne('urgent')

/** The `reference` of an e-mail that belongs to no inquiry. */
export const NO_INQUIRY = 'none'
/** A copy of an e-mail has at most this many bytes, because it waits in the store until it is sent. */
export const MAX_COPY = 256 * 1024

export const staffInbound = mail({
  about: 'inquiry',
  isRepeated: true,
  members: () => ({
    to: z.string(),
    reference: z.string(),
    /** Address of the sender; absent for an automatic e-mail, or when none can be read. */
    replyTo: z.string().optional(),
    words: z.string(),
    /** Base64. */
    original: z.string(),
  }),
  write(sender, { reference, replyTo, words, original }) {
    const [subject, about] =
      reference === NO_INQUIRY
        ? ['E-mail without an inquiry', 'It cannot be read, or belongs to no inquiry that is kept.']
        : [`E-mail about inquiry ${reference}`, { href: deskAddress(sender, reference), label: 'Open it at the desk' }]
    const lines = words.split('\n').filter((line) => line.trim())
    const note = `The file has all of it, or its first ${MAX_COPY / 1024} KB.`
    return { subject, paragraphs: [about, lines, ...small([note])], original, replyTo }
  },
})

const MAX_NAMED = 20

const list = (heading: string, references: readonly string[]): string[][] => {
  const left = references.length - MAX_NAMED
  return references.length === 0
    ? []
    : [[heading, ...references.slice(0, MAX_NAMED), ...(left > 0 ? [`and ${left} more`] : [])]]
}

export const staffLate = mail({
  about: 'member',
  members: () => ({
    ...toStaff(),
    /** The oldest inquiry comes first. */
    own: z.array(z.string()),
    /** Inquiries that are assigned to no one. */
    untaken: z.array(z.string()),
    /** Inquiries whose follow-up is due. Old messages do not have this list. */
    due: z.array(z.string()).optional(),
  }),
  write: ({ base }, { own, untaken, due = [] }) => {
    const late = own.length + untaken.length
    return {
      subject: late > 0 ? `Late inquiries: ${late}` : `Inquiries to look at again: ${due.length}`,
      paragraphs: [
        ...(late > 0 ? ['These people have waited longer for an answer than they were promised.'] : []),
        ...list('Assigned to you:', own),
        ...list('Assigned to no one:', untaken),
        ...list('To look at again: the day has come, or no answer came for a week.', due),
        { href: base + PATHS.desk, label: 'Open the desk' },
      ],
    }
  },
})

const NearDate = z.object({
  date: z.string(),
  /** True for the day of a call back, absent for a court date or deadline. */
  isCall: z.boolean().optional(),
  reference: z.string(),
})

const linesOf = (dates: readonly z.infer<typeof NearDate>[]) =>
  dates.map(({ date, reference }) => `${dayInWords(date)}: ${reference}`)

export const staffDates = mail({
  about: 'member',
  members: () => ({
    ...toStaff(),
    /** The nearest date is first. */
    dates: z.array(NearDate),
  }),
  write: ({ base }, { dates }) => ({
    subject: `Upcoming dates: ${dates.length}`,
    paragraphs: [
      ...list('Call back today, as promised:', linesOf(dates.filter(({ isCall }) => isCall))),
      ...list('Court dates and deadlines, not checked:', linesOf(dates.filter(({ isCall }) => !isCall))),
      { href: base + PATHS.desk, label: 'Open the desk' },
    ],
  }),
})

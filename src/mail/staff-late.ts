/**
 * Mail to a member of the staff, once a day at most: which new inquiries have waited longer than the firm promises. It names
 * references only, as mail is not encrypted.
 */
import * as z from 'zod'
import { PATHS } from '../site.ts'
import { composeLetter, type MailRow } from './letter.ts'

const StaffLate = z.object({
  kind: z.literal('late'),
  to: z.string(),
  /** References of those that are assigned to the member, longest waiting first. */
  own: z.array(z.string()),
  /** References of those that are assigned to no one. */
  untaken: z.array(z.string()),
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
  label: 'Late inquiries, to a member of the staff',
  about: 'member',
  channel: 'mailer',
  data: StaffLate,
  samples: [{ kind: 'late', to: 'ana@example.com', own: ['K7QM-2F9D'], untaken: ['BCDF-GHJK'] }],
  write: (sender, { to, own, untaken }) =>
    composeLetter(sender, {
      to,
      subject: `Late inquiries: ${own.length + untaken.length}`,
      paragraphs: [
        `New inquiries have waited longer than ${sender.firm.replyWithin}, in which the site promises an answer.`,
        ...list('Assigned to you:', own),
        ...list('Assigned to no one:', untaken),
        { href: sender.base + PATHS.desk, label: 'Open the desk' },
      ],
    }),
}

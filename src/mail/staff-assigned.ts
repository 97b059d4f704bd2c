/**
 * Mail to a member of the staff: an inquiry was assigned to them by another member. Mail is not encrypted, so it names the reference
 * only; the rest is at the desk.
 */
import * as z from 'zod'
import { deskAddress } from './inquiry-notice.ts'
import { composeLetter, type MailRow } from './letter.ts'

const StaffAssigned = z.object({ kind: z.literal('assigned'), to: z.string(), reference: z.string() })

export const staffAssigned: MailRow<z.infer<typeof StaffAssigned>, 'inquiry'> = {
  label: 'Assignment to a member of the staff',
  about: 'inquiry',
  channel: 'mailer',
  data: StaffAssigned,
  samples: [{ kind: 'assigned', to: 'ana@example.com', reference: 'K7QM-2F9D' }],
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

/** Mail to the person: what a member of the staff wrote at the desk, with the notices: the person is not a client yet. */
import * as z from 'zod'
import { noticesOf } from '../firm/notices.ts'
import { type Language, LANGUAGES } from '../language.ts'
import { composeLetter, type MailRow, small } from './letter.ts'

const Reply = z.object({
  kind: z.literal('reply'),
  to: z.string(),
  reference: z.string(),
  /** What was written, paragraphs with an empty line between them. */
  text: z.string(),
  language: z.enum(LANGUAGES),
})
type Reply = z.infer<typeof Reply>

export const reply: MailRow<Reply, 'inquiry'> = {
  label: 'Reply to a person',
  about: 'inquiry',
  channel: 'mailer',
  isRepeated: true,
  data: Reply,
  words: () => SUBJECTS,
  async write(sender, { to, reference, text, language }) {
    const { firm } = sender
    const letter = await composeLetter(sender, {
      to,
      subject: SUBJECTS[language](firm.name, reference),
      paragraphs: [
        ...text.split(/\n{2,}/).map((paragraph) => paragraph.split('\n')),
        ...small(noticesOf('replyMail', firm.notices)),
      ],
    })
    return { ...letter, isPersonal: true }
  },
}

const SUBJECTS: Readonly<Record<Language, (firm: string, reference: string) => string>> = {
  en: (firm, reference) => `${firm}: your inquiry ${reference}`,
  es: (firm, reference) => `${firm}: su mensaje ${reference}`,
}

/** Mail to the person: a reply that a member of the staff wrote at the desk, with notices, because the person is not a client yet. */
import * as z from 'zod'
import { noticesOf } from '../firm/notices.ts'
import { statusPath } from '../inquiries/status-address.ts'
import { LANGUAGES, pathIn } from '../language.ts'
import { fill, WORDS } from '../words.ts'
import { composeLetter, mail, small } from './letter.ts'

export const reply = mail({
  label: 'Reply to a person',
  about: 'inquiry',
  isRepeated: true,
  data: z.object({
    kind: z.literal('reply'),
    to: z.string(),
    reference: z.string(),
    /** Paragraphs, separated by an empty line. */
    text: z.string(),
    language: z.enum(LANGUAGES),
    /** Secret part of the inquiry's private address, if the person may answer there. */
    answerAt: z.string().optional(),
  }),
  async write(sender, { to, reference, text, language, answerAt }) {
    const { base, firm } = sender
    const words = WORDS[language].mail.reply
    const letter = await composeLetter(sender, {
      to,
      subject: fill(words.subject, { firm: firm.name, reference }),
      paragraphs: [
        ...text.split(/\n{2,}/).map((paragraph) => paragraph.split('\n')),
        ...(answerAt === undefined
          ? []
          : [{ href: base + pathIn(language, statusPath(answerAt)), label: words.answer }, firm.notices.answer]),
        ...small(noticesOf('replyMail', firm.notices)),
      ],
    })
    return { ...letter, isPersonal: true }
  },
})

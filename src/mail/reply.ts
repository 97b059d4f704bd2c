/** Mail to the person: what a member of the staff wrote at the desk, with the notices: the person is not a client yet. */
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
    /** What was written, paragraphs with an empty line between them. */
    text: z.string(),
    language: z.enum(LANGUAGES),
    /** Secret part of the inquiry's private address, if it asks something that the person may answer there. */
    answerAt: z.string().optional(),
    /** The same, if it offers times for a talk that the person may choose there. */
    chooseAt: z.string().optional(),
  }),
  async write(sender, { to, reference, text, language, answerAt, chooseAt }) {
    const { base, firm } = sender
    const words = WORDS[language].mail.reply
    const linkTo = (capability: string, label: string) => ({
      href: base + pathIn(language, statusPath(capability)),
      label,
    })
    const letter = await composeLetter(sender, {
      to,
      subject: fill(words.subject, { firm: firm.name, reference }),
      paragraphs: [
        ...text.split(/\n{2,}/).map((paragraph) => paragraph.split('\n')),
        ...(answerAt === undefined ? [] : [linkTo(answerAt, words.answer), firm.notices.answer]),
        ...(chooseAt === undefined ? [] : [linkTo(chooseAt, words.choose), WORDS[language].talk.notice]),
        ...small(noticesOf('replyMail', firm.notices)),
      ],
    })
    return { ...letter, isPersonal: true }
  },
})

/** Mail to a person: the link to confirm a claim. It contains no text from the agent, so an agent cannot use it to send messages. */
import * as z from 'zod'
import { noticesOf } from '../firm/notices.ts'
import { LANGUAGES, pathIn } from '../language.ts'
import { PATHS } from '../site.ts'
import { fill, WORDS } from '../words.ts'
import { composeLetter, mail, small } from './letter.ts'

export const claimLink = mail({
  label: 'Confirmation link',
  about: 'claim',
  isRepeated: true,
  data: z.object({
    kind: z.literal('link'),
    to: z.string(),
    link: z.string(),
    /** True when the person did not enter the agent's code. */
    isCodeless: z.boolean().optional(),
    /** Language of the page on which the person requested the link. */
    language: z.enum(LANGUAGES),
  }),
  write(sender, { to, link, isCodeless, language }) {
    const { firm, base } = sender
    const { subject, opening, openingWithoutCode, label, otherwise } = WORDS[language].mail.link
    const href = `${base}${pathIn(language, PATHS.claimConfirm)}?link=${link}`
    return composeLetter(sender, {
      to,
      subject: fill(subject, { firm: firm.name }),
      paragraphs: [
        isCodeless ? openingWithoutCode : opening,
        { href, label },
        otherwise,
        ...small(noticesOf('linkMail', firm.notices)),
      ],
    })
  },
})

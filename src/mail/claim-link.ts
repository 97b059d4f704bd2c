/** Mail to a person: the link to confirm a claim. It contains no text from the requester, so it cannot carry a message of theirs. */
import * as z from 'zod'
import { noticesOf } from '../firm/notices.ts'
import { type Language, LANGUAGES, pathIn } from '../language.ts'
import { PATHS } from '../site.ts'
import { composeLetter, mail, small } from './letter.ts'

export const claimLink = mail({
  label: 'Confirmation link',
  about: 'claim',
  isRepeated: true,
  data: z.object({
    kind: z.literal('link'),
    to: z.string(),
    link: z.string(),
    /** Whether the person had no code of the agent. */
    isCodeless: z.boolean().optional(),
    /** That of the page on which the person requested the link. */
    language: z.enum(LANGUAGES),
  }),
  words: () => WORDS,
  write(sender, { to, link, isCodeless, language }) {
    const { firm, base } = sender
    const { subject, opening, openingWithoutCode, label, otherwise } = WORDS[language]
    const href = `${base}${pathIn(language, PATHS.claimConfirm)}?link=${link}`
    return composeLetter(sender, {
      to,
      subject: subject(firm.name),
      paragraphs: [
        isCodeless ? openingWithoutCode : opening,
        { href, label },
        otherwise,
        ...small(noticesOf('linkMail', firm.notices)),
      ],
    })
  },
})

const WORDS = {
  en: {
    subject: (firm: string) => `${firm}: does an AI agent act for you?`,
    opening: 'An AI agent says that it acts for you, and someone entered its code on our site.',
    openingWithoutCode:
      'An AI agent says that it acts for you, and someone opened its request on our site without having its code.',
    label: 'Open this page to see what is requested, and to confirm or deny it',
    otherwise:
      'If you did not ask for this, choose Deny on that page, or do nothing: the request expires after 72 hours.',
  },
  es: {
    subject: (firm: string) => `${firm}: un agente de IA pide actuar en su nombre`,
    opening:
      'Un agente de inteligencia artificial dice que actúa en su nombre, y alguien escribió su código en nuestro sitio.',
    openingWithoutCode:
      'Un agente de inteligencia artificial dice que actúa en su nombre, y alguien abrió su solicitud en nuestro sitio sin tener su código.',
    label: 'Abra esta página para ver qué se solicita, y para confirmarlo o rechazarlo',
    otherwise:
      'Si usted no pidió esto, elija Rechazar en esa página, o no haga nada: la solicitud vence por sí sola a las 72 horas.',
  },
} satisfies Record<Language, object>

/**
 * Mail to a person: the link to confirm a claim. It contains no text from the requester, so it cannot carry a message of theirs.
 */
import { type Language, pathIn } from '../language.ts'
import { PATHS } from '../site.ts'
import { type Sender, composeLetter } from './letter.ts'

export interface ClaimLink {
  kind: 'link'
  to: string
  /** The secret of the link. */
  link: string
  language: Language
}

export function claimLink(sender: Sender, { to, link, language }: ClaimLink) {
  const { firm, base } = sender
  const { subject, opening, label, otherwise } = WORDS[language]
  const href = `${base}${pathIn(language, PATHS.claimConfirm)}?link=${link}`
  return composeLetter(sender, {
    to,
    subject: subject(firm.name),
    paragraphs: [opening, { href, label }, otherwise, firm.notices.inquiry],
  })
}

interface Words {
  subject(firm: string): string
  opening: string
  label: string
  otherwise: string
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    subject: (firm) => `${firm}: does an AI agent act for you?`,
    opening: 'An AI agent says that it acts for you, and someone entered its code on our site.',
    label: 'Open this page to see what is requested, and to confirm or deny it',
    otherwise:
      'If you did not ask for this, choose Deny on that page, or do nothing: the request expires after 72 hours.',
  },
  es: {
    subject: (firm) => `${firm}: un agente de IA pide actuar en su nombre`,
    opening:
      'Un agente de inteligencia artificial dice que actúa en su nombre, y alguien escribió su código en nuestro sitio.',
    label: 'Abra esta página para ver qué se solicita, y para confirmarlo o rechazarlo',
    otherwise:
      'Si usted no pidió esto, elija Rechazar en esa página, o no haga nada: la solicitud vence por sí sola a las 72 horas.',
  },
}

/**
 * To a person: an agent may act for them from now on. Whoever confirmed in their name cannot keep them from hearing of it.
 */
import { nationalTelephone } from '../practice/firm.ts'
import type { Language } from '../practice/language.ts'
import { type Sender, write } from './letter.ts'

export interface AgentLinked {
  kind: 'linked'
  to: string
  registration: string
  /** Whether the staff vouched for the person; else it was the link in a mail. */
  byStaff: boolean
  language: Language
}

export function agentLinked(sender: Sender, { to, registration, byStaff, language }: AgentLinked) {
  const { firm } = sender
  const { subject, now, staffConfirmed, linkConfirmed, mayNot, otherwise } = WORDS[language]
  const confirmed = byStaff ? staffConfirmed : linkConfirmed
  return write(sender, {
    to,
    subject: subject(firm.name),
    paragraphs: [`${now(firm.name)} ${confirmed}`, mayNot, otherwise(nationalTelephone(firm.telephone)), registration],
  })
}

interface Words {
  subject(firm: string): string
  now(firm: string): string
  staffConfirmed: string
  linkConfirmed: string
  mayNot: string
  otherwise(telephone: string): string
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    subject: (firm) => `${firm}: an AI agent was linked to you`,
    now: (firm) => `From now on an AI agent may send messages to ${firm} that count as yours.`,
    staffConfirmed: 'Our staff confirmed it, after speaking to somebody who said that they were you.',
    linkConfirmed: 'It was confirmed with the link that we sent to this address.',
    mayNot: 'The agent can read nothing here, neither what you wrote nor what we answered.',
    otherwise: (telephone) => `If you did not want this, or do not want it any more: call ${telephone} or answer this mail, and name this number. We end it at once.`,
  },
  es: {
    subject: (firm) => `${firm}: ahora un agente de IA puede escribir en su nombre`,
    now: (firm) => `Desde ahora un agente de inteligencia artificial puede enviar a ${firm} mensajes que cuentan como suyos.`,
    staffConfirmed: 'Lo confirmó nuestro personal, después de hablar con alguien que dijo ser usted.',
    linkConfirmed: 'Se confirmó con el enlace que enviamos a esta dirección.',
    mayNot: 'El agente no puede leer nada aquí, ni lo que usted escribió ni lo que respondimos.',
    otherwise: (telephone) => `Si usted no quería esto, o ya no lo quiere: llame al ${telephone} o responda a este correo, y diga este número. Lo terminamos de inmediato.`,
  },
}

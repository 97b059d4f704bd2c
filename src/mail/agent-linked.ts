/**
 * To a person: an agent may act for them from now on. Whoever confirmed in their name cannot keep them from hearing of it.
 */
import { nationalTelephone } from '../firm/firm.ts'
import { type Language, LANGUAGES } from '../language.ts'
import { type Sender, composeLetter } from './letter.ts'

export interface AgentLinked {
  kind: 'linked'
  to: string
  registration: string
  /** Whether the staff vouched for the person; else it was the link in a mail. */
  byStaff: boolean
  /** Of the page on which the person confirmed; left out where that is not known, and then the letter is in every language. */
  language?: Language
}

export function agentLinked(sender: Sender, { to, registration, byStaff, language }: AgentLinked) {
  const { firm } = sender
  const paragraphsIn = (spoken: Language) => {
    const { now, staffConfirmed, linkConfirmed, mayNot, otherwise, number } = WORDS[spoken]
    const confirmed = byStaff ? staffConfirmed : linkConfirmed
    return [
      `${now(firm.name)} ${confirmed}`,
      mayNot,
      otherwise(nationalTelephone(firm.telephone), to),
      number(registration),
    ]
  }
  const [other] = LANGUAGES.filter((spoken) => spoken !== sender.language)
  const also =
    language === undefined && other !== undefined ? { language: other, paragraphs: paragraphsIn(other) } : undefined
  const title = also
    ? [sender.language, also.language].map((spoken) => WORDS[spoken].short).join(' / ')
    : WORDS[sender.language].title
  return composeLetter(sender, {
    to,
    subject: `${firm.name}: ${title}`,
    paragraphs: paragraphsIn(sender.language),
    ...(also && { also }),
  })
}

interface Words {
  title: string
  /** The title where it shares a line with another. */
  short: string
  now(firm: string): string
  staffConfirmed: string
  linkConfirmed: string
  mayNot: string
  otherwise(telephone: string, address: string): string
  number(registration: string): string
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    title: 'an AI agent was linked to you',
    short: 'AI agent linked',
    now: (firm) => `From now on an AI agent may send messages to ${firm} that count as yours.`,
    staffConfirmed: 'Our staff confirmed it, after speaking to somebody who said that they were you.',
    linkConfirmed: 'It was confirmed with the link that we sent to this address.',
    mayNot: 'The agent can read nothing here, neither what you wrote nor what we answered.',
    otherwise: (telephone, address) =>
      `If you did not want this, or do not want it any more: call ${telephone} or answer this mail, and name your e-mail address, ${address}. We end it at once.`,
    number: (registration) => `Our number for it: ${registration}`,
  },
  es: {
    title: 'ahora un agente de IA puede escribir en su nombre',
    short: 'agente de IA vinculado',
    now: (firm) =>
      `Desde ahora un agente de inteligencia artificial puede enviar a ${firm} mensajes que cuentan como suyos.`,
    staffConfirmed: 'Lo confirmó nuestro personal, después de hablar con alguien que dijo ser usted.',
    linkConfirmed: 'Se confirmó con el enlace que enviamos a esta dirección.',
    mayNot: 'El agente no puede leer nada aquí, ni lo que usted escribió ni lo que respondimos.',
    otherwise: (telephone, address) =>
      `Si usted no quería esto, o ya no lo quiere: llame al ${telephone} o responda a este correo, y diga su dirección de correo electrónico, ${address}. Lo terminamos de inmediato.`,
    number: (registration) => `Nuestro número para esto: ${registration}`,
  },
}

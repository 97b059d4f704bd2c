/** Mail to a person: an agent may now act for them. Sent for every confirmation, so that a false one is noticed. */
import * as z from 'zod'
import { nationalTelephone } from '../telephone.ts'
import { noticesOf } from '../firm/notices.ts'
import { quotedName } from '../client-name.ts'
import { type Language, LANGUAGES, pathIn } from '../language.ts'
import { whenOffered } from '../offers.ts'
import { PATHS } from '../site.ts'
import { composeLetter, mail, small } from './letter.ts'

export const agentLinked = mail({
  label: 'An agent was linked',
  about: 'claim',
  data: z.object({
    kind: z.literal('linked'),
    to: z.string(),
    /** What the agent calls itself. */
    clientName: z.string().optional(),
    registration: z.string(),
    /** The secret of the link that ends it; absent in messages stored before there was one. */
    end: z.string().optional(),
    /** True when the staff confirmed the claim; false when it was confirmed by the mailed link. */
    byStaff: z.boolean(),
    /** Language of the page on which the person confirmed. When unknown, the mail is in every language. */
    language: z.enum(LANGUAGES).optional(),
  }),
  words: () => WORDS,
  async write(sender, { to, clientName, registration, end, byStaff, language }) {
    const { firm, base } = sender
    const paragraphsIn = async (spoken: Language) => {
      const { notices } = spoken === sender.language ? firm : (await sender.factsIn(spoken)).firm
      const { now, name, staffConfirmed, linkConfirmed, mayNot, whereItStands, notWanted, endIt, otherwise, number } =
        WORDS[spoken]
      const confirmed = byStaff ? staffConfirmed : linkConfirmed
      return [
        `${now(firm.name)} ${confirmed}`,
        ...(clientName === undefined ? [] : [name(quotedName(clientName))]),
        [mayNot, ...whenOffered(firm, 'statusPage', whereItStands)].join(' '),
        ...(end === undefined
          ? []
          : [notWanted, { href: `${base}${pathIn(spoken, PATHS.claimEnd)}?end=${end}`, label: endIt }]),
        otherwise(nationalTelephone(firm.telephone), to),
        number(registration),
        ...small(noticesOf('linkedMail', notices)),
      ]
    }
    const [other] = sender.languages.filter((spoken) => spoken !== sender.language)
    const also =
      language === undefined && other !== undefined
        ? { language: other, paragraphs: await paragraphsIn(other) }
        : undefined
    const title = also
      ? [sender.language, also.language].map((spoken) => WORDS[spoken].short).join(' / ')
      : WORDS[sender.language].title
    return composeLetter(sender, {
      to,
      subject: `${firm.name}: ${title}`,
      paragraphs: await paragraphsIn(sender.language),
      ...(also && { also }),
    })
  },
})

const WORDS = {
  en: {
    title: 'an AI agent was linked to you',
    short: 'AI agent linked',
    now: (firm: string) =>
      `From now on an AI agent may send messages to ${firm} that we treat as sent with your permission.`,
    staffConfirmed: 'Our staff confirmed it, after speaking to someone who said that they were you.',
    linkConfirmed: 'It was confirmed with the link that we sent to this address.',
    mayNot: 'The agent cannot read what you wrote or what we answered.',
    whereItStands: "With a message's private address it can see where it stands.",
    name: (name: string) => `The agent calls itself ${name}. We have not checked that.`,
    notWanted: 'If you did not want this, or no longer want it, you can end it yourself, within 30 days:',
    endIt: 'Open this page to end it',
    otherwise: (telephone: string, address: string) =>
      `Or call ${telephone} or reply to this e-mail, and give us your e-mail address, ${address}. We will end it at once.`,
    number: (registration: string) => `Our reference for it: ${registration}`,
  },
  es: {
    title: 'ahora un agente de IA puede escribir en su nombre',
    short: 'agente de IA autorizado',
    now: (firm: string) =>
      `Desde ahora un agente de inteligencia artificial puede enviar mensajes a ${firm}, y los consideramos enviados con su permiso.`,
    staffConfirmed: 'Lo confirmó nuestro personal, después de hablar con alguien que dijo ser usted.',
    linkConfirmed: 'Se confirmó con el enlace que enviamos a esta dirección.',
    mayNot: 'El agente no puede leer lo que usted escribió ni lo que respondimos.',
    whereItStands: 'Con la dirección privada de un mensaje puede ver cómo va.',
    name: (name: string) => `El agente dice llamarse ${name}. No lo hemos comprobado.`,
    notWanted: 'Si usted no quería esto, o ya no lo quiere, puede ponerle fin usted mismo, en un plazo de 30 días:',
    endIt: 'Abra esta página para terminar el permiso',
    otherwise: (telephone: string, address: string) =>
      `O llame al ${telephone} o responda a este correo, y diga su dirección de correo electrónico, ${address}. Terminamos el permiso de inmediato.`,
    number: (registration: string) => `Nuestra referencia de este permiso: ${registration}`,
  },
} satisfies Record<Language, object>

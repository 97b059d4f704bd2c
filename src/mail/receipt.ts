/** Mail to the person: the inquiry was received. Anyone can enter another's address: no submitted text, and at most one a day. */
import * as z from 'zod'
import { comparableEmail } from '../email-address.ts'
import { dayInWords } from '../dates.ts'
import { nationalTelephone } from '../telephone.ts'
import { noticesOf } from '../firm/notices.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES, pathIn } from '../language.ts'
import { whenOffered } from '../offers.ts'
import { hoursInWords } from '../firm/opening-hours.ts'
import { statusPath } from '../inquiries/status-address.ts'
import type { Ports } from '../ports.ts'
import { keyOf, readFact } from '../store/fact.ts'
import { FACTS } from '../store/facts.ts'
import { composeLetter, mail, type Paragraph, small } from './letter.ts'

/**
 * The language of mails that matches a BCP 47 tag; English if none does.
 * @throws RangeError when the tag is malformed
 */
export function letterLanguage(tag: string | undefined, languages: readonly Language[]): Language {
  if (tag === undefined) return FIRST_LANGUAGE
  const { language } = new Intl.Locale(tag)
  return languages.find((known) => known === language) ?? FIRST_LANGUAGE
}

/** Whether this is the one receipt that its address gets that day. The result is the same at each try. */
export async function isFirstOfDay(
  { store, keyedHash, clock }: Pick<Ports, 'store' | 'keyedHash' | 'clock'>,
  { to }: { to: string },
  id: string,
  day: string,
): Promise<boolean> {
  const key = keyOf(FACTS.receipt, { day, address: await keyedHash.mac('receipt', comparableEmail(to)) })
  if (await store.create(key, { at: clock.now().toISOString(), id })) return true
  return (await readFact(store, FACTS.receipt, key))?.id === id
}

export const receipt = mail({
  label: 'Receipt to a person',
  about: 'inquiry',
  data: z.object({
    kind: z.literal('receipt'),
    to: z.string(),
    reference: z.string(),
    language: z.enum(LANGUAGES),
    /** Secret part of the inquiry's private address. */
    status: z.string(),
    called: z.literal(true).optional(),
    /** Day by which a caller is called back. */
    callBack: z.string().optional(),
    /** Day by which the firm promises an answer. */
    answerBy: z.string().optional(),
  }),
  words: () => WORDS,
  write(sender, { to, reference, language, status, called, callBack, answerBy }) {
    const { base, firm } = sender
    const words = WORDS[language]
    const telephone = nationalTelephone(firm.telephone)
    return composeLetter(sender, {
      to,
      subject: called ? words.callSubject(reference) : words.subject(reference),
      paragraphs: [
        called ? words.called(firm.name) : words.arrived(firm.name),
        { reference: words.reference(reference) },
        callBack
          ? words.callBack(dayInWords(callBack, language), telephone)
          : words.answer(
              answerBy === undefined ? undefined : dayInWords(answerBy, language),
              firm.replyWithin,
              telephone,
            ),
        ...whenOffered<Paragraph>(
          firm,
          'statusPage',
          { href: base + pathIn(language, statusPath(status)), label: words.where },
          words.keep,
        ),
        [words.open, ...hoursInWords(firm, language), ...(firm.afterHours ? [firm.afterHours] : [])],
        words.otherwise,
        ...small(noticesOf(called ? 'callReceipt' : 'receiptMail', firm.notices)),
      ],
    })
  },
})

/** The text around the notices. The notices themselves are the lawyer's wording, in each language. */
const WORDS = {
  en: {
    subject: (reference: string) => `We have your message ${reference}`,
    callSubject: (reference: string) => `We have noted your call ${reference}`,
    arrived: (firm: string) =>
      `We have your message. Someone, most likely you, wrote to ${firm} and gave this address. The message is stored.`,
    called: (firm: string) =>
      `We have noted your call. Someone, most likely you, called ${firm} and gave this address.`,
    reference: (reference: string) => `Your reference: ${reference}`,
    answer: (day: string | undefined, replyWithin: string, telephone: string) =>
      `You can expect an answer ${day === undefined ? `within ${replyWithin}` : `by ${day}`}. Until then you may call ${telephone} and quote the reference.`,
    callBack: (day: string, telephone: string) =>
      `We will call you back by ${day}. Until then you may call ${telephone} and quote the reference.`,
    where: 'See where your message stands',
    keep: "Keep that page's address to yourself. The page does not stop any deadline.",
    open: 'Our office is open',
    otherwise: 'If it was not you, you can ignore this.',
  },
  es: {
    subject: (reference: string) => `Recibimos su mensaje ${reference}`,
    callSubject: (reference: string) => `Anotamos su llamada ${reference}`,
    arrived: (firm: string) =>
      `Recibimos su mensaje. Alguien, probablemente usted, escribió a ${firm} y dio esta dirección. El mensaje llegó y está guardado.`,
    called: (firm: string) =>
      `Anotamos su llamada. Alguien, probablemente usted, llamó a ${firm} y dio esta dirección.`,
    reference: (reference: string) => `Su número de referencia: ${reference}`,
    answer: (day: string | undefined, replyWithin: string, telephone: string) =>
      `Puede esperar una respuesta ${day === undefined ? `en el plazo de ${replyWithin}` : `a más tardar el ${day}`}. Hasta entonces puede llamar al ${telephone} y dar el número de referencia.`,
    callBack: (day: string, telephone: string) =>
      `Le devolveremos la llamada a más tardar el ${day}. Hasta entonces puede llamar al ${telephone} y dar el número de referencia.`,
    where: 'Vea cómo va su mensaje',
    keep: 'No comparta la dirección de esa página: quien la tenga ve lo mismo que usted. La página no detiene ningún plazo.',
    open: 'Horario de nuestra oficina',
    otherwise: 'Si no fue usted, puede ignorar este correo.',
  },
} satisfies Record<Language, object>

/**
 * To the person: the firm has the inquiry. Anybody can give anybody's address, so it repeats nothing that was written, and
 * one address gets one a day at most.
 */
import { nationalTelephone } from '../practice/firm.ts'
import type { World } from '../world.ts'
import { hoursOf, type Paragraph, type Sender, write } from './letter.ts'

export interface Receipt {
  kind: 'receipt'
  to: string
  reference: string
  language: 'en' | 'es'
}

/** Below this prefix there is one key per address and day. */
export const RECEIPTS = 'receipts/'

/** The language of letters that is nearest to a language tag. */
export function languageOf(tag = 'en'): Receipt['language'] {
  return new Intl.Locale(tag).language === 'es' ? 'es' : 'en'
}

/**
 * Whether this receipt is the one that its address gets that day. The answer stays the same at each try.
 * @param id of the message
 * @param day like 2026-11-21
 */
export async function isFirstOfDay({ store, pepper, clock }: Pick<World, 'store' | 'pepper' | 'clock'>, { to }: Receipt, id: string, day: string): Promise<boolean> {
  const key = `${RECEIPTS}${day}/${await pepper.mac('receipt', to.toLowerCase())}`
  if (await store.create(key, { at: clock.now().toISOString(), id })) return true
  return ((await store.read(key)) as { id: string } | undefined)?.id === id
}

export function receipt(sender: Sender, { to, reference, language }: Receipt) {
  const subject = { en: `We have your message ${reference}`, es: `Recibimos su mensaje ${reference}` }[language]
  return write(sender, { to, subject, language, paragraphs: PARAGRAPHS[language](sender, reference) })
}

const PARAGRAPHS: Record<Receipt['language'], (sender: Sender, reference: string) => Paragraph[]> = {
  en: ({ firm }, reference) => [
    `Somebody, most likely you, wrote to ${firm.name} and gave this address. The message has arrived and is stored.`,
    `Your reference: ${reference}`,
    `You can expect an answer within ${firm.replyWithin}. Until then you may call ${nationalTelephone(firm.telephone)} and name the reference.`,
    firm.notices.urgent,
    ['Our office is open', ...hoursOf(firm)],
    firm.notices.inquiry,
    firm.notices.confidentiality,
    'If it was not you, you need not do anything.',
  ],
  // The notices are the firm's lawyer's words and stand as they were written.
  es: ({ firm }, reference) => [
    `Alguien, probablemente usted, escribió a ${firm.name} y dio esta dirección. El mensaje llegó y está guardado.`,
    `Su referencia: ${reference}`,
    `Si es urgente, no espere la respuesta: llame al ${nationalTelephone(firm.telephone)}. Si alguien está en peligro, llame al 911.`,
    'Si no fue usted, no tiene que hacer nada.',
    'Lo que sigue son los horarios y los avisos de la firma, en inglés:',
    hoursOf(firm),
    firm.notices.urgent,
    firm.notices.inquiry,
    firm.notices.confidentiality,
  ],
}

import * as z from 'zod'
import { comparableEmail } from '../email-address.ts'
import { dayInWords } from '../dates.ts'
import { noticesOf } from '../firm/notices.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES, pathIn } from '../language.ts'
import { whenOffered } from '../offers.ts'
import { statusPath } from '../inquiries/status-address.ts'
import type { Ports } from '../ports.ts'
import { keyOf, readRecord, createRecord } from '../store/record.ts'
import { RECORDS } from '../store/records.ts'
import { fill, WORDS } from '../words.ts'
import { mail, type Paragraph, small } from './letter.ts'

/** English is used if no language matches the BCP 47 tag. @throws RangeError when the tag is malformed */
export function letterLanguage(tag: string | undefined, languages: readonly Language[]): Language {
  if (tag === undefined) return FIRST_LANGUAGE
  const { language } = new Intl.Locale(tag)
  return languages.find((known) => known === language) ?? FIRST_LANGUAGE
}

/** Records a message as the one receipt of a day to its address. @returns false if another one is recorded; a retry gets the same result */
export async function recordReceiptOfDay(
  { store, keyedHash, clock }: Pick<Ports, 'store' | 'keyedHash' | 'clock'>,
  { to }: { to: string },
  id: string,
  day: string,
): Promise<boolean> {
  const key = keyOf(RECORDS.receipt, { day, address: await keyedHash.mac('receipt', comparableEmail(to)) })
  if (await createRecord(store, key, { at: clock.now().toISOString(), id })) return true
  return (await readRecord(store, RECORDS.receipt, key))?.id === id
}

/** Anyone can enter someone else's address, so the mail has no submitted text, and each address gets at most one a day. */
export const receipt = mail({
  about: 'inquiry',
  members: () => ({
    to: z.string(),
    reference: z.string(),
    language: z.enum(LANGUAGES),
    /** This is the secret part of the inquiry's private address. */
    status: z.string(),
    /** The staff wrote the inquiry down during a telephone call. */
    called: z.literal(true).optional(),
    /** A promised day, `YYYY-MM-DD`, like `answerBy`. */
    callBack: z.string().optional(),
    answerBy: z.string().optional(),
  }),
  write({ base, firm }, { reference, language, status, called, callBack, answerBy }) {
    const words = WORDS[language].mail.receipt
    const day = callBack ?? answerBy
    const page = { href: base + pathIn(language, statusPath(status)), label: words.where }
    return {
      subject: fill(called ? words.callSubject : words.subject, { reference }),
      paragraphs: [
        fill(called ? words.called : words.arrived, { firm: firm.name }),
        { style: 'reference', text: fill(words.reference, { reference }) },
        day === undefined
          ? fill(words.answerWithin, { time: firm.replyWithin })
          : fill(callBack ? words.callBack : words.answerBy, { day: dayInWords(day, language) }),
        ...whenOffered<Paragraph>(firm, 'statusPage', page, words.keep),
        words.otherwise,
        ...small(noticesOf(called ? 'callReceipt' : 'receiptMail', firm.notices)),
      ],
    }
  },
})

/** The reply has notices, because the person is not a client yet. */
export const reply = mail({
  about: 'inquiry',
  isRepeated: true,
  members: () => ({
    to: z.string(),
    reference: z.string(),
    /** An empty line separates paragraphs. */
    text: z.string(),
    language: z.enum(LANGUAGES),
    /** The secret part of the inquiry's private address, if the person may answer there. */
    answerAt: z.string().optional(),
  }),
  write({ base, firm }, { reference, text, language, answerAt }) {
    const words = WORDS[language].mail.reply
    return {
      isPersonal: true,
      subject: fill(words.subject, { firm: firm.name, reference }),
      paragraphs: [
        ...text.split(/\n{2,}/).map((paragraph) => paragraph.split('\n')),
        ...(answerAt === undefined
          ? []
          : [{ href: base + pathIn(language, statusPath(answerAt)), label: words.answer }, firm.notices.answer]),
        ...small(noticesOf('replyMail', firm.notices)),
      ],
    }
  },
})

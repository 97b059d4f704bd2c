/**
 * Mails about the time of a talk that a person chose, changed or cancelled, to them and to the staff, with an iCalendar file; and to
 * the person the day before. What the staff get names a reference only.
 */
import * as z from 'zod'
import { noticesOf } from '../firm/notices.ts'
import { TALK_WORDS, momentInWords, talkInWords } from '../firm/talk-words.ts'
import { statusPath } from '../inquiries/status-address.ts'
import { ShownTime } from '../inquiries/talk.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES, pathIn } from '../language.ts'
import { nationalTelephone } from '../telephone.ts'
import { calendarFile, staffEntry } from './calendar.ts'
import { composeLetter, deskAddress, mail, type Paragraph, type Sender, small } from './letter.ts'

const TalkNews = z.object({
  to: z.string(),
  reference: z.string(),
  what: z.enum(['chosen', 'changed', 'cancelled', 'reminder']),
  talk: ShownTime,
  /** Its entry in calendars, and the version of that. */
  entry: z.string(),
  sequence: z.number(),
})
export type TalkNews = z.infer<typeof TalkNews>

/** The file for the calendar of who gets the mail; none with a reminder, which changes nothing. */
async function calendarOf(
  { firm, base }: Sender,
  news: TalkNews,
  entry: { summary: string; location: string; url?: string },
) {
  const { to, what, talk, entry: id, sequence } = news
  if (what === 'reminder') return {}
  const method = what === 'cancelled' ? ('CANCEL' as const) : ('REQUEST' as const)
  const { startsAt, endsAt } = talk
  const head = { firm, base, method, to } as const
  return {
    calendar: { method, content: await calendarFile(head, [{ ...entry, entry: id, sequence, startsAt, endsAt }]) },
  }
}

const Talk = TalkNews.extend({
  kind: z.literal('talk'),
  language: z.enum(LANGUAGES),
  /** Secret part of the inquiry's private address. */
  status: z.string(),
  /** Until when the time can be changed, ISO 8601. */
  until: z.string(),
})

export const talk = mail({
  label: 'The time of a talk, to the person',
  about: 'inquiry',
  data: Talk,
  words: () => WORDS,
  async write(sender, data) {
    const { base, firm } = sender
    const { to, reference, language, what, talk: chosen, status, until } = data
    const words = WORDS[language]
    const { street, city, state, postalCode } = firm.address
    const place = `${street}, ${city}, ${state} ${postalCode}`
    const isOver = what === 'cancelled'
    const kept: Paragraph[] = [
      words.how[chosen.kind](nationalTelephone(firm.telephone), place),
      ...(firm.consultationCost === undefined ? [] : [firm.consultationCost]),
      TALK_WORDS[language].until(momentInWords(until, language)),
    ]
    const letter = await composeLetter(sender, {
      to,
      subject: words.subject[what](firm.name),
      paragraphs: [
        words.first[what](firm.name),
        `${talkInWords(chosen, language)} (${TALK_WORDS[language].zone})`,
        ...(isOver ? [] : kept),
        { href: base + pathIn(language, statusPath(status)), label: words.page },
        words.reference(reference),
        TALK_WORDS[language].notice,
        ...small(noticesOf('talkMail', firm.notices)),
      ],
    })
    const location = chosen.kind === 'office' ? place : TALK_WORDS[language].kinds[chosen.kind]
    return { ...letter, ...(await calendarOf(sender, data, { summary: words.entry(firm.name), location })) }
  },
})

const StaffTalk = TalkNews.extend({ kind: z.literal('staffTalk') })

export const staffTalk = mail({
  label: 'The time of a talk, to the lawyer',
  about: 'inquiry',
  data: StaffTalk,
  async write(sender, data) {
    const { to, reference, what, talk: chosen } = data
    const url = deskAddress(sender, reference)
    const letter = await composeLetter(sender, {
      to,
      subject: `Talk ${what}: inquiry ${reference}`,
      paragraphs: [
        `Inquiry ${reference}: the time of the talk was ${what}.`,
        talkInWords(chosen, FIRST_LANGUAGE),
        { href: url, label: 'Open it at the desk' },
      ],
    })
    return { ...letter, ...(await calendarOf(sender, data, { ...staffEntry(reference, chosen), url })) }
  },
})

const WORDS = {
  en: {
    subject: {
      chosen: (firm: string) => `${firm}: the time that you chose`,
      changed: (firm: string) => `${firm}: the new time that you chose`,
      cancelled: (firm: string) => `${firm}: your talk is cancelled`,
      reminder: (firm: string) => `${firm}: your talk is soon`,
    },
    first: {
      chosen: (firm: string) => `You chose this time for a talk with ${firm}:`,
      changed: (firm: string) => `You chose another time. Your talk with ${firm} is now:`,
      cancelled: (firm: string) => `This talk with ${firm} is cancelled:`,
      reminder: (firm: string) => `We remind you of your talk with ${firm}:`,
    },
    how: {
      telephone: (telephone: string) =>
        `We call you. If you gave us no telephone number, call us then at ${telephone}.`,
      office: (_: string, place: string) => `Our office: ${place}.`,
      video: () => 'Before the talk we send you by e-mail what you need for the video.',
    },
    page: 'See or change the time',
    reference: (reference: string) => `Your reference: ${reference}`,
    entry: (firm: string) => `Talk with ${firm}`,
  },
  es: {
    subject: {
      chosen: (firm: string) => `${firm}: la hora de su cita`,
      changed: (firm: string) => `${firm}: la nueva hora de su cita`,
      cancelled: (firm: string) => `${firm}: su cita fue cancelada`,
      reminder: (firm: string) => `${firm}: recordatorio de su cita`,
    },
    first: {
      chosen: (firm: string) => `Usted eligió esta hora para hablar con ${firm}:`,
      changed: (firm: string) => `Usted eligió otra hora. Su cita con ${firm} es ahora:`,
      cancelled: (firm: string) => `Esta cita con ${firm} fue cancelada:`,
      reminder: (firm: string) => `Le recordamos su cita con ${firm}:`,
    },
    how: {
      telephone: (telephone: string) =>
        `Nosotros le llamamos. Si no nos dio un número de teléfono, llámenos a esa hora al ${telephone}.`,
      office: (_: string, place: string) => `Nuestra oficina: ${place}.`,
      video: () => 'Antes de la cita le enviamos por correo electrónico lo que necesita para el video.',
    },
    page: 'Ver o cambiar la hora',
    reference: (reference: string) => `Su número de referencia: ${reference}`,
    entry: (firm: string) => `Cita con ${firm}`,
  },
} satisfies Record<Language, object>

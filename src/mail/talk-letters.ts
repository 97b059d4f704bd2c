/**
 * Mails about the time of a talk that a person chose, changed or cancelled, to them and to the staff, with an iCalendar file; and to
 * the person the day before. What the staff get names a reference only.
 */
import * as z from 'zod'
import { noticesOf } from '../firm/notices.ts'
import { talkInWords, untilInWords } from '../firm/talk-words.ts'
import { statusPath } from '../inquiries/status-address.ts'
import { ShownTime } from '../inquiries/talk.ts'
import { FIRST_LANGUAGE, LANGUAGES, pathIn } from '../language.ts'
import { nationalTelephone } from '../telephone.ts'
import { calendarFile, staffEntry } from './calendar.ts'
import { fill, WORDS } from '../words.ts'
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

export const talk = mail({
  label: 'The time of a talk, to the person',
  about: 'inquiry',
  data: TalkNews.extend({
    kind: z.literal('talk'),
    language: z.enum(LANGUAGES),
    /** Secret part of the inquiry's private address. */
    status: z.string(),
    /** Until when the time can be changed, ISO 8601. */
    until: z.string(),
  }),
  async write(sender, data) {
    const { base, firm } = sender
    const { to, reference, language, what, talk: chosen, status, until } = data
    const { talk: shared, mail } = WORDS[language]
    const words = mail.talk
    const { street, city, state, postalCode } = firm.address
    const place = `${street}, ${city}, ${state} ${postalCode}`
    const isOver = what === 'cancelled'
    const kept: Paragraph[] = [
      fill(words.how[chosen.kind], { telephone: nationalTelephone(firm.telephone), place }),
      ...(firm.consultationCost === undefined ? [] : [firm.consultationCost]),
      untilInWords(until, language),
    ]
    const letter = await composeLetter(sender, {
      to,
      subject: fill(words.subject[what], { firm: firm.name }),
      paragraphs: [
        fill(words.first[what], { firm: firm.name }),
        `${talkInWords(chosen, language)} (${shared.zone})`,
        ...(isOver ? [] : kept),
        { href: base + pathIn(language, statusPath(status)), label: words.page },
        fill(words.reference, { reference }),
        shared.notice,
        ...small(noticesOf('talkMail', firm.notices)),
      ],
    })
    const location = chosen.kind === 'office' ? place : shared.kinds[chosen.kind]
    return {
      ...letter,
      ...(await calendarOf(sender, data, { summary: fill(words.entry, { firm: firm.name }), location })),
    }
  },
})

export const staffTalk = mail({
  label: 'The time of a talk, to the lawyer',
  about: 'inquiry',
  data: TalkNews.extend({ kind: z.literal('staffTalk') }),
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

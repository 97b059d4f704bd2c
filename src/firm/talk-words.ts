/** The time of a talk in words, by the clock of the office. */
import { clockInWords, officeClock, weekdayInWords } from '../dates.ts'
import type { Language } from '../language.ts'
import { asSentence, capitalized, uncapitalized } from '../letters.ts'
import type { TalkTime } from './openings.ts'
import type { TalkKind } from './talk-kind.ts'

type NamedTalk = Pick<TalkTime, 'kind' | 'lawyer'>

interface TalkWords {
  locale: string
  kinds: Readonly<Record<TalkKind, string>>
  with(lawyer: string): string
  /** Beside times: whose clock they are of. */
  zone: string
  until(moment: string): string
  /** What a chosen time does not mean. */
  notice: string
}

export const TALK_WORDS: Readonly<Record<Language, TalkWords>> = {
  en: {
    locale: 'en-US',
    kinds: { telephone: 'by telephone', office: 'at our office', video: 'by video' },
    with: (lawyer) => `with ${lawyer}`,
    zone: 'Eastern time',
    until: (moment) => asSentence(`You can choose another time, or cancel, until ${moment}`),
    notice:
      'A time that you chose does not make you a client of the firm, and it does not stop any deadline. If one is near, call us.',
  },
  es: {
    locale: 'es-US',
    kinds: { telephone: 'por teléfono', office: 'en nuestra oficina', video: 'por video' },
    with: (lawyer) => `con ${lawyer}`,
    zone: 'hora del Este',
    until: (moment) => asSentence(`Puede elegir otra hora o cancelar hasta el ${uncapitalized(moment)}`),
    notice:
      'La hora que eligió no le convierte en cliente del bufete y no detiene ningún plazo. Si hay alguno cerca, llámenos.',
  },
}

/** The day of a time, like `Tuesday, December 1`. */
export const talkDayInWords = (iso: string, language: Language): string =>
  capitalized(weekdayInWords(officeClock(new Date(iso))[0], TALK_WORDS[language].locale))

/** The hour of a time, like `10:00 a.m.` */
export const talkHourInWords = (iso: string, language: Language): string =>
  clockInWords(officeClock(new Date(iso))[1].slice(0, 'HH:MM'.length), language)

/** Both, like `Tuesday, December 1, 10:00 a.m.` */
export const momentInWords = (iso: string, language: Language): string =>
  `${talkDayInWords(iso, language)}, ${talkHourInWords(iso, language)}`

/** In which way, and with whom, like `by telephone, with Ana Diaz`. */
export function talkWayInWords({ kind, lawyer }: NamedTalk, language: Language): string {
  const words = TALK_WORDS[language]
  return `${words.kinds[kind]}, ${words.with(lawyer)}`
}

/** All of it, like `Tuesday, December 1, 10:00 a.m., by telephone, with Ana Diaz`. */
export const talkInWords = (talk: NamedTalk & Pick<TalkTime, 'startsAt'>, language: Language): string =>
  `${momentInWords(talk.startsAt, language)}, ${talkWayInWords(talk, language)}`

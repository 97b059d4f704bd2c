/** The time of a talk in words, by the clock of the office. */
import { clockInWords, officeClock, weekdayInWords } from '../dates.ts'
import type { Language } from '../language.ts'
import { asSentence, capitalized } from '../letters.ts'
import { fill, WORDS } from '../words.ts'
import type { TalkTime } from './openings.ts'

type NamedTalk = Pick<TalkTime, 'kind' | 'lawyer'>

const dayIn = (iso: string, language: Language): string =>
  weekdayInWords(officeClock(new Date(iso))[0], WORDS[language].locale)

/** The day of a time, like `Tuesday, December 1`. */
export const talkDayInWords = (iso: string, language: Language): string => capitalized(dayIn(iso, language))

/** The hour of a time, like `10:00 a.m.` */
export const talkHourInWords = (iso: string, language: Language): string =>
  clockInWords(officeClock(new Date(iso))[1].slice(0, 'HH:MM'.length), language)

/** Both, like `Tuesday, December 1, 10:00 a.m.` */
export const momentInWords = (iso: string, language: Language): string =>
  `${talkDayInWords(iso, language)}, ${talkHourInWords(iso, language)}`

/** In which way, and with whom, like `by telephone, with Ana Diaz`. */
export function talkWayInWords({ kind, lawyer }: NamedTalk, language: Language): string {
  const words = WORDS[language].talk
  return `${words.kinds[kind]}, ${fill(words.with, { lawyer })}`
}

/** All of it, like `Tuesday, December 1, 10:00 a.m., by telephone, with Ana Diaz`. */
export const talkInWords = (talk: NamedTalk & Pick<TalkTime, 'startsAt'>, language: Language): string =>
  `${momentInWords(talk.startsAt, language)}, ${talkWayInWords(talk, language)}`

/** Until when a time can be changed, as a sentence. */
export const untilInWords = (iso: string, language: Language): string => {
  const moment = `${dayIn(iso, language)}, ${talkHourInWords(iso, language)}`
  // The hour may end with a full stop.
  return asSentence(fill(WORDS[language].talk.until, { moment }))
}

/** Translations of the answers that a firm gives in English. */
import { FIRST_LANGUAGE, type Language, listInWords } from '../../language.ts'
import { readStarter } from './starters.ts'

type Translated = Readonly<Record<Language, string>>
/** A language, with the name that those who speak it use, where it is neither of the others. */
type Spoken = Translated & { own?: string }
type StarterWords = Record<'tagline' | 'description' | 'county' | 'counties', string> & {
  lawyer: Record<'role' | 'languages' | 'choose' | 'body', string>
  /** Pairs of words. */
  withoutDefense: [from: string, to: string][]
}

export const {
  spoken: SPOKEN,
  accents: ACCENTS,
  replyWithin: REPLY_TIMES,
  afterHours: AFTER_HOURS,
  texts: STARTER_WORDS,
} = readStarter('words.yaml') as {
  spoken: readonly Spoken[]
  accents: readonly { name: string; color: string }[]
  replyWithin: readonly [Translated, ...Translated[]]
  afterHours: Translated
  texts: Record<Language, StarterWords>
}

/** Marks words that are in no table, for a translator. */
export const toTranslate = (english: string): string => `[Translate: ${english}]`

/** Translates an answer. */
export function wordsIn(language: Language, english: string): string {
  const known = [...SPOKEN, ...REPLY_TIMES, AFTER_HOURS].find(({ en }) => en === english)
  return known?.[language] ?? (language === FIRST_LANGUAGE ? english : toTranslate(english))
}

/** Counties in words: `Duval and Clay counties, Florida`. */
export function countiesInWords(counties: readonly string[], language: Language): string {
  const { county, counties: several } = STARTER_WORDS[language]
  return (counties.length === 1 ? county : several).replace('{counties}', listInWords(counties, 'and', language))
}

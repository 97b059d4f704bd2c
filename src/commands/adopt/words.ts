/** What each language of the site has its own words for, where a firm answers in English. */
import { FIRST_LANGUAGE, type Language, listInWords } from '../../language.ts'
import { readStarter } from './starters.ts'

type Translated = Readonly<Record<Language, string>>

/** What `content/starters/words.yaml` holds. */
export const {
  spoken: SPOKEN,
  replyWithin: REPLY_TIMES,
  afterHours: AFTER_HOURS,
} = readStarter('words.yaml') as {
  spoken: readonly Translated[]
  replyWithin: readonly [Translated, ...Translated[]]
  afterHours: Translated
}

/** What is not in a table is to be translated. */
export const toTranslate = (english: string): string => `[Translate: ${english}]`

/** The same words in a language of the site. */
export function wordsIn(language: Language, english: string): string {
  const known = [...SPOKEN, ...REPLY_TIMES, AFTER_HOURS].find(({ en }) => en === english)
  return known?.[language] ?? (language === FIRST_LANGUAGE ? english : toTranslate(english))
}

/** Words of the texts that are made from the answers. */
export const STARTER_WORDS = {
  en: {
    tagline: 'A law office in {firm.city}, Florida.',
    description: (areas: string) =>
      `{firm.shortName} is a law office in {firm.city}, Florida. Our practice areas: ${areas}. Call or write, and a person answers within {firm.replyWithin}.`,
    answer: '[The answer, in 40 to 120 words.]',
    counties: (list: string, isOne: boolean) => (isOne ? `${list} County, Florida` : `${list} counties, Florida`),
    lawyer: {
      role: 'Attorney',
      languages: '[Languages that this lawyer speaks]',
      choose: "[Under “areas”, keep only this lawyer's.]",
      body: '[What this lawyer does at the firm, in two or three sentences.] Before you decide, ask about background and experience.',
    },
  },
  es: {
    tagline: 'Un bufete de abogados en {firm.city}, Florida.',
    description: (areas: string) =>
      `{firm.shortName} es un bufete de abogados en {firm.city}, Florida. Nuestras áreas de práctica: ${areas}. Llame o escriba, y una persona le responde en el plazo de {firm.replyWithin}.`,
    answer: '[La respuesta, en 40 a 120 palabras.]',
    counties: (list: string, isOne: boolean) => `${isOne ? 'Condado' : 'Condados'} de ${list}, Florida`,
    lawyer: {
      role: '[Abogada o abogado]',
      languages: '[Idiomas que habla]',
      choose: '[Deje en el campo areas solo las áreas en las que trabaja.]',
      body: '[Lo que hace en el bufete, en dos o tres frases.] Antes de decidir, pregunte por su preparación y experiencia.',
    },
  },
} satisfies Record<Language, object>

/** Counties in words: `Duval and Clay counties, Florida`. */
export const countiesInWords = (counties: readonly string[], language: Language): string =>
  STARTER_WORDS[language].counties(listInWords(counties, 'and', language), counties.length === 1)

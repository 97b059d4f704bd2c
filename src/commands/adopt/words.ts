/** What each language of the site has its own words for, where a firm answers in English. */
import { FIRST_LANGUAGE, type Language, listInWords } from '../../language.ts'

type Translated = Readonly<Record<Language, string>>

/** Languages that may be spoken at an office in Florida. */
export const SPOKEN: readonly Translated[] = [
  { en: 'English', es: 'inglés' },
  { en: 'Spanish', es: 'español' },
  { en: 'Haitian Creole', es: 'criollo haitiano' },
  { en: 'Portuguese', es: 'portugués' },
  { en: 'French', es: 'francés' },
  { en: 'German', es: 'alemán' },
  { en: 'Italian', es: 'italiano' },
  { en: 'Russian', es: 'ruso' },
  { en: 'Arabic', es: 'árabe' },
  { en: 'Hebrew', es: 'hebreo' },
  { en: 'Chinese', es: 'chino' },
  { en: 'Vietnamese', es: 'vietnamita' },
  { en: 'Tagalog', es: 'tagalo' },
  { en: 'American Sign Language', es: 'lengua de señas americana' },
]

/** Times within which a firm can answer: in business days, because the office may be closed (rule 4-7.13). */
export const REPLY_TIMES: readonly [Translated, ...Translated[]] = [
  { en: 'one business day', es: 'un día hábil' },
  { en: 'two business days', es: 'dos días hábiles' },
  { en: 'three business days', es: 'tres días hábiles' },
]

/** What to do after hours, when the firm has no words of its own. */
export const AFTER_HOURS: Translated = {
  en: 'Outside these hours, call and leave a message with your name and number. We check messages the next morning we are open.',
  es: 'Fuera de este horario, llame y deje un mensaje con su nombre y su teléfono. Lo escuchamos la mañana del siguiente día en que abramos.',
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

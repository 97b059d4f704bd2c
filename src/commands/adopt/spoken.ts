/**
 * Words of an answer that each language of the site has its own for.
 */
import type { Language } from '../../language.ts'

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
export const REPLY_TIMES: readonly Translated[] = [
  { en: 'one business day', es: 'un día hábil' },
  { en: 'two business days', es: 'dos días hábiles' },
  { en: 'three business days', es: 'tres días hábiles' },
]

/** What to do after hours, when the firm has no words of its own. */
export const AFTER_HOURS: Translated = {
  en: 'Outside these hours, call and leave a message with your name and number. We listen to it the next morning the office is open.',
  es: 'Fuera de este horario, llame y deje un mensaje con su nombre y su teléfono. Lo escuchamos la próxima mañana en que la oficina esté abierta.',
}

/** The same words in a language of the site; what is in no table is to be translated. */
export function wordsIn(language: Language, english: string): string {
  const known = [...SPOKEN, ...REPLY_TIMES, AFTER_HOURS].find(({ en }) => en === english)
  if (known) return known[language]
  return language === 'en' ? english : `[Translate: ${english}]`
}

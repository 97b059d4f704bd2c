/** The build finds the languages in the content folder and writes them into a file for the service (`src/firm/published-facts.ts`). */
import { FIRST_LANGUAGE, type Language, LANGUAGES } from './language.ts'
import { capitalized } from './letters.ts'
import { FIRM_FILE } from './settings.ts'

/** A language other than English needs a folder with the file of the firm. */
export const findLanguages = (content: string, exists: (path: string) => boolean): Language[] =>
  LANGUAGES.filter((language) => language === FIRST_LANGUAGE || exists(`${content}/${language}/${FIRM_FILE}`))

/** Like `faq` and `faqEs`. */
export const collectionName = (kind: string, language: Language): string =>
  language === FIRST_LANGUAGE ? kind : `${kind}${capitalized(language)}`

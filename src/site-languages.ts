/**
 * The languages of the site. The build finds them in the content folder, and writes them into a file for the service
 * (`src/firm/published-facts.ts`), so that both always agree.
 */
import { FIRST_LANGUAGE, type Language, LANGUAGES } from './language.ts'
import { capitalized } from './letters.ts'
import { FIRM_FILE } from './settings.ts'

/**
 * Finds the languages of the site: English, and each other whose folder says who the firm is.
 * @param exists says whether there is a file at a path
 */
export const findLanguages = (content: string, exists: (path: string) => boolean): Language[] =>
  LANGUAGES.filter((language) => language === FIRST_LANGUAGE || exists(`${content}/${language}/${FIRM_FILE}`))

/** Like `faq` and `faqEs`. */
export const collectionName = (kind: string, language: Language): string =>
  language === FIRST_LANGUAGE ? kind : `${kind}${capitalized(language)}`

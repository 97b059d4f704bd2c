/**
 * The languages of the site: the content folder decides. The build finds them, and leaves them for the service
 * in the settings that its pages state (`src/firm/published-facts.ts`), so that the two always agree.
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

/** The collection of a kind of text in a language: `faq`, `faqEs`. */
export const collectionName = (kind: string, language: Language): string =>
  language === FIRST_LANGUAGE ? kind : `${kind}${capitalized(language)}`

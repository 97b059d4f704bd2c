/**
 * The languages of the site. English pages have plain addresses; the same page in another language has the same address
 * below a folder with the language's tag, like `/es/contact/`.
 */

export const LANGUAGES = ['en', 'es'] as const
/** Tag of a language, BCP 47. */
export type Language = (typeof LANGUAGES)[number]

/** The language whose addresses have no folder, and of whose texts the others are translations. */
export const FIRST_LANGUAGE: Language = 'en'

/** The languages into which texts are translated. */
export const TRANSLATIONS: readonly Language[] = LANGUAGES.filter((language) => language !== FIRST_LANGUAGE)

/**
 * The address of a page in a language.
 * @param path address of the page in English, beginning with a slash
 */
export const pathIn = (language: Language, path: string): string =>
  language === FIRST_LANGUAGE ? path : `/${language}${path}`

/** The language of the page at an address. */
export function languageOf(pathname: string): Language {
  return (
    TRANSLATIONS.find((language) => pathname === `/${language}` || pathname.startsWith(`/${language}/`)) ??
    FIRST_LANGUAGE
  )
}

/**
 * A language as the staff read it, like `Spanish`.
 * @param tag BCP 47; given back as it is where no language has this name
 */
export function languageInWords(tag: string): string {
  try {
    return new Intl.DisplayNames(FIRST_LANGUAGE, { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

/** The address of the same page in English. */
export function plainPath(pathname: string): string {
  const language = languageOf(pathname)
  return language === FIRST_LANGUAGE ? pathname : pathname.slice(language.length + 1) || '/'
}

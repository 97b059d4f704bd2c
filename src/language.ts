/**
 * The languages that the code has words for. A site is in English, and in those of the others that the firm has texts in
 * (`site-languages.ts`). English paths have no prefix; other languages have the same path below their tag, like `/es/contact/`.
 */

export const LANGUAGES = ['en', 'es'] as const
/** BCP 47 language tag. */
export type Language = (typeof LANGUAGES)[number]

/** The language without a path prefix, and the source of all translations. */
export const FIRST_LANGUAGE: Language = 'en'

/** The languages that a site may be translated into. */
export const TRANSLATIONS: readonly Language[] = /* @__PURE__ */ LANGUAGES.filter(
  (language) => language !== FIRST_LANGUAGE,
)

/**
 * The path of a page in a language.
 * @param path path of the page in English, beginning with a slash
 */
export const pathIn = (language: Language, path: string): string =>
  language === FIRST_LANGUAGE ? path : `/${language}${path}`

/** The language of the page at a path. */
export function languageOf(pathname: string): Language {
  return (
    TRANSLATIONS.find((language) => pathname === `/${language}` || pathname.startsWith(`/${language}/`)) ??
    FIRST_LANGUAGE
  )
}

/**
 * The English name of a language, like `Spanish`.
 * @param tag BCP 47; returned unchanged when unknown or malformed
 */
export function languageInWords(tag: string): string {
  try {
    return new Intl.DisplayNames(FIRST_LANGUAGE, { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

/** Any language that the site is not in. */
export const OTHER_LANGUAGE = 'other'

/**
 * The language of the site that a person reads, whatever their country.
 * @param tag BCP 47, like `es-MX`; the first language where none was given
 */
export function siteLanguage(tag: string = FIRST_LANGUAGE): Language | typeof OTHER_LANGUAGE {
  return LANGUAGES.find((language) => tag.split('-', 1)[0] === language) ?? OTHER_LANGUAGE
}

/** Words as a list, like `a, b and c` or `a, b or c`. */
export function listInWords(words: readonly string[], last: 'and' | 'or', language: Language = FIRST_LANGUAGE): string {
  // British lists have no comma before the last word.
  const locale = language === FIRST_LANGUAGE ? 'en-GB' : language
  return new Intl.ListFormat(locale, { type: last === 'and' ? 'conjunction' : 'disjunction' }).format(words)
}

/** The path of the same page in English. */
export function plainPath(pathname: string): string {
  const language = languageOf(pathname)
  return language === FIRST_LANGUAGE ? pathname : pathname.slice(language.length + 1) || '/'
}

/**
 * The languages that the code has words for: one table, from which collections, routes and words follow. A site is in English, and in
 * each other language for which the firm has texts (`site-languages.ts`). An English path has no prefix; another language has the same
 * path after its tag, like `/es/contact/`.
 */

/** English names by BCP 47 tag. `Intl` has them too, but its first use slows a cold start, and most functions do not need it otherwise. */
const ENGLISH_NAMES = { en: 'English', es: 'Spanish' } as const
export type Language = keyof typeof ENGLISH_NAMES
export const LANGUAGES = /* @__PURE__ */ Object.keys(ENGLISH_NAMES) as [Language, ...Language[]]

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
  const language = LANGUAGES.find((one) => one === tag)
  if (language) return ENGLISH_NAMES[language]
  try {
    return new Intl.DisplayNames(FIRST_LANGUAGE, { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

/** Stands for each language that the site does not have. */
export const OTHER_LANGUAGE = 'other'

/**
 * Finds the site's language for a tag, without regard to the country.
 * @param tag BCP 47, like `es-MX`
 */
export function siteLanguage(tag: string = FIRST_LANGUAGE): Language | typeof OTHER_LANGUAGE {
  return LANGUAGES.find((language) => tag.split('-', 1)[0] === language) ?? OTHER_LANGUAGE
}

/** Words as a list, like `a, b and c` or `a, b or c`. English does not use `Intl`, for fast cold starts. */
export function listInWords(words: readonly string[], last: 'and' | 'or', language: Language = FIRST_LANGUAGE): string {
  if (language !== FIRST_LANGUAGE)
    return new Intl.ListFormat(language, { type: last === 'and' ? 'conjunction' : 'disjunction' }).format(words)
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(` ${last} `)
}

/** A whole number like `4,000`. It does not use `Intl`, for fast cold starts. */
export const withCommas = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',')

/** The path of the same page in English. */
export function plainPath(pathname: string): string {
  const language = languageOf(pathname)
  return language === FIRST_LANGUAGE ? pathname : pathname.slice(language.length + 1) || '/'
}

/** The languages that the code has words for. English paths have no prefix; others begin with the language's tag, like `/es/contact/`. */

/** English names by BCP 47 tag. `Intl` has them too, but its first use slows a cold start. */
const ENGLISH_NAMES = { en: 'English', es: 'Spanish' } as const
export type Language = keyof typeof ENGLISH_NAMES
export const LANGUAGES = /* @__PURE__ */ Object.keys(ENGLISH_NAMES) as [Language, ...Language[]]

/** The only language without a path prefix, and the source of all translations. */
export const FIRST_LANGUAGE: Language = 'en'

export const TRANSLATIONS: readonly Language[] = /* @__PURE__ */ LANGUAGES.filter(
  (language) => language !== FIRST_LANGUAGE,
)

/** @param path in English, beginning with a slash */
export const pathIn = (language: Language, path: string): string =>
  language === FIRST_LANGUAGE ? path : `/${language}${path}`

export const languageOf = (pathname: string): Language =>
  TRANSLATIONS.find((language) => pathname === `/${language}` || pathname.startsWith(`/${language}/`)) ?? FIRST_LANGUAGE

/** @param tag BCP 47; returned unchanged when unknown or malformed */
export function languageInWords(tag: string): string {
  const language = LANGUAGES.find((one) => one === tag)
  if (language) return ENGLISH_NAMES[language]
  try {
    return new Intl.DisplayNames(FIRST_LANGUAGE, { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

/** Stands for every language that the code has no words for. */
export const OTHER_LANGUAGE = 'other'

/** Ignores case and country, which programs write in several ways: `es-MX` and `ES_mx` are `es`. @param tag BCP 47 */
export const siteLanguage = (tag: string = FIRST_LANGUAGE): Language | typeof OTHER_LANGUAGE =>
  LANGUAGES.find((language) => tag.toLowerCase().split(/[-_]/, 1)[0] === language) ?? OTHER_LANGUAGE

/** English does not use `Intl`, for fast cold starts. */
export function listInWords(words: readonly string[], last: 'and' | 'or', language: Language = FIRST_LANGUAGE): string {
  if (language !== FIRST_LANGUAGE)
    return new Intl.ListFormat(language, { type: last === 'and' ? 'conjunction' : 'disjunction' }).format(words)
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(` ${last} `)
}

/** @returns like `4,000`. `Intl` is not used, for fast cold starts. */
export const withCommas = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',')

/** `/es/contact/` becomes `/contact/`. */
export function englishPath(pathname: string): string {
  const language = languageOf(pathname)
  return language === FIRST_LANGUAGE ? pathname : pathname.slice(language.length + 1) || '/'
}

/** For endpoints that browsers use: cookies, protection against cross-site request forgery, and problems in words for people. */
import { FIRST_LANGUAGE, type Language } from '../language.ts'
import { Problem } from '../problem.ts'
import { fill, WORDS } from '../words.ts'

/** @returns the value of a cookie (RFC 6265 section 4.2), or undefined when the browser sent none or an empty one */
export function cookieOf(request: Request, name: string): string | undefined {
  const pairs = (request.headers.get('cookie') ?? '').split(/; */)
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined
}

/**
 * Checks Sec-Fetch-Site or Origin, which browsers set and pages cannot change. A request with neither is accepted, because a page did not
 * send it.
 * @throws Problem `foreign-page`
 */
export function requireSameOrigin(request: Request, base: string): void {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const isSameOrigin = site ? ['same-origin', 'none'].includes(site) : origin === null || origin === base
  if (!isSameOrigin) throw new Problem('foreign-page')
}

/**
 * Describes a problem in one sentence, for the reader of a page.
 * @returns a sentence in the language, for the problems that people can cause; otherwise the detail, in English
 */
export function descriptionOf(problem: Problem, language: Language = FIRST_LANGUAGE): string {
  const words = WORDS[language].refused
  switch (problem.code) {
    case 'rate-limited':
      return fill(words.tooMany, { seconds: problem.headers['Retry-After'] ?? '' })
    case 'foreign-page':
      return words.foreign
    case 'service-unavailable':
    case 'internal-error':
      return words.notStored
    default:
      return problem.detail
  }
}

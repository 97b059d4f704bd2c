import { FIRST_LANGUAGE, type Language } from '../language.ts'
import { Problem, type ProblemCode } from '../problem.ts'
import { fill, WORDS } from '../words.ts'

/** Browsers accept a cookie with this prefix over https only (RFC 6265bis section 4.1.3). */
type CookieName = `__${'Host' | 'Secure'}-${string}`

const isSecure = (base: string) => base.startsWith('https:')

/** Without https, as in a trial on one machine, the name has no prefix: prefixed cookies must be `Secure`, and WebKit would drop them. */
const nameAt = (base: string, name: CookieName) => (isSecure(base) ? name : name.replace(/^__\w+-/, ''))

/** RFC 6265 section 4.2. An empty cookie counts as missing. */
export function cookieOf(request: Request, name: CookieName, base: string): string | undefined {
  const start = `${nameAt(base, name)}=`
  const pairs = (request.headers.get('cookie') ?? '').split(/; */)
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) || undefined
}

/** @returns a value of Set-Cookie: no script can read it, no other site can make browsers send it. @param attributes `Path`, or also `Max-Age` */
export const setCookie = (name: CookieName, value: string, attributes: string, base: string): string =>
  `${nameAt(base, name)}=${value}; ${attributes};${isSecure(base) ? ' Secure;' : ''} HttpOnly; SameSite=Strict`

/**
 * Checks Sec-Fetch-Site or Origin, which pages cannot change. A request with neither is accepted, because it does not come from a page.
 * @throws Problem `foreign-page`
 */
export function requireSameOrigin(request: Request, base: string): void {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const isSameOrigin = site ? ['same-origin', 'none'].includes(site) : origin === null || origin === base
  if (!isSameOrigin) throw new Problem('foreign-page')
}

/** @returns words in this language for the problems below, else the `detail` of the problem, which is in English */
export function descriptionOf(problem: Problem, language: Language = FIRST_LANGUAGE): string {
  const words = WORDS[language].refused
  const descriptions: Partial<Record<ProblemCode, string>> = {
    'rate-limited': fill(words.tooMany, { seconds: problem.headers['Retry-After'] ?? '' }),
    'foreign-page': words.foreign,
    'service-unavailable': words.notStored,
    'internal-error': words.notStored,
  }
  return descriptions[problem.code] ?? problem.detail
}

import { FIRST_LANGUAGE, type Language } from '../language.ts'
import { Problem, type ProblemCode } from '../problem.ts'
import { fill, WORDS } from '../words.ts'

/** RFC 6265 section 4.2. An empty cookie counts as missing. */
export function cookieOf(request: Request, name: string): string | undefined {
  const pairs = (request.headers.get('cookie') ?? '').split(/; */)
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined
}

/**
 * Checks Sec-Fetch-Site or Origin, which pages cannot change. A request with neither does not come from a page, so it is accepted.
 * @throws Problem `foreign-page`
 */
export function requireSameOrigin(request: Request, base: string): void {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const isSameOrigin = site ? ['same-origin', 'none'].includes(site) : origin === null || origin === base
  if (!isSameOrigin) throw new Problem('foreign-page')
}

/** Problems that people can cause are described in the language, all others in English. */
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

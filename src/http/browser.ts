/** What endpoints for browsers share: cookies, protection against cross-site request forgery, and problems in words for people. */
import { FIRST_LANGUAGE, type Language } from '../language.ts'
import { Problem } from '../problem.ts'

/** @returns the value of a cookie (RFC 6265 section 4.2), or undefined when the browser sent none or an empty one */
export function cookieOf(request: Request, name: string): string | undefined {
  const pairs = (request.headers.get('cookie') ?? '').split(/; */)
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined
}

/**
 * Checks Sec-Fetch-Site or Origin, which browsers set and no page can change. A request with neither is accepted: it was not
 * sent by a page.
 * @throws Problem `foreign-page`
 */
export function requireSameOrigin(request: Request, base: string): void {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const isSameOrigin = site ? ['same-origin', 'none'].includes(site) : origin === null || origin === base
  if (!isSameOrigin) throw new Problem('foreign-page')
}

/** What people read in place of a problem. */
export const SENTENCES = {
  en: {
    tooMany: (seconds: string) => `Too many tries. Please wait ${seconds} seconds.`,
    foreign: 'Your browser says that this form was sent from another site. Please open the page again.',
    notStored: 'This could not be stored just now. Nothing was changed. Please go back and try again in a minute.',
  },
  es: {
    tooMany: (seconds: string) => `Demasiados intentos. Espere ${seconds} segundos.`,
    foreign: 'Su navegador indica que este formulario se envió desde otro sitio. Abra la página de nuevo.',
    notStored: 'No se pudo guardar en este momento. No se cambió nada. Vuelva atrás e inténtelo de nuevo en un minuto.',
  },
} satisfies Record<Language, object>

/**
 * A problem in one sentence, for the person reading a page; programs get the JSON of `respond.ts`.
 * @returns the sentence for this kind of problem; for other kinds the detail of this one, in English
 */
export function descriptionOf(problem: Problem, language: Language = FIRST_LANGUAGE): string {
  const words = SENTENCES[language]
  switch (problem.code) {
    case 'rate-limited':
      return words.tooMany(problem.headers['Retry-After'] ?? '')
    case 'foreign-page':
      return words.foreign
    case 'service-unavailable':
    case 'internal-error':
      return words.notStored
    default:
      return problem.detail
  }
}

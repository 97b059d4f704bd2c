/**
 * A problem in one sentence, for the person reading a page; programs get the JSON of `respond.ts`.
 */
import { FIRST_LANGUAGE, type Language } from '../language.ts'
import type { Problem } from '../problem.ts'

interface Sentences {
  tooMany(seconds: string): string
  foreign: string
  notStored: string
}

const SENTENCES: Readonly<Record<Language, Sentences>> = {
  en: {
    tooMany: (seconds) => `Too many tries. Please wait ${seconds} seconds.`,
    foreign: 'Your browser says that this form was sent from another site. Please open the page again.',
    notStored: 'This could not be stored just now. Nothing was changed. Please go back and try again in a minute.',
  },
  es: {
    tooMany: (seconds) => `Demasiados intentos. Espere ${seconds} segundos.`,
    foreign: 'Su navegador indica que este formulario se envió desde otro sitio. Abra la página de nuevo.',
    notStored: 'No se pudo guardar en este momento. No se cambió nada. Vuelva atrás e inténtelo de nuevo en un minuto.',
  },
}

/** @returns the sentence for this kind of problem; for other kinds the detail of this one, in English */
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

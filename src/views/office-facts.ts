/**
 * Who is responsible, where and when the office is open, and the languages spoken there: the same on the page and in its Markdown.
 */
import type { Firm } from '../firm/firm.ts'
import { hoursInWords } from '../firm/opening-hours.ts'
import type { Language } from '../language.ts'
import { WORDS } from './words.ts'

/** @returns each fact with its name, in lines */
export function officeFacts(firm: Firm, language: Language): { term: string; lines: string[] }[] {
  const { footer, languages, responsible } = WORDS[language]
  const { street, city, state, postalCode } = firm.address
  return [
    { term: responsible, lines: [firm.responsibleAttorney] },
    { term: footer.office, lines: [street, `${city}, ${state} ${postalCode}`, ...hoursInWords(firm, language)] },
    { term: languages, lines: [firm.languages.join(', ')] },
  ]
}

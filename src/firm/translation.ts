/**
 * What the firm says in another language, as far as functions need it: read from what the build wrote beside the pages.
 */
import { FACTS } from '../site.ts'
import type { Published } from '../ports.ts'
import type { Firm } from './firm.ts'
import { FIRST_LANGUAGE, type Language, pathIn } from '../language.ts'

/** The firm in one language. */
export interface Facts {
  firm: Firm
  practiceAreas: readonly { id: string; name: string }[]
}

/**
 * @param first the firm in the first language, and what the build wrote
 * @throws when the build wrote no facts in this language
 */
export async function factsIn(language: Language, first: Facts & { published: Published }): Promise<Facts> {
  if (language === FIRST_LANGUAGE) return first
  return JSON.parse(await first.published.read(pathIn(language, FACTS).slice(1))) as Facts
}

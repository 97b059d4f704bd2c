/**
 * The firm's facts in another language, as far as functions need them, from a file that the build wrote.
 */
import { FACTS } from '../site.ts'
import type { PublishedFiles } from '../ports.ts'
import type { Firm } from './firm.ts'
import { FIRST_LANGUAGE, type Language, pathIn } from '../language.ts'

export interface FirmFacts {
  firm: Firm
  practiceAreas: readonly { id: string; name: string }[]
}

/**
 * @param own the firm in the first language, and the published files
 * @throws when the build wrote no facts in this language
 */
export async function readFirmFacts(
  language: Language,
  own: FirmFacts & { published: PublishedFiles },
): Promise<FirmFacts> {
  if (language === FIRST_LANGUAGE) return own
  return JSON.parse(await own.published.read(pathIn(language, FACTS).slice(1))) as FirmFacts
}

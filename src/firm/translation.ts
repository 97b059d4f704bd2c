/**
 * The firm's facts in another language, as far as functions need them, from the documents that the build wrote.
 */
import { factPath } from '../site.ts'
import type { PublishedFiles } from '../ports.ts'
import type { Firm } from './firm.ts'
import { FIRST_LANGUAGE, type Language } from '../language.ts'
import type { PracticeAreas } from './practice-area.ts'

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
  const read = async (fact: string): Promise<unknown> =>
    JSON.parse(await own.published.read(factPath(language, fact).slice(1)))
  const [firm, areas] = await Promise.all([read('/firm'), read('/practice-areas/index.json')])
  return { firm: firm as Firm, practiceAreas: (areas as PracticeAreas).practiceAreas }
}

/** The firm's facts, with its notices, in the language of the person that a program sends for. */
import { type FirmFacts, readFirmFacts } from '../firm/published-facts.ts'
import type { InquiryRequest } from '../inquiries/inquiry-request.ts'
import type { Language } from '../language.ts'
import { letterLanguage } from '../mail/receipt.ts'
import type { Service } from './service.ts'

/**
 * @param inquiry its language is a BCP 47 tag; without one, or in a language that the firm does not write, it is English
 * @param shown language of the page on which the person read the notices, which counts more
 */
export async function personFacts(
  service: Pick<Service, 'firm' | 'languages' | 'practiceAreas' | 'published'>,
  inquiry: Pick<InquiryRequest, 'language'>,
  shown?: Language,
): Promise<FirmFacts & { language: Language }> {
  const language = shown ?? letterLanguage(inquiry.language, service.languages)
  return { language, ...(await readFirmFacts(language, service)) }
}

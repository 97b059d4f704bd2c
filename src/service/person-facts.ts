import { type FirmFacts, readFirmFacts } from '../firm/published-facts.ts'
import type { InquiryRequest } from '../inquiries/inquiry-request.ts'
import type { Language } from '../language.ts'
import { letterLanguage } from '../mail/person-letters.ts'
import type { Service } from './service.ts'

/** @param shown language of the page on which the person read the notices; it replaces the language of the inquiry */
export async function personFacts(
  service: Pick<Service, 'firm' | 'languages' | 'practiceAreas' | 'published'>,
  inquiry: Pick<InquiryRequest, 'language'>,
  shown?: Language,
): Promise<FirmFacts & { language: Language }> {
  const language = shown ?? letterLanguage(inquiry.language, service.languages)
  return { language, ...(await readFirmFacts(language, service)) }
}

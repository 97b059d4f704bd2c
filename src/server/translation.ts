/**
 * What the firm says in another language, as far as functions need it: read from what the build wrote beside the pages.
 */
import { FIRST_LANGUAGE, type Language, pathIn } from '../practice/language.ts'
import type { Notices } from '../practice/notices.ts'
import { FORM_FACTS } from '../site.ts'
import type { Service } from './service.ts'

/** What the contact form says in the firm's words. */
export interface FormFacts {
  notices: Notices
  practiceAreas: readonly { id: string; name: string }[]
}

/** @throws when the build wrote no facts in this language */
export async function factsIn(language: Language, { firm, practiceAreas, published }: Service): Promise<FormFacts> {
  if (language === FIRST_LANGUAGE) return { notices: firm.notices, practiceAreas }
  return JSON.parse(await published.read(pathIn(language, FORM_FACTS).slice(1))) as FormFacts
}

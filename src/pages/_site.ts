/**
 * All texts of the site, for the documents that hold them together.
 */
import type { Site } from '../contract/llms-txt.ts'
import { base, getFaq, getFirm, getPracticeAreas } from './_content.ts'

export async function getSite(): Promise<Site> {
  return { base, firm: await getFirm(), areas: await getPracticeAreas(), faq: await getFaq() }
}

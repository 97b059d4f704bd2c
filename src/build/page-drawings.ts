/**
 * The drawing of each page: that of its text in the first language, which a translation shares. A page without a text shows that of
 * a related page.
 */
import type { DrawingName } from '../firm/content-fields.ts'
import { getFirmEntry, getPageEntries, getPracticeAreaEntries, oncePerLanguage } from './content.ts'

/** @returns undefined when its text names none */
export async function drawingOfPage(id: string): Promise<DrawingName | undefined> {
  const named = (await getPageEntries()).find((page) => page.id === id)?.data.drawing
  return named ?? (id === 'home' ? (await getFirmEntry()).data.drawing : undefined)
}

/** The drawings by file name, kept because each of many pages asks for its own. */
const drawingsOfAreas = oncePerLanguage(
  async (language) => new Map((await getPracticeAreaEntries(language)).map(({ id, data }) => [id, data.drawing])),
)

/** @param slug file name of the practice area */
export const drawingOfArea = async (slug: string) => (await drawingsOfAreas()).get(slug)

/** Lawyers are a part of the page about the firm. */
export const drawingOfLawyers = () => drawingOfPage('about')

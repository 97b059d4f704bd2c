/**
 * The drawing of each page: that of its text in the first language, which a translation shares. A page without a text shows that of
 * a related page.
 */
import { type DrawingName, NEUTRAL_DRAWING } from '../firm/drawing-names.ts'
import { getFirmEntry, getPageEntries, getPracticeAreaEntries } from './content.ts'

/**
 * @param id file name of the page
 * @returns undefined when its text names none
 */
export async function namedDrawingOfPage(id: string): Promise<DrawingName | undefined> {
  const named = (await getPageEntries()).find((page) => page.id === id)?.data.drawing
  return named ?? (id === 'home' ? (await getFirmEntry()).data.drawing : undefined)
}

/** @param slug file name of the practice area */
export const namedDrawingOfArea = async (slug: string): Promise<DrawingName | undefined> =>
  (await getPracticeAreaEntries()).find((area) => area.id === slug)?.data.drawing

/** Lawyers are a part of the page about the firm. */
export const namedDrawingOfLawyers = () => namedDrawingOfPage('about')

/** What the page shows: the one that its text names, or a neutral one. */
export const drawingOfPage = async (id: string) => (await namedDrawingOfPage(id)) ?? NEUTRAL_DRAWING
export const drawingOfArea = async (slug: string) => (await namedDrawingOfArea(slug)) ?? NEUTRAL_DRAWING
export const drawingOfLawyers = async () => (await namedDrawingOfLawyers()) ?? NEUTRAL_DRAWING

/**
 * The pages that may be found by search engines, in every language.
 */
import type { DrawingName } from './drawings.ts'
import { type Language, LANGUAGES, pathIn } from '../language.ts'
import { pagePath, practiceAreaPath } from '../site.ts'
import { base, getPageEntries, getPracticeAreaEntries } from './content.ts'
import { drawingOfArea, drawingOfPage } from './page-drawings.ts'

/** Pages that search engines and agents leave out: they hold nothing of themselves. */
export const UNLISTED: ReadonlySet<string> = new Set(['thanks', 'not-found'])

export interface ListedPage {
  url: string
  /** The address in English, which the translations have below the folder of their language. */
  path: string
  language: Language
  title: string
  reviewed: string
  drawing: DrawingName
}

export async function getListedPages(): Promise<ListedPage[]> {
  return (await Promise.all(LANGUAGES.map(listedPagesIn))).flat()
}

async function listedPagesIn(language: Language): Promise<ListedPage[]> {
  const pages = (await getPageEntries(language)).filter(({ id }) => !UNLISTED.has(id))
  const areas = await getPracticeAreaEntries(language)
  return [
    ...pages.map(({ id, data }) => ({
      path: pagePath(id),
      title: data.title,
      reviewed: data.reviewed,
      drawing: drawingOfPage(id),
    })),
    ...areas.map(({ id, data }) => ({
      path: practiceAreaPath(id),
      title: data.name,
      reviewed: data.reviewed,
      drawing: drawingOfArea(data.id),
    })),
  ].map((page) => ({ ...page, language, url: base + pathIn(language, page.path) }))
}

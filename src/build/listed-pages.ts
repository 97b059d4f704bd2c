/**
 * The pages that search engines may index, in every language.
 */
import type { DrawingName } from './drawings.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES, pathIn } from '../language.ts'
import { pagePath, practiceAreaPath } from '../site.ts'
import { base, getPageEntries, getPracticeAreaEntries } from './content.ts'
import type { SitemapEntry } from '../contract/documents/llms-txt.ts'
import { drawingOfArea, drawingOfPage } from './page-drawings.ts'

/** Pages not listed for search engines and agents: they have no content of interest. */
export const UNLISTED: ReadonlySet<string> = new Set(['thanks', 'not-found'])

export interface ListedPage {
  url: string
  /** The path without the language's folder. */
  path: string
  language: Language
  title: string
  reviewed: string | undefined
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

/** The same for the sitemap: each page with its addresses in the languages that have it. */
export async function getSitemapEntries(): Promise<SitemapEntry[]> {
  const listed = await getListedPages()
  const byPath = Map.groupBy(listed, ({ path }) => path)
  return listed.map(({ url, path, reviewed }) => {
    const urls = new Map(byPath.get(path)?.map((page) => [page.language, page.url]))
    const alternates =
      urls.size > 1 ? { ...Object.fromEntries(urls), 'x-default': urls.get(FIRST_LANGUAGE) ?? url } : {}
    return { url, reviewed, alternates }
  })
}

/** The pages that search engines may index. */
import { FIRST_LANGUAGE, type Language, pathIn } from '../language.ts'
import { lawyerPath, pagePath, practiceAreaPath } from '../site.ts'
import {
  base,
  drawingOfArea,
  drawingOfPage,
  getLawyerEntries,
  getPageEntries,
  getPracticeAreaEntries,
  portraitFileOf,
  SITE_LANGUAGES,
} from './content.ts'
import type { SitemapEntry } from '../contract/documents/llms-txt.ts'

export const UNLISTED: ReadonlySet<string> = new Set(['thanks', 'not-found'])

export type ListedPage = Awaited<ReturnType<typeof listedPagesIn>>[number]

export const getListedPages = async () => (await Promise.all(SITE_LANGUAGES.map(listedPagesIn))).flat()

/** `path` has no folder of the language. A lawyer's page has the drawing of the page `about`, and perhaps a portrait. */
async function listedPagesIn(language: Language) {
  const pages = (await getPageEntries(language)).filter(({ id }) => !UNLISTED.has(id))
  const areas = await getPracticeAreaEntries(language)
  const lawyers = await getLawyerEntries(language)
  const listed = [
    ...pages.map(({ id, data: { title, reviewed } }) => [pagePath(id), title, reviewed, drawingOfPage(id)] as const),
    ...areas.map(
      ({ id, data: { name, reviewed } }) => [practiceAreaPath(id), name, reviewed, drawingOfArea(id)] as const,
    ),
    ...lawyers.map(
      ({ id, data: { name, reviewed } }) =>
        [lawyerPath(id), name, reviewed, drawingOfPage('about'), portraitFileOf(id)] as const,
    ),
  ]
  return Promise.all(
    listed.map(async ([path, title, reviewed, ...pictures]) => {
      const [drawing, portrait] = await Promise.all(pictures)
      return { path, language, url: base + pathIn(language, path), title, reviewed, drawing, portrait }
    }),
  )
}

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

/**
 * All texts of the site, for llms.txt and llms-full.txt.
 */
import type { Site } from '../contract/documents/llms-txt.ts'
import { getCollection, type CollectionEntry } from 'astro:content'
import { base, getFaq, getFirm, getPracticeAreas, SITE_LANGUAGES } from './content.ts'
import { getLawyers } from './lawyers.ts'
import { markdownPath } from '../contract/documents/markdown-path.ts'
import { pagePath } from '../site.ts'
import { UNLISTED } from './listed-pages.ts'

export async function getSite(): Promise<Site> {
  const texts = (await getCollection('pages')).filter(({ id }: CollectionEntry<'pages'>) => !UNLISTED.has(id))
  const pages = texts.map(({ id, data }: CollectionEntry<'pages'>) => ({
    title: data.title,
    path: markdownPath(pagePath(id)) ?? pagePath(id),
    description: data.description,
  }))
  return {
    base,
    languages: SITE_LANGUAGES,
    pages,
    firm: await getFirm(),
    areas: await getPracticeAreas(),
    lawyers: await getLawyers(),
    faq: await getFaq(),
  }
}

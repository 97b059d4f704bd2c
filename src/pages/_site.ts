/**
 * All texts of the site, for the documents that hold them together.
 */
import type { Site } from '../contract/llms-txt.ts'
import { getCollection, type CollectionEntry } from 'astro:content'
import { base, getFaq, getFirm, getPracticeAreas } from './_content.ts'
import { twinOf } from '../contract/twin.ts'
import { pagePath } from '../site.ts'
import { UNLISTED } from './_unlisted.ts'

export async function getSite(): Promise<Site> {
  const texts = (await getCollection('pages')).filter(({ id }: CollectionEntry<'pages'>) => !UNLISTED.has(id))
  const pages = texts.map(({ id, data }: CollectionEntry<'pages'>) => ({
    title: data.title,
    path: twinOf(pagePath(id)) ?? pagePath(id),
    description: data.description,
  }))
  return { base, pages, firm: await getFirm(), areas: await getPracticeAreas(), faq: await getFaq() }
}

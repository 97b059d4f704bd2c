import { type CollectionEntry, getCollection } from 'astro:content'
import type { APIRoute } from 'astro'
import { sitemapXml } from '../contract/llms-txt.ts'
import { pagePath, practiceAreaPath } from '../site.ts'
import { base, getPracticeAreaEntries } from './_content.ts'
import { UNLISTED } from './_unlisted.ts'

export const GET: APIRoute = async () => {
  const pages = (await getCollection('pages')).filter(({ id }: CollectionEntry<'pages'>) => !UNLISTED.has(id))
  const areas = await getPracticeAreaEntries()
  const entries = [...pages.map(({ id, data }: CollectionEntry<'pages'>) => ({ url: base + pagePath(id), reviewed: data.reviewed })), ...areas.map(({ id, data }) => ({ url: base + practiceAreaPath(id), reviewed: data.reviewed }))]
  return new Response(sitemapXml(entries.map(({ url, reviewed }) => ({ url, ...(reviewed && { reviewed: String(reviewed) }) }))), { headers: { 'Content-Type': 'application/xml' } })
}

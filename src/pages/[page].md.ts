import { type CollectionEntry, getCollection } from 'astro:content'
import type { APIRoute, GetStaticPaths } from 'astro'
import { markdownPage } from '../contract/markdown-page.ts'
import { base, getFaq, getFirm, getFirmEntry, getPracticeAreas } from './_content.ts'
import { UNLISTED } from './_unlisted.ts'

/** The twin of the home page is `/index.md`. */
const HOME = 'home'

export const getStaticPaths = (async () => {
  const pages = (await getCollection('pages')).filter(({ id }: CollectionEntry<'pages'>) => !UNLISTED.has(id))
  return pages.map((page: CollectionEntry<'pages'>) => ({ params: { page: page.id === HOME ? 'index' : page.id }, props: page }))
}) satisfies GetStaticPaths

/** What a page shows besides its own text. */
const MORE: Record<string, () => Promise<string>> = {
  [HOME]: listAreas,
  'practice-areas': listAreas,
  faq: async () => (await getFaq()).map(({ question, answer }) => `## ${question}\n\n${answer}`).join('\n\n'),
}

async function listAreas(): Promise<string> {
  return (await getPracticeAreas()).map(({ name, url, summary }) => `- [${name}](${url}): ${summary}`).join('\n')
}

export const GET: APIRoute = async ({ props }) => {
  const { id, data, body = '' } = props as CollectionEntry<'pages'>
  const more = (await MORE[id]?.()) ?? ''
  const firm = await getFirmEntry()
  const [title, opening] = id === HOME ? [firm.data.tagline, firm.body ?? ''] : [data.title, '']
  return new Response(markdownPage(base, await getFirm(), title, [opening, more, body].map((text) => text.trim()).filter(Boolean).join('\n\n')))
}

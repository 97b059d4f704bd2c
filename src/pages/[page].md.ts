import { type CollectionEntry, getCollection } from 'astro:content'
import type { APIRoute, GetStaticPaths } from 'astro'
import * as z from 'zod'
import { markdownPage } from '../contract/markdown-page.ts'
import { operationsFor } from '../contract/operations.ts'
import { inquiryRequest } from '../practice/inquiry-request.ts'
import { base, getFaq, getFirm, getFirmEntry, getPracticeAreas, getTopics } from './_content.ts'
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
  contact: listFields,
  faq: async () => (await getFaq()).map(({ question, answer }) => `## ${question}\n\n${answer}`).join('\n\n'),
}

/** The form, for those who fill it in by another way: its fields, and where a program sends them. */
async function listFields(): Promise<string> {
  const topics = await getTopics()
  const { method, path } = operationsFor(topics).createInquiry
  const { properties = {}, required = [] } = z.toJSONSchema(inquiryRequest(topics), { io: 'input' })
  const fields = Object.entries(properties).map(([name, schema]) => `- \`${name}\`${required.includes(name) ? '' : ' (optional)'}: ${(schema as { description?: string }).description ?? ''}`)
  return ['A program sends these fields as JSON:', `\`${method} ${base}${path}\``, fields.join('\n')].join('\n\n')
}

async function listAreas(): Promise<string> {
  return (await getPracticeAreas()).map(({ name, url, summary }) => `- [${name}](${url}): ${summary}`).join('\n')
}

export const GET: APIRoute = async ({ props }) => {
  const { id, data, body = '' } = props as CollectionEntry<'pages'>
  const more = (await MORE[id]?.()) ?? ''
  const firm = await getFirmEntry()
  const [title, opening] = id === HOME ? [firm.data.tagline, firm.body ?? ''] : [data.title, '']
  return new Response(markdownPage(base, await getFirm(), title, [opening, more, body].map((text) => text.trim()).filter(Boolean).join('\n\n'), data.reviewed))
}

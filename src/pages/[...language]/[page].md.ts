import type { CollectionEntry } from 'astro:content'
import type { APIRoute, GetStaticPaths } from 'astro'
import * as z from 'zod'
import { WORDS } from '../../views/words.ts'
import { markdownPage } from '../../contract/documents/markdown-page.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { inquiryRequest } from '../../inquiries/inquiry-request.ts'
import type { Language } from '../../language.ts'
import {
  base,
  eachPage,
  languageParam,
  getFaq,
  getFirm,
  getFirmEntry,
  getPracticeAreas,
  getTopics,
} from '../../build/content.ts'
import { UNLISTED } from '../../build/listed-pages.ts'

/** The Markdown file of the home page is `/index.md`. */
const HOME = 'home'

export const getStaticPaths = (async () => {
  const pages = (await eachPage()).filter(({ page }) => !UNLISTED.has(page.id))
  return pages.map(({ language, page }) => ({
    params: { ...languageParam(language), page: page.id === HOME ? 'index' : page.id },
    props: { language, page },
  }))
}) satisfies GetStaticPaths

/** What a page shows in addition to its own text. */
const MORE: Record<string, (language: Language) => Promise<string>> = {
  [HOME]: listAreas,
  'practice-areas': listAreas,
  contact: listFields,
  faq: async (language) =>
    (await getFaq(language)).map(({ question, answer }) => `## ${question}\n\n${answer}`).join('\n\n'),
}

/** Instead of the form: its fields, and the endpoint that accepts them. Always in English, as it is for programs. */
async function listFields(): Promise<string> {
  const topics = await getTopics()
  const { method, path } = OPERATIONS.createInquiry
  const { properties = {}, required = [] } = z.toJSONSchema(inquiryRequest(topics), { io: 'input' })
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `- \`${name}\`${required.includes(name) ? '' : ' (optional)'}: ${(schema as { description?: string }).description ?? ''}`,
  )
  return ['A program sends these fields as JSON:', `\`${method} ${base}${path}\``, fields.join('\n')].join('\n\n')
}

async function listAreas(language: Language): Promise<string> {
  return (await getPracticeAreas(language))
    .map(({ name, url, summary }) => `- [${name}](${url}): ${summary}`)
    .join('\n')
}

export const GET: APIRoute = async ({ props }) => {
  const { language, page } = props as { language: Language; page: CollectionEntry<'pages'> }
  const { id, data, body = '' } = page
  const more = (await MORE[id]?.(language)) ?? ''
  const firm = await getFirmEntry(language)
  const [title, opening] = id === HOME ? [firm.data.tagline, firm.body ?? ''] : [data.title, '']
  const text = [opening, more, body]
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n')
  return new Response(
    markdownPage(base, {
      firm: await getFirm(language),
      words: WORDS[language],
      title,
      body: text,
      reviewed: data.reviewed,
    }),
  )
}

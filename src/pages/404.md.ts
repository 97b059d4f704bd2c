/** The "not found" page as Markdown. */
import type { APIRoute } from 'astro'
import { WORDS } from '../views/words.ts'
import { markdownPage } from '../contract/documents/markdown-page.ts'
import { FIRST_LANGUAGE } from '../language.ts'
import { base, getFirm, getPage } from '../build/content.ts'

export const GET: APIRoute = async () => {
  const { data, body = '' } = await getPage('not-found')
  return new Response(
    markdownPage(base, { firm: await getFirm(), words: WORDS[FIRST_LANGUAGE], title: data.title, body }),
  )
}

/** For functions only: browsers cannot fetch this file, because a function answers `/desk/*`. */
import type { APIRoute } from 'astro'
import { getReplyTemplates, SITE_LANGUAGES } from '../../build/content.ts'
import { jsonText } from '../../build/document.ts'
import type { ReplyTemplates } from '../../firm/reply-template.ts'

export const GET: APIRoute = async () => {
  const templates = SITE_LANGUAGES.map(async (language) => [language, await getReplyTemplates(language)] as const)
  const byLanguage: ReplyTemplates = Object.fromEntries(await Promise.all(templates))
  return new Response(jsonText(byLanguage), { headers: { 'Content-Type': 'application/json' } })
}

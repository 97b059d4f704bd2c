import type { APIRoute } from 'astro'
import { sitemapXml } from '../contract/documents/llms-txt.ts'
import { FIRST_LANGUAGE, LANGUAGES } from '../language.ts'
import { getListedPages } from '../build/listed-pages.ts'

export const GET: APIRoute = async () => {
  const listed = await getListedPages()
  const entries = listed.map(({ url, path, reviewed }) => {
    const available = LANGUAGES.filter((language) =>
      listed.some((page) => page.language === language && page.path === path),
    )
    const urlIn = (language: (typeof LANGUAGES)[number]) =>
      listed.find((page) => page.language === language && page.path === path)?.url ?? url
    const alternates =
      available.length > 1
        ? {
            ...Object.fromEntries(available.map((language) => [language, urlIn(language)])),
            'x-default': urlIn(FIRST_LANGUAGE),
          }
        : {}
    return { url, reviewed, alternates }
  })
  return new Response(sitemapXml(entries), { headers: { 'Content-Type': 'application/xml' } })
}

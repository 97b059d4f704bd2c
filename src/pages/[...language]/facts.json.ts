/**
 * The firm's facts in another language, for the functions that draw the form and write mail.
 */
import type { APIRoute } from 'astro'
import { TRANSLATIONS } from '../../language.ts'
import type { FirmFacts } from '../../firm/translation.ts'
import { languageParam, getFirm, getPracticeAreas } from '../../build/content.ts'
import { jsonText } from '../../build/document.ts'

export const getStaticPaths = () => TRANSLATIONS.map((language) => ({ params: languageParam(language) }))

export const GET: APIRoute = async ({ params }) => {
  const translation = TRANSLATIONS.find((tag) => tag === params.language)
  const facts: FirmFacts = {
    firm: await getFirm(translation),
    practiceAreas: (await getPracticeAreas(translation)).map(({ id, name }) => ({ id, name })),
  }
  return new Response(jsonText(facts), { headers: { 'Content-Type': 'application/json' } })
}

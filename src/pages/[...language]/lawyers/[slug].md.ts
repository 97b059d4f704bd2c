import type { APIRoute } from 'astro'
import { markdownPage } from '../../../contract/documents/markdown-page.ts'
import type { Lawyer } from '../../../firm/lawyer.ts'
import type { Language } from '../../../language.ts'
import { base, getFirm, getPracticeAreas } from '../../../build/content.ts'
import { eachLawyer } from '../../../build/lawyers.ts'
import { lawyerFacts } from '../../../views/lawyer-facts.ts'
import { WORDS } from '../../../views/words.ts'

export const getStaticPaths = eachLawyer

export const GET: APIRoute = async ({ props }) => {
  const { language, lawyer } = props as { language: Language; lawyer: Lawyer }
  const { name, role, body, reviewed } = lawyer
  const facts = lawyerFacts(lawyer, language, await getPracticeAreas(language)).map(({ term, values }) => {
    const texts = values.map(({ text, url }) => (url ? `[${text}](${url})` : text))
    return `- ${term}: ${texts.join(', ')}`
  })
  return new Response(
    markdownPage(base, {
      firm: await getFirm(language),
      words: WORDS[language],
      title: name,
      body: [role, facts.join('\n'), body].join('\n\n'),
      reviewed,
    }),
  )
}

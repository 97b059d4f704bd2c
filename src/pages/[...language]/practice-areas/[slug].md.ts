import type { CollectionEntry } from 'astro:content'
import type { APIRoute } from 'astro'
import { WORDS } from '../../../views/words.ts'
import { markdownPage } from '../../../contract/documents/markdown-page.ts'
import { getLawyers } from '../../../build/lawyers.ts'
import { lawyerListMarkdown } from '../../../views/lawyer-facts.ts'
import type { Language } from '../../../language.ts'
import { base, eachPracticeArea, getFaq, getFirm } from '../../../build/content.ts'

export const getStaticPaths = eachPracticeArea

export const GET: APIRoute = async ({ props }) => {
  const { language, area } = props as { language: Language; area: CollectionEntry<'practiceAreas'> }
  const { data, body = '' } = area
  const words = WORDS[language]
  const questions = (await getFaq(language))
    .filter(({ topic }) => topic === data.id)
    .map(({ question, answer }) => `### ${question}\n\n${answer}`)
  const asked = questions.length > 0 ? [`## ${words.questions}`, ...questions] : []
  const lawyers = (await getLawyers(language)).filter(({ areas }) => areas.includes(data.id))
  return new Response(
    markdownPage(base, {
      firm: await getFirm(language),
      words,
      title: data.name,
      body: [
        data.summary,
        words.generalInformation,
        body.trim(),
        ...asked,
        ...lawyerListMarkdown(lawyers, words.lawyers.ofArea),
      ].join('\n\n'),
      reviewed: data.reviewed,
    }),
  )
}

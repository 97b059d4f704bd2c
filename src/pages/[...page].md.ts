/** Every page as Markdown, at the page's path with `.md`. */
import type { CollectionEntry } from 'astro:content'
import type { APIRoute, GetStaticPaths } from 'astro'
import {
  base,
  eachLawyer,
  eachPage,
  eachPracticeArea,
  getFaq,
  getFirm,
  getFirmEntry,
  getLawyers,
  getPage,
  getPracticeAreas,
  offers,
  SITE_LANGUAGES,
  UNLISTED,
} from '../build/content.ts'
import { markdownPage } from '../contract/documents/markdown-page.ts'
import { markdownPath, NOT_FOUND_MARKDOWN } from '../contract/documents/markdown-path.ts'
import { OPERATIONS } from '../contract/operations.ts'
import type { Lawyer } from '../firm/lawyer.ts'
import { nationalTelephone } from '../telephone.ts'
import { FIRST_LANGUAGE, type Language, pathIn } from '../language.ts'
import { lawyerPath, pagePath, PATHS, practiceAreaPath } from '../site.ts'
import { contactFormMarkdown } from '../views/contact-form.ts'
import { lawyerFacts, lawyerListMarkdown, officeFacts } from '../views/facts.ts'
import { fill, WORDS } from '../words.ts'

interface Text {
  title: string
  /** Empty parts are left out. */
  parts: string[]
  reviewed: string | undefined
}

interface Props {
  language: Language
  read: () => Text | Promise<Text>
}

export const getStaticPaths = (async () => {
  const pages = (await eachPage()).filter(({ entry }) => !UNLISTED.has(entry.id))
  const [areas, lawyers, notFound] = await Promise.all([eachPracticeArea(), eachLawyer(), getPage('not-found')])
  const at = (path: string, language: Language, read: Props['read']) => ({
    params: { page: markdownPath(pathIn(language, path))?.slice(1, -'.md'.length) },
    props: { language, read } satisfies Props,
  })
  return [
    ...pages.map(({ language, entry }) => at(pagePath(entry.id), language, () => pageText(language, entry))),
    ...areas.map(({ props: { language, area } }) =>
      at(practiceAreaPath(area.id), language, () => areaText(language, area)),
    ),
    ...lawyers.map(({ props: { language, entry, lawyer } }) =>
      at(lawyerPath(entry.id), language, () => lawyerText(language, lawyer)),
    ),
    at(`/${NOT_FOUND_MARKDOWN.replace('.md', '')}`, FIRST_LANGUAGE, () => ({
      title: notFound.data.title,
      parts: [notFound.body ?? ''],
      reviewed: undefined,
    })),
  ]
}) satisfies GetStaticPaths

export const GET: APIRoute = async ({ props }) => {
  const { language, read } = props as Props
  const { title, parts, reviewed } = await read()
  const body = parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n')
  return new Response(
    markdownPage(base, { firm: await getFirm(language), words: WORDS[language], title, body, reviewed }),
  )
}

const MORE: Record<string, (language: Language, body: string) => Promise<string[]>> = {
  async home(language, body) {
    const { description, telephone, responsibleAttorney } = await getFirm(language)
    const words = WORDS[language]
    const actions = `[${words.write}](${pathIn(language, PATHS.contact)}) [${fill(words.call, { number: nationalTelephone(telephone) })}](tel:${telephone})`
    const lawyer = `${words.responsible}: **${responsibleAttorney}**`
    const letter = (await getFirmEntry(language)).body ?? ''
    return [letter, description, actions, lawyer, await listAreas(language), body]
  },
  async about(language, body) {
    const office = officeFacts(await getFirm(language), language)
    const lawyers = lawyerListMarkdown(await getLawyers(language), WORDS[language].lawyers.all, language)
    return [
      office.map(({ term, lines, telephone = [] }) => `- ${term}: ${[lines, telephone].flat().join(', ')}`).join('\n'),
      body,
      ...lawyers,
    ]
  },
  'practice-areas': async (language, body) => [await listAreas(language), body],
  async contact(language, body) {
    const { method, path } = OPERATIONS.createInquiry
    const [{ notices, onCall }, practiceAreas] = await Promise.all([getFirm(language), getPracticeAreas(language)])
    const form = { language, languages: SITE_LANGUAGES, onCall, notices, practiceAreas }
    return [body, contactFormMarkdown(form, (await offers('apiInquiries')) ? `${method} ${base}${path}` : undefined)]
  },
  faq: async (language, body) => [...questionsAs('##', await getFaq(language)), body],
}

async function pageText(language: Language, { id, data, body = '' }: CollectionEntry<'pages'>): Promise<Text> {
  const title = id === 'home' ? (await getFirmEntry(language)).data.tagline : data.title
  return { title, parts: (await MORE[id]?.(language, body)) ?? [body], reviewed: data.reviewed }
}

async function areaText(language: Language, { data, body = '' }: CollectionEntry<'practiceAreas'>): Promise<Text> {
  const { generalInformation, questions, lawyers: words } = WORDS[language]
  const faq = (await getFaq(language)).filter(({ topic }) => topic === data.id)
  const asked = questionsAs('###', faq)
  const lawyers = (await getLawyers(language)).filter(({ areas }) => areas.includes(data.id))
  return {
    title: data.name,
    parts: [
      data.summary,
      generalInformation,
      body,
      ...(asked.length > 0 ? [`## ${questions}`, ...asked] : []),
      ...lawyerListMarkdown(lawyers, words.ofArea, language),
    ],
    reviewed: data.reviewed,
  }
}

async function lawyerText(language: Language, lawyer: Lawyer): Promise<Text> {
  const facts = lawyerFacts(lawyer, language, await getPracticeAreas(language)).map(({ term, values }) => {
    const texts = values.map(({ text, url }) => (url ? `[${text}](${url})` : text))
    return `- ${term}: ${texts.join(', ')}`
  })
  return { title: lawyer.name, parts: [lawyer.role, facts.join('\n'), lawyer.body], reviewed: lawyer.reviewed }
}

const questionsAs = (heading: string, asked: readonly { question: string; answer: string }[]) =>
  asked.map(({ question, answer }) => `${heading} ${question}\n\n${answer}`)

const listAreas = async (language: Language) =>
  (await getPracticeAreas(language)).map(({ name, url, summary }) => `- [${name}](${url}): ${summary}`).join('\n')

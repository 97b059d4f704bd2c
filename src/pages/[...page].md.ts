/** The listed pages and the page for unknown addresses as Markdown, each at its path with `.md`. */
import type { CollectionEntry } from 'astro:content'
import type { APIRoute, GetStaticPaths } from 'astro'
import * as content from '../build/content.ts'
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

/** A page as Markdown. Empty parts are left out. */
type Text = { title: string; parts: string[]; reviewed: string | undefined }
type Props = { language: Language; read: () => Text | Promise<Text> }

export const getStaticPaths = (async () => {
  const pages = (await content.eachPage()).filter(({ entry }) => !content.UNLISTED.has(entry.id))
  const [areas, lawyers] = await Promise.all([content.eachPracticeArea(), content.eachLawyer()])
  const notFound = await content.getPage('not-found')
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
    at(`/${NOT_FOUND_MARKDOWN.replace('.md', '')}`, FIRST_LANGUAGE, () => {
      return { title: notFound.data.title, parts: [notFound.body ?? ''], reviewed: undefined }
    }),
  ]
}) satisfies GetStaticPaths

export const GET: APIRoute = async ({ props }) => {
  const { language, read } = props as Props
  const { title, parts, reviewed } = await read()
  const trimmed = parts.map((part) => part.trim())
  const text = { title, body: trimmed.filter(Boolean).join('\n\n'), reviewed }
  const firm = await content.getFirm(language)
  return new Response(markdownPage(content.base, { firm, words: WORDS[language], ...text }))
}

/** The parts of the pages that have more than their own text, by page id. */
const MORE: Record<string, (language: Language, body: string) => Promise<string[]>> = {
  async home(language, body) {
    const { description, telephone, responsibleAttorney } = await content.getFirm(language)
    const words = WORDS[language]
    const actions = `[${words.write}](${pathIn(language, PATHS.contact)}) [${fill(words.call, { number: nationalTelephone(telephone) })}](tel:${telephone})`
    const lawyer = `${words.responsible}: **${responsibleAttorney}**`
    const letter = (await content.getFirmEntry(language)).body ?? ''
    return [letter, description, actions, lawyer, await listAreas(language), body]
  },
  async about(language, body) {
    const office = officeFacts(await content.getFirm(language), language)
    const lawyers = lawyerListMarkdown(await content.getLawyers(language), WORDS[language].lawyers.all, language)
    return [
      office.map(({ term, lines, telephone = [] }) => `- ${term}: ${[lines, telephone].flat().join(', ')}`).join('\n'),
      body,
      ...lawyers,
    ]
  },
  'practice-areas': async (language, body) => [await listAreas(language), body],
  async contact(language, body) {
    const { method, path } = OPERATIONS.createInquiry
    const { notices, onCall } = await content.getFirm(language)
    const practiceAreas = await content.getPracticeAreas(language)
    const form = { language, languages: content.SITE_LANGUAGES, onCall, notices, practiceAreas }
    const operation = (await content.firmOffers('apiInquiries')) ? `${method} ${content.base}${path}` : undefined
    return [body, contactFormMarkdown(form, operation)]
  },
  faq: async (language, body) => [...questionsAs('##', await content.getFaq(language)), body],
}

async function pageText(language: Language, { id, data, body = '' }: CollectionEntry<'pages'>): Promise<Text> {
  const title = id === 'home' ? (await content.getFirmEntry(language)).data.tagline : data.title
  return { title, parts: (await MORE[id]?.(language, body)) ?? [body], reviewed: data.reviewed }
}

async function areaText(language: Language, { data, body = '' }: CollectionEntry<'practiceAreas'>): Promise<Text> {
  const { generalInformation, questions, lawyers: words } = WORDS[language]
  const { name: title, summary, reviewed, id } = data
  const asked = (await content.getFaq(language)).filter(({ topic }) => topic === id)
  const faq = asked.length > 0 ? [`## ${questions}`, ...questionsAs('###', asked)] : []
  const lawyers = (await content.getLawyers(language)).filter(({ areas }) => areas.includes(id))
  const after = lawyerListMarkdown(lawyers, words.ofArea, language)
  return { title, parts: [summary, generalInformation, body, ...faq, ...after], reviewed }
}

async function lawyerText(language: Language, lawyer: Lawyer): Promise<Text> {
  const facts = lawyerFacts(lawyer, language, await content.getPracticeAreas(language)).map(({ term, values }) => {
    const texts = values.map(({ text, url }) => (url ? `[${text}](${url})` : text))
    return `- ${term}: ${texts.join(', ')}`
  })
  return { title: lawyer.name, parts: [lawyer.role, facts.join('\n'), lawyer.body], reviewed: lawyer.reviewed }
}

const questionsAs = (heading: string, asked: readonly { question: string; answer: string }[]) =>
  asked.map(({ question, answer }) => `${heading} ${question}\n\n${answer}`)

async function listAreas(language: Language): Promise<string> {
  const areas = await content.getPracticeAreas(language)
  return areas.map(({ name, url, summary }) => `- [${name}](${url}): ${summary}`).join('\n')
}

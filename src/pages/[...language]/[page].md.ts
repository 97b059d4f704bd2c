import type { CollectionEntry } from 'astro:content'
import type { APIRoute, GetStaticPaths } from 'astro'
import { WORDS } from '../../views/words.ts'
import { markdownPage } from '../../contract/documents/markdown-page.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { nationalTelephone } from '../../firm/national-telephone.ts'
import { type Language, pathIn } from '../../language.ts'
import { PATHS } from '../../site.ts'
import { lawyerListMarkdown } from '../../views/lawyer-facts.ts'
import { officeFacts } from '../../views/office-facts.ts'
import { contactFormMarkdown } from '../../views/contact-form-markdown.ts'
import {
  base,
  eachPage,
  languageParam,
  getFaq,
  getFirm,
  getFirmEntry,
  getPracticeAreas,
  SITE_LANGUAGES,
} from '../../build/content.ts'
import { getLawyers } from '../../build/lawyers.ts'
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

const CONTACT = 'contact'
const ABOUT = 'about'

/** What a page shows in addition to its own text: before it, but for the form and the lawyers. */
const MORE: Record<string, (language: Language) => Promise<string>> = {
  [HOME]: openHome,
  [ABOUT]: officeOf,
  'practice-areas': listAreas,
  [CONTACT]: describeForm,
  faq: async (language) =>
    (await getFaq(language)).map(({ question, answer }) => `## ${question}\n\n${answer}`).join('\n\n'),
}

/** The form as text, with how a program sends what it asks for. */
async function describeForm(language: Language): Promise<string> {
  const { method, path } = OPERATIONS.createInquiry
  const [{ notices }, practiceAreas] = await Promise.all([getFirm(language), getPracticeAreas(language)])
  const form = { language, languages: SITE_LANGUAGES, notices, practiceAreas }
  return contactFormMarkdown(form, `${method} ${base}${path}`)
}

/** What the home page begins with, its buttons and the lawyer, then the practice areas. */
async function openHome(language: Language): Promise<string> {
  const { description, telephone, responsibleAttorney } = await getFirm(language)
  const words = WORDS[language]
  const actions = `[${words.write}](${pathIn(language, PATHS.contact)}) [${words.call(nationalTelephone(telephone))}](tel:${telephone})`
  const lawyer = `${words.responsible}: **${responsibleAttorney}**`
  return [description, actions, lawyer, await listAreas(language)].join('\n\n')
}

/** Who is responsible, where the office is, and the languages, as the page shows them at its side. */
async function officeOf(language: Language): Promise<string> {
  const facts = officeFacts(await getFirm(language), language)
  return facts.map(({ term, lines }) => `- ${term}: ${lines.join(', ')}`).join('\n')
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
  const lawyers = id === ABOUT ? lawyerListMarkdown(await getLawyers(language), WORDS[language].lawyers.all) : []
  const firm = await getFirmEntry(language)
  const [title, opening] = id === HOME ? [firm.data.tagline, firm.body ?? ''] : [data.title, '']
  const text = (id === CONTACT ? [body, more] : [opening, more, body, ...lawyers])
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
